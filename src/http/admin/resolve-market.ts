/** POST /markets/{market}/resolve: decides the market; its resting orders are cancelled. */
import { Type } from "typebox";
import { changeMarket } from "./change-market.ts";
import { RESOLUTIONS } from "./groups.ts";
import { MarketAnswer } from "./market-answer.ts";
import { MarketParams } from "./market-term.ts";
import { operation, Reason } from "./operation.ts";
import { GivenPayout, readPayout } from "./payout-term.ts";

export const resolveMarket = operation({
  method: "POST",
  path: "/markets/:market/resolve",
  summary: "Resolve a market",
  group: RESOLUTIONS,
  refuses: [
    "not_accepting",
    "unknown_market",
    "market_not_open",
    "market_closed",
    "market_already_resolved",
    "invalid_payout",
  ],
  role: "resolver",
  params: MarketParams,
  body: Type.Object({ payout: GivenPayout, reason: Reason }, { additionalProperties: false }),
  answer: MarketAnswer,
  handle: (call) => {
    const payout = readPayout(call.body.payout);
    return changeMarket(call, (conditionId) => ({
      action: "resolve-market",
      details: { payout },
      command: { type: "resolve-market", conditionId, payout },
    }));
  },
});
