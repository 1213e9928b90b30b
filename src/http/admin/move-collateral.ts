/** Moves of collateral by operators: POST /credits adds to an account, POST /debits takes from it. */
import { Type } from "typebox";
import { refuseUnsigned } from "../../core/accounts.ts";
import { isRejection } from "../../core/rejection.ts";
import type { RejectionCode } from "../../core/rejection.ts";
import { availableCollateral } from "../../core/state.ts";
import type { Account } from "../../core/state.ts";
import { collateralText } from "../../core/units.ts";
import type { Endpoint } from "../endpoint.ts";
import { once } from "../once.ts";
import { AmountOf, readCollateral } from "../trading/amount.ts";
import { COLLATERAL } from "./groups.ts";
import { operate, operation, Reason } from "./operation.ts";
import { GivenWallet, readWallet } from "./wallet-term.ts";

const Collateral = (description: string) => Type.String({ description });

type Move = {
  readonly type: "credit" | "debit";
  readonly path: string;
  readonly summary: string;
  readonly refuses: readonly RejectionCode[];
};

const moveCollateral = ({ type, path, summary, refuses }: Move): Endpoint =>
  operation({
    method: "POST",
    path,
    summary,
    group: COLLATERAL,
    refuses,
    role: "treasury",
    body: Type.Object(
      { address: GivenWallet, amount: AmountOf("Collateral, up to six decimals"), reason: Reason },
      { additionalProperties: false },
    ),
    answer: Type.Object({
      address: Type.String(),
      amount: Collateral("What was moved"),
      balance: Collateral("What the account has now"),
      available: Collateral("What of it no open order holds"),
    }),
    handle: (call) =>
      once(call, {
        act: async () => {
          const { body } = call;
          const address = readWallet(body.address);
          if (isRejection(address)) return address;
          const unsigned = type === "credit" ? refuseUnsigned(address) : undefined;
          if (unsigned !== undefined) return unsigned;
          const amount = readCollateral(body.amount);
          if (isRejection(amount)) return amount;
          const text = collateralText(amount);
          const change = { action: type, subject: address, reason: body.reason, details: { amount: text } };
          return operate(call, { ...change, command: { type, address, amount } }, ({ exchange }) => ({
            address,
            amount: text,
            ...describe(exchange.accountByAddress.get(address)),
          }));
        },
        tell: ({ result }) => result,
      }),
  });

const describe = (account: Account | undefined) =>
  account && {
    balance: collateralText(account.collateral),
    available: collateralText(availableCollateral(account)),
  };

/** POST /credits: collateral that came in for an account, which must be open. */
export const creditAccount = moveCollateral({
  type: "credit",
  path: "/credits",
  summary: "Add collateral to an account",
  refuses: ["not_accepting", "unknown_account", "wallet_taken", "amount_too_large"],
});

/** POST /debits: takes collateral that no open order holds out of an account. */
export const debitAccount = moveCollateral({
  type: "debit",
  path: "/debits",
  summary: "Take collateral from an account",
  refuses: ["not_accepting", "insufficient_balance", "unknown_account"],
});
