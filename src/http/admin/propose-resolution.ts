/** POST /markets/{market}/propose: how the market should be resolved, with the evidence; trading goes on. */
import { Type } from "typebox";
import { changeMarket } from "./change-market.ts";
import { evidenceFields, refuseLink } from "./evidence-fields.ts";
import { RESOLUTIONS } from "./groups.ts";
import { MarketAnswer } from "./market-answer.ts";
import { MarketParams } from "./market-term.ts";
import { operation, Reason } from "./operation.ts";
import { GivenPayout, readPayout } from "./payout-term.ts";

export const proposeResolution = operation({
  method: "POST",
  path: "/markets/:market/propose",
  summary: "Propose a resolution of a market",
  group: RESOLUTIONS,
  refuses: [
    "not_accepting",
    "unknown_market",
    "market_not_open",
    "market_closed",
    "market_already_resolved",
    "proposal_exists",
    "invalid_payout",
  ],
  role: "resolver",
  params: MarketParams,
  body: Type.Object(
    {
      payout: GivenPayout,
      ...evidenceFields,
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answer: MarketAnswer,
  bodyLimit: 128 * 1024,
  handle: (call) => {
    const { evidence = "", link = "" } = call.body;
    const rejection = refuseLink(link);
    if (rejection !== undefined) return { rejection };
    const payout = readPayout(call.body.payout);
    return changeMarket(call, (conditionId) => ({
      action: "propose-resolution",
      details: { payout, link },
      command: { type: "propose-resolution", conditionId, payout, evidence, link },
    }));
  },
});
