/** GET /name: the name of a wallet of the caller's, with the reason if an operator took one away. */
import { Type } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import { NAMES } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { WalletFields } from "../ledger/wallet-request.ts";
import { findNamedWallet, NameAnswer, tellName } from "./name-answer.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const getName = keyOperation({
  method: "GET",
  path: "/name",
  fromMemory: true,
  summary: "Read the name of a wallet of the caller's",
  group: NAMES,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["wallet_taken", "unknown_account"],
  query: Type.Object(WalletFields),
  strict: true,
  answer: NameAnswer,
  handle: async ({ context, query, caller }) => {
    const wallet = findNamedWallet(context, query, caller);
    if (isRejection(wallet)) return { rejection: wallet };
    return { body: await tellName(context, wallet) };
  },
});
