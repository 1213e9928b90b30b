/**
 * The two operations on complete sets, which differ in their direction only: a share of each outcome of a market is
 * worth one unit of collateral.
 */
import { Type } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import { sharesText } from "../../../core/units.ts";
import { endpoint } from "../../endpoint.ts";
import type { Endpoint } from "../../endpoint.ts";
import { AmountOf, readShares } from "../amount.ts";
import { BALANCES } from "../groups.ts";
import { ChangedFields, changeShares, SET_REFUSALS } from "./change-shares.ts";
import { MarketFields, readCondition, WalletFields } from "./wallet-request.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

type Description = { readonly type: "split" | "merge"; readonly summary: string };

const setsOperation = ({ type, summary }: Description): Endpoint =>
  endpoint({
    method: "POST",
    path: `/positions/${type}`,
    summary,
    group: BALANCES,
    limits: ONLY_INTERFACE_LIMIT,
    refuses: SET_REFUSALS,
    access: "key",
    once: true,
    body: Type.Object(
      {
        ...MarketFields,
        amount: AmountOf("Sets: shares of each outcome, up to two decimals"),
        ...WalletFields,
      },
      { additionalProperties: false },
    ),
    strict: true,
    answer: Type.Object({ condition_id: Type.String(), amount: Type.String(), ...ChangedFields }),
    handle: (call) =>
      changeShares(call, (wallet) => {
        const conditionId = readCondition(call.body);
        if (isRejection(conditionId)) return conditionId;
        const lots = readShares(call.body.amount);
        if (isRejection(lots)) return lots;
        return {
          command: { type, ...wallet, conditionId, lots },
          tell: () => ({
            own: { condition_id: conditionId, amount: sharesText(lots) },
            conditionIds: [conditionId],
          }),
        };
      }),
  });

/** POST /positions/split: turns collateral into complete sets, a share of each outcome for each unit. */
export const splitPosition = setsOperation({ type: "split", summary: "Split collateral into complete sets" });

/** POST /positions/merge: turns complete sets, a share of each outcome, back into a unit of collateral each. */
export const mergePositions = setsOperation({
  type: "merge",
  summary: "Merge complete sets into collateral",
});
