/** Deposits and withdrawals of a wallet: sandbox funds and withdrawals. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { rejectUnsigned } from "../../../core/ledger/accounts.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { collateralText } from "../../../core/units.ts";
import { checksumAddress } from "../../../signing/address.ts";
import { endpoint } from "../../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { executeRequest, answerOnce } from "../../operation/answer-once.ts";
import { strictObject } from "../../operation/strict-object.ts";
import { readWallet, openSandboxAccount } from "../../values/wallets.ts";
import { AmountSchema, readCollateral } from "../../values/amount.ts";
import { BALANCES, SANDBOX } from "../groups.ts";
import {
  ReceiptFields,
  WalletFields,
  formatCollateral,
  readOwnWallet,
  describeReceipt,
} from "./wallet-request.ts";

/**
 * POST /sandbox/faucet: test collateral for a wallet. A request may name the owner, whom a contract wallet's address does
 * not show. A wallet without an account then gets one with first funds. The route exists in the sandbox only.
 */
export const creditWallet = endpoint({
  method: "POST",
  path: "/sandbox/faucet",
  summary: "Give a wallet test collateral",
  group: SANDBOX,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["not_accepting", "unknown_account", "wallet_taken", "amount_too_large"],
  body: strictObject({
    address: Type.String(),
    owner: Type.Optional(
      Type.String({
        description: "Address of the key that signs for the wallet, whose account is opened if it has none",
      }),
    ),
    amount: AmountSchema("Collateral, up to six decimals"),
  }),
  strict: true,
  answer: Type.Object({ address: Type.String(), credited: Type.String(), balance: Type.String() }),
  once: true,
  handle: (call) =>
    answerOnce(call, {
      act: async () => {
        const { body } = call;
        const address = readWallet(body.address);
        if (isRejection(address)) return address;
        const unsigned = rejectUnsigned(address);
        if (unsigned !== undefined) return unsigned;
        const amount = readCollateral(body.amount);
        if (isRejection(amount)) return amount;
        const rejection =
          body.owner === undefined ? undefined : await openAccountFor(call.context, address, body.owner);
        if (rejection !== undefined) return rejection;
        const done = await executeRequest(call, { type: "credit", address, amount }, ({ exchange }) => ({
          address: body.address,
          credited: collateralText(amount),
          balance: formatCollateral(exchange, address),
        }));
        return isRejection(done) ? addAccountHint(done) : done;
      },
      tell: ({ result }) => result,
    }),
});

async function openAccountFor(
  context: Context,
  address: string,
  given: string,
): Promise<Rejection | undefined> {
  const owner = readWallet(given, "owner");
  return isRejection(owner) ? owner : openSandboxAccount(context, { address, owner });
}

const addAccountHint = (rejection: Rejection): Rejection =>
  rejection.code === "unknown_account"
    ? reject(
        "unknown_account",
        `${rejection.hint}; its first API key, its first order, or owner in this request opens one`,
      )
    : rejection;

/** POST /withdrawals: withdraws collateral of a caller's wallet that no open order reserves. */
export const withdraw = endpoint({
  method: "POST",
  path: "/withdrawals",
  summary: "Withdraw collateral",
  group: BALANCES,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["not_accepting", "wallet_taken", "insufficient_balance", "unknown_account"],
  access: "key",
  once: true,
  body: strictObject({ amount: AmountSchema("Collateral, up to six decimals"), ...WalletFields }),
  strict: true,
  answer: Type.Object({
    address: Type.String(),
    withdrawn: Type.String(),
    balance: Type.String({ description: "The wallet's collateral, with what its open orders hold" }),
    ...ReceiptFields,
  }),
  handle: (call) =>
    answerOnce(call, {
      act: async () => {
        const wallet = readOwnWallet(call.body, call.caller);
        if (isRejection(wallet)) return wallet;
        const amount = readCollateral(call.body.amount);
        if (isRejection(amount)) return amount;
        return executeRequest(call, { type: "withdraw", ...wallet, amount }, ({ exchange }) => ({
          address: checksumAddress(wallet.address),
          withdrawn: collateralText(amount),
          balance: formatCollateral(exchange, wallet.address),
        }));
      },
      tell: (done) => ({ ...done.result, ...describeReceipt(done) }),
    }),
});
