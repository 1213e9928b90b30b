/** Resolutions at the operator API: proposals and decisions, for a market or a complete event. */
import { Type } from "typebox";
import { marketChange } from "./markets.ts";
import { eventChange } from "./events.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { lineOrBlank, linesOrBlank } from "../../values/shown-text.ts";
import { ReasonBody, RESOLUTIONS, changeBody } from "../operation.ts";
import { GivenPayout, GivenWinner, readMarketParam, readPayout } from "../path-params.ts";

// Evidence of a proposed resolution in operators' requests.

const LIMITS = { evidence: 10_000, link: 2_000 } as const;

const evidenceFields = {
  evidence: Type.Optional(linesOrBlank(LIMITS.evidence)),
  link: Type.Optional(lineOrBlank(LIMITS.link)),
};

/** Rejects a link that is no web address: a link with blanks, or with another scheme than http or https. */
function rejectLink(link: string): Rejection | undefined {
  if (link === "" || isWebLink(link)) return undefined;
  return reject("invalid_payload", `link: expected a URL with http or https, got "${link}"`);
}

const isWebLink = (text: string): boolean =>
  /^https?:\/\/[^\s/]/i.test(text) && !/\s/.test(text) && URL.canParse(text);

/** Rejection codes of a decision on a market, and on an event of which exactly one market wins. */
const MARKET_CODES = ["market_not_open", "market_closed", "market_already_resolved"] as const;
const EVENT_CODES = ["not_negative_risk", ...MARKET_CODES] as const;

const RESOLVER_OPERATION = { group: RESOLUTIONS, role: "resolver" } as const;

const PROPOSAL_OPERATION = {
  ...RESOLVER_OPERATION,
  word: "propose",
  bodyLimit: 128 * 1024,
  check: ({ body }: { readonly body: { readonly link?: string } }) => rejectLink(body.link ?? ""),
} as const;

/** POST /markets/{market}/propose: proposes a resolution of the market, with evidence; trading goes on. */
export const proposeResolution = marketChange({
  ...PROPOSAL_OPERATION,
  summary: "Propose a resolution of a market",
  refuses: [...MARKET_CODES, "proposal_exists", "invalid_payout"],
  body: changeBody({ payout: GivenPayout, ...evidenceFields }),
  change: (conditionId, { payout: given, evidence = "", link = "" }) => {
    const payout = readPayout(given);
    return {
      action: "propose-resolution",
      details: { payout, link },
      command: { type: "propose-resolution", conditionId, payout, evidence, link },
    };
  },
});

/** POST /events/{event}/propose: proposes the winning market, with evidence; trading goes on. */
export const proposeWinner = eventChange({
  ...PROPOSAL_OPERATION,
  summary: "Propose the winner of an event of which exactly one market wins",
  refuses: [...EVENT_CODES, "proposal_exists", "invalid_payout"],
  body: changeBody({ winner: GivenWinner, ...evidenceFields }),
  change: async (eventId, { context, body: { evidence = "", link = "", ...body } }) => {
    const winner = await readMarketParam(context, body.winner);
    if (isRejection(winner)) return winner;
    return {
      action: "propose-winner",
      details: { winner, link },
      command: { type: "propose-winner", eventId, winner, evidence, link },
    };
  },
});

/** POST /markets/{market}/resolve: resolves the market; its resting orders are cancelled. */
export const resolveMarket = marketChange({
  ...RESOLVER_OPERATION,
  word: "resolve",
  summary: "Resolve a market",
  refuses: [...MARKET_CODES, "invalid_payout"],
  body: changeBody({ payout: GivenPayout }),
  change: (conditionId, body) => {
    const payout = readPayout(body.payout);
    const command = { type: "resolve-market", conditionId, payout } as const;
    return { action: "resolve-market", details: { payout }, command };
  },
});

/** POST /events/{event}/resolve: one market wins, and all markets of the event resolve in one batch or not at all. */
export const resolveEvent = eventChange({
  ...RESOLVER_OPERATION,
  word: "resolve",
  summary: "Resolve an event of which exactly one market wins",
  refuses: [...EVENT_CODES, "invalid_payout"],
  body: changeBody({ winner: GivenWinner }),
  change: async (eventId, { context, body }) => {
    const winner = await readMarketParam(context, body.winner);
    if (isRejection(winner)) return winner;
    const command = { type: "resolve-event", eventId, winner } as const;
    return { action: "resolve-event", details: { winner }, command };
  },
});

/** POST /events/{event}/undo: undoes the resolutions of all markets, unless anybody redeemed; they are paused then. */
export const undoEvent = eventChange({
  ...RESOLVER_OPERATION,
  word: "undo",
  summary: "Undo the resolution of all markets of an event",
  refuses: ["market_not_resolved", "already_redeemed"],
  body: ReasonBody,
  change: (eventId) => ({ action: "undo-event", command: { type: "undo-event", eventId } }),
});
