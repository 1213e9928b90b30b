/** POST /markets/{market}/propose: how the market should be resolved, with the evidence; trading goes on. */
import { Type } from "typebox";
import { reject } from "../../core/rejection.ts";
import { storableText } from "../storable-text.ts";
import { changeMarket } from "./change-market.ts";
import { RESOLUTIONS } from "./groups.ts";
import { MarketAnswer } from "./market-answer.ts";
import { MarketParams } from "./market-term.ts";
import { operation, Reason } from "./operation.ts";
import { GivenPayout, readPayout } from "./payout-term.ts";

const LIMITS = { evidence: 10_000, link: 2_000 } as const;

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
      evidence: Type.Optional(storableText(LIMITS.evidence)),
      link: Type.Optional(storableText(LIMITS.link)),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answer: MarketAnswer,
  bodyLimit: 128 * 1024,
  handle: (call) => {
    const { evidence = "", link = "" } = call.body;
    if (link !== "" && !isWebLink(link))
      return {
        rejection: reject("invalid_payload", `link: expected a URL with http or https, got "${link}"`),
      };
    const payout = readPayout(call.body.payout);
    return changeMarket(call, (conditionId) => ({
      action: "propose-resolution",
      details: { payout, link },
      command: { type: "propose-resolution", conditionId, payout, evidence, link },
    }));
  },
});

/** One that a page can link to: without blanks and without another scheme. */
const isWebLink = (text: string): boolean =>
  /^https?:\/\/[^\s/]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
