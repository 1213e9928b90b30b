/** GET /wallets/search: wallets that traded, by the beginning of their addresses. */
import { Type } from "typebox";
import { searchWallets } from "../../store/reads/wallet-search.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { WalletName } from "../wallet-name.ts";
import { RANKING } from "./groups.ts";
import { Limit, lowerCase, Offset } from "./parameters.ts";

const FoundWallet = Type.Object({
  proxyWallet: Type.String({ description: "Lower case" }),
  name: WalletName,
});

export const searchWalletsByAddress = uncodedOperation({
  method: "GET",
  path: "/wallets/search",
  summary: "Find wallets that traded by the beginning of their addresses",
  group: RANKING,
  limits: [],
  strict: true,
  query: Type.Object({
    q: Type.String({
      pattern: "^0[xX][0-9a-fA-F]{2,40}$",
      description: "At least 0x and two digits, in any case of letters",
    }),
    limit: Limit({ default: 20, minimum: 1, maximum: 100 }),
    offset: Offset({ maximum: 1_000 }),
  }),
  answer: Type.Array(FoundWallet, { description: "In order of the addresses" }),
  maxAgeSeconds: 5,
  handle: async ({ context, query: { q, limit, offset } }) => {
    const wanted = { begins: lowerCase(q), limit, offset };
    const found = await searchWallets(await context.adHocSql(), wanted);
    return { body: found.map((wallet) => ({ proxyWallet: wallet, name: context.names.nameOf(wallet) })) };
  },
});
