/** DELETE /name: a wallet of the caller's is shown by its generated name again. */
import { Type } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { carryOut, once } from "../../once.ts";
import { NAMES } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { WalletFields } from "../ledger/wallet-request.ts";
import { findNamedWallet, NameAnswer, refuseChange, tellName } from "./name-answer.ts";

export const giveUpName = keyOperation({
  method: "DELETE",
  path: "/name",
  summary: "Give up the name of a wallet of the caller's, at any time",
  group: NAMES,
  limits: [TRADING_LIMITS.names],
  refuses: ["not_accepting", "exchange_halted", "read_only", "wallet_taken", "unknown_account"],
  once: true,
  query: Type.Object(WalletFields),
  strict: true,
  answer: NameAnswer,
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, query, caller } = call;
        const wallet = findNamedWallet(context, query, caller);
        if (isRejection(wallet)) return wallet;
        const refused = await refuseChange(context);
        if (refused !== undefined) return refused;
        await context.names.giveUp(wallet);
        return carryOut(call, { type: "remember-request", by: "exchange" }, () => wallet);
      },
      tell: ({ result }) => tellName(call.context, result),
    }),
});
