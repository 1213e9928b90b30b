/**
 * The two operations on complete sets, which differ in their direction only: a share of each outcome of a market is
 * worth one unit of collateral.
 */
import { Type } from "typebox";
import { lots, sharesText } from "../../core/units.ts";
import { checksumAddress } from "../../signing/address.ts";
import { endpoint } from "../endpoint.ts";
import type { Endpoint } from "../endpoint.ts";
import { AmountOf, readAmount, SHARE_PLACES } from "./amount.ts";
import { HoldingsFields, holdingsAnswer } from "./holdings-answer.ts";
import {
  MarketFields,
  readCondition,
  readWallet,
  ReceiptFields,
  receiptOf,
  submit,
  WalletFields,
} from "./wallet-request.ts";

type Description = { readonly type: "split" | "merge"; readonly summary: string };

export const setsOperation = ({ type, summary }: Description): Endpoint =>
  endpoint({
    method: "POST",
    path: `/positions/${type}`,
    summary,
    access: "key",
    body: Type.Object({
      ...MarketFields,
      amount: AmountOf("Sets: shares of each outcome, up to two decimals"),
      ...WalletFields,
    }),
    answer: Type.Object({
      condition_id: Type.String(),
      address: Type.String(),
      amount: Type.String(),
      ...HoldingsFields,
      ...ReceiptFields,
    }),
    handle: async ({ context, body, caller }) => {
      const wallet = readWallet(body, caller);
      if ("code" in wallet) return { rejection: wallet };
      const conditionId = readCondition(body);
      if (typeof conditionId !== "string") return { rejection: conditionId };
      const amount = readAmount(body.amount, SHARE_PLACES);
      if (typeof amount !== "number") return { rejection: amount };
      const sets = lots(amount);
      const committed = await submit(context, { type, ...wallet, conditionId, lots: sets });
      if ("code" in committed) return { rejection: committed };
      return {
        body: {
          condition_id: conditionId,
          address: checksumAddress(wallet.address),
          amount: sharesText(sets),
          ...(await holdingsAnswer(context, { address: wallet.address, conditionIds: [conditionId] })),
          ...receiptOf(committed),
        },
      };
    },
  });
