/** GET /keys: the keys of a wallet, of all kinds, revoked ones too. */
import { Type } from "typebox";
import { isRejection } from "../../core/rejection.ts";
import { OWNERS } from "./groups.ts";
import { describeKey, KeyAnswer } from "./key-answer.ts";
import { operation } from "./operation.ts";
import { listWalletKeys } from "./wallet-keys.ts";
import { GivenWallet, readWallet } from "./wallet-term.ts";

export const listKeys = operation({
  method: "GET",
  path: "/keys",
  summary: "List the API keys, read-only keys and builder's keys of a wallet",
  group: OWNERS,
  refuses: [],
  query: Type.Object({ address: GivenWallet }),
  answer: Type.Array(KeyAnswer),
  handle: async ({ context, query }) => {
    const address = readWallet(query.address);
    if (isRejection(address)) return { rejection: address };
    return { body: (await listWalletKeys(context, address)).map(describeKey) };
  },
});
