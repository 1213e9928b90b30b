/** GET /wallets/search: wallets that have an account, by the beginning of their name or address. */
import { Type } from "typebox";
import { FOUND_ORDER, PersonText } from "../person-text.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { WalletName } from "../wallet-name.ts";
import { RANKING } from "./groups.ts";
import { Limit, Offset } from "./parameters.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const FoundWallet = Type.Object({
  proxyWallet: Type.String({ description: "Lower case" }),
  name: WalletName,
});

export const searchWallets = uncodedOperation({
  method: "GET",
  path: "/wallets/search",
  summary: "Find wallets by the beginning of a name or of an address",
  group: RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  strict: true,
  query: Type.Object({
    q: PersonText,
    limit: Limit({ default: 20, minimum: 1, maximum: 100 }),
    offset: Offset({ maximum: 1_000 }),
  }),
  answer: Type.Array(FoundWallet, { description: FOUND_ORDER }),
  maxAgeSeconds: 5,
  handle: async ({ context, query: { q: text, ...page } }) => {
    const found = await context.people.find(await context.adHocSql(), { text, ...page });
    return { body: found.map((wallet) => ({ proxyWallet: wallet, name: context.names.nameOf(wallet) })) };
  },
});
