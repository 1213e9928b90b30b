/** POST /positions/redeem: turns all shares of a resolved market into what they pay; losing ones pay nothing. */
import { Type } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import { collateralText, sharesText } from "../../../core/units.ts";
import type { Applied } from "../../../engine/entry.ts";
import { endpoint } from "../../endpoint.ts";
import { eventOf } from "../committed-event.ts";
import { BALANCES } from "../groups.ts";
import { ChangedFields, changeShares } from "./change-shares.ts";
import { MarketFields, readCondition, WalletFields } from "./wallet-request.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const redeemPositions = endpoint({
  method: "POST",
  path: "/positions/redeem",
  summary: "Redeem all shares of a resolved market",
  group: BALANCES,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [
    "not_accepting",
    "wallet_taken",
    "unknown_market",
    "unknown_account",
    "market_not_resolved",
    "nothing_to_redeem",
  ],
  access: "key",
  once: true,
  body: Type.Object({ ...MarketFields, ...WalletFields }, { additionalProperties: false }),
  strict: true,
  answer: Type.Object({
    condition_id: Type.String(),
    paid: Type.String({ description: "Collateral" }),
    redeemed: Type.Array(Type.String(), { description: "Shares of each outcome" }),
    ...ChangedFields,
  }),
  handle: (call) =>
    changeShares(call, (wallet) => {
      const conditionId = readCondition(call.body);
      if (isRejection(conditionId)) return conditionId;
      return { command: { type: "redeem", ...wallet, conditionId }, tell };
    }),
});

function tell(applied: Applied) {
  const { market, lots, paid } = eventOf(applied, "redeemed");
  const { conditionId } = market;
  return {
    own: { condition_id: conditionId, paid: collateralText(paid), redeemed: lots.map(sharesText) },
    conditionIds: [conditionId],
  };
}
