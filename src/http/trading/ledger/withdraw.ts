/** POST /withdrawals: takes collateral that no open order holds out of a wallet of the caller's. */
import { Type } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import { collateralText } from "../../../core/units.ts";
import { checksumAddress } from "../../../signing/address.ts";
import { endpoint } from "../../endpoint.ts";
import { carryOut, once } from "../../once.ts";
import { AmountOf, readCollateral } from "../amount.ts";
import { BALANCES } from "../groups.ts";
import { collateralOf, readWallet, ReceiptFields, receiptOf, WalletFields } from "./wallet-request.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const withdraw = endpoint({
  method: "POST",
  path: "/withdrawals",
  summary: "Withdraw collateral",
  group: BALANCES,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["not_accepting", "wallet_taken", "insufficient_balance", "unknown_account"],
  access: "key",
  once: true,
  body: Type.Object(
    { amount: AmountOf("Collateral, up to six decimals"), ...WalletFields },
    { additionalProperties: false },
  ),
  strict: true,
  answer: Type.Object({
    address: Type.String(),
    withdrawn: Type.String(),
    balance: Type.String({ description: "The wallet's collateral, with what its open orders hold" }),
    ...ReceiptFields,
  }),
  handle: (call) =>
    once(call, {
      act: async () => {
        const wallet = readWallet(call.body, call.caller);
        if (isRejection(wallet)) return wallet;
        const amount = readCollateral(call.body.amount);
        if (isRejection(amount)) return amount;
        return carryOut(call, { type: "withdraw", ...wallet, amount }, ({ exchange }) => ({
          address: checksumAddress(wallet.address),
          withdrawn: collateralText(amount),
          balance: collateralOf(exchange, wallet.address),
        }));
      },
      tell: (done) => ({ ...done.result, ...receiptOf(done) }),
    }),
});
