/** GET /keys: the API keys of a wallet, revoked ones too. */
import { Type } from "typebox";
import { describeKey, KeyAnswer } from "./key-answer.ts";
import { operation } from "./operation.ts";
import { GivenWallet, readWallet } from "./wallet-term.ts";

export const listKeys = operation({
  method: "GET",
  path: "/keys",
  summary: "List the API keys of a wallet",
  query: Type.Object({ address: GivenWallet }),
  answer: Type.Array(KeyAnswer),
  handle: async ({ context, query }) => {
    const address = readWallet(query.address);
    if (typeof address !== "string") return { rejection: address };
    return { body: (await context.keys.list(address)).map(describeKey) };
  },
});
