/** Resolutions at the operator API: propose and make them, for a market or a complete event. */
import { Type } from "typebox";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { lineOrBlank, linesOrBlank } from "../../values/shown-text.ts";
import { SteppedEvent } from "./event-answer.ts";
import { changeEvent } from "./events.ts";
import { RESOLUTIONS, Reason, operation } from "../operation.ts";
import { MarketAnswer } from "./market-answer.ts";
import { changeMarket } from "./markets.ts";
import {
  EventParams,
  GivenPayout,
  GivenWinner,
  MarketParams,
  readMarketParam,
  readPayout,
} from "../path-params.ts";

// Evidence of a proposed resolution in operators' requests.

const LIMITS = { evidence: 10_000, link: 2_000 } as const;

const evidenceFields = {
  evidence: Type.Optional(linesOrBlank(LIMITS.evidence)),
  link: Type.Optional(lineOrBlank(LIMITS.link)),
};

/** Rejects a link that cannot be a page's: one with blanks, or with another scheme. */
function rejectLink(link: string): Rejection | undefined {
  if (link === "" || isWebLink(link)) return undefined;
  return reject("invalid_payload", `link: expected a URL with http or https, got "${link}"`);
}

const isWebLink = (text: string): boolean =>
  /^https?:\/\/[^\s/]/i.test(text) && !/\s/.test(text) && URL.canParse(text);

/** POST /markets/{market}/propose: proposes a resolution of the market, with evidence; trading goes on. */
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
    const rejection = rejectLink(link);
    if (rejection !== undefined) return { rejection };
    const payout = readPayout(call.body.payout);
    return changeMarket(call, (conditionId) => ({
      action: "propose-resolution",
      details: { payout, link },
      command: { type: "propose-resolution", conditionId, payout, evidence, link },
    }));
  },
});

/** POST /events/{event}/propose: proposes the winning market, with evidence; trading goes on. */
export const proposeWinner = operation({
  method: "POST",
  path: "/events/:event/propose",
  summary: "Propose the winner of an event of which exactly one market wins",
  group: RESOLUTIONS,
  refuses: [
    "not_accepting",
    "unknown_event",
    "unknown_market",
    "not_negative_risk",
    "market_not_open",
    "market_closed",
    "market_already_resolved",
    "proposal_exists",
    "invalid_payout",
  ],
  role: "resolver",
  params: EventParams,
  body: Type.Object(
    { winner: GivenWinner, ...evidenceFields, reason: Reason },
    { additionalProperties: false },
  ),
  answer: SteppedEvent,
  bodyLimit: 128 * 1024,
  handle: (call) => {
    const { evidence = "", link = "" } = call.body;
    const rejection = rejectLink(link);
    if (rejection !== undefined) return { rejection };
    return changeEvent(call, async (eventId) => {
      const winner = await readMarketParam(call.context, call.body.winner);
      if (isRejection(winner)) return winner;
      return {
        action: "propose-winner",
        details: { winner, link },
        command: { type: "propose-winner", eventId, winner, evidence, link },
      };
    });
  },
});

/** POST /markets/{market}/resolve: resolves the market; its resting orders are cancelled. */
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

/** POST /events/{event}/resolve: one market wins, and all markets of the event resolve in one batch or not at all. */
export const resolveEvent = operation({
  method: "POST",
  path: "/events/:event/resolve",
  summary: "Resolve an event of which exactly one market wins",
  group: RESOLUTIONS,
  refuses: [
    "not_accepting",
    "unknown_event",
    "unknown_market",
    "not_negative_risk",
    "market_not_open",
    "market_closed",
    "market_already_resolved",
    "invalid_payout",
  ],
  role: "resolver",
  params: EventParams,
  body: Type.Object({ winner: GivenWinner, reason: Reason }, { additionalProperties: false }),
  answer: SteppedEvent,
  handle: (call) =>
    changeEvent(call, async (eventId) => {
      const winner = await readMarketParam(call.context, call.body.winner);
      if (isRejection(winner)) return winner;
      return {
        action: "resolve-event",
        details: { winner },
        command: { type: "resolve-event", eventId, winner },
      };
    }),
});
