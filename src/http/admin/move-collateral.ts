/** What operators do to the collateral of accounts: POST /credits adds to it, POST /debits takes from it. */
import { Type } from "typebox";
import { collateralText, subtractMicros } from "../../core/units.ts";
import { findBalance } from "../../store/balances.ts";
import type { AccountBalance } from "../../store/balances.ts";
import type { Endpoint } from "../endpoint.ts";
import { AmountOf, readCollateral } from "../trading/amount.ts";
import { operate, operation, Reason } from "./operation.ts";
import { GivenWallet, readWallet } from "./wallet-term.ts";

const Collateral = (description: string) => Type.String({ description });

type Move = { readonly type: "credit" | "debit"; readonly path: string; readonly summary: string };

export const moveCollateral = ({ type, path, summary }: Move): Endpoint =>
  operation({
    method: "POST",
    path,
    summary,
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
    handle: async ({ context, operator, body }) => {
      const address = readWallet(body.address);
      if (typeof address !== "string") return { rejection: address };
      const amount = readCollateral(body.amount);
      if (typeof amount !== "number") return { rejection: amount };
      const text = collateralText(amount);
      const deed = { action: type, subject: address, reason: body.reason, details: { amount: text } };
      const command = { type, address, amount };
      const outcome = await operate({ context, operator }, { ...deed, command });
      if ("code" in outcome) return { rejection: outcome };
      return { body: { address, amount: text, ...describe(await findBalance(context.sql, address)) } };
    },
  });

const describe = (found: AccountBalance | undefined) =>
  found && {
    balance: collateralText(found.collateral),
    available: collateralText(subtractMicros(found.collateral, found.held)),
  };
