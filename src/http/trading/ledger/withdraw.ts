/** POST /withdrawals: takes collateral that no open order holds out of a wallet of the caller's. */
import { Type } from "typebox";
import { collateralText, NO_MICROS } from "../../../core/units.ts";
import { checksumAddress } from "../../../signing/address.ts";
import { findBalance } from "../../../store/balances.ts";
import { endpoint } from "../../endpoint.ts";
import { AmountOf, readCollateral } from "../amount.ts";
import { readWallet, ReceiptFields, receiptOf, submit, WalletFields } from "./wallet-request.ts";

export const withdraw = endpoint({
  method: "POST",
  path: "/withdrawals",
  summary: "Withdraw collateral",
  access: "key",
  once: true,
  body: Type.Object({ amount: AmountOf("Collateral, up to six decimals"), ...WalletFields }),
  answer: Type.Object({
    address: Type.String(),
    withdrawn: Type.String(),
    balance: Type.String({ description: "The wallet's collateral, with what its open orders hold" }),
    ...ReceiptFields,
  }),
  handle: async ({ context, body, caller }) => {
    const wallet = readWallet(body, caller);
    if ("code" in wallet) return { rejection: wallet };
    const amount = readCollateral(body.amount);
    if (typeof amount !== "number") return { rejection: amount };
    const committed = await submit(context, { type: "withdraw", ...wallet, amount });
    if ("code" in committed) return { rejection: committed };
    const account = await findBalance(context.sql, wallet.address);
    return {
      body: {
        address: checksumAddress(wallet.address),
        withdrawn: collateralText(amount),
        balance: collateralText(account?.collateral ?? NO_MICROS),
        ...receiptOf(committed),
      },
    };
  },
});
