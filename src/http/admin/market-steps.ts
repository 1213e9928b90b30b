/** Steps of a market's life that take nothing but a reason: POST /markets/{market}/ and the word of each. */
import { Type } from "typebox";
import type { MarketAction } from "../../core/command.ts";
import type { RejectionCode } from "../../core/rejection.ts";
import type { Role } from "../../signing/operators.ts";
import type { Endpoint } from "../endpoint.ts";
import { changeMarket } from "./markets.ts";
import { MARKETS, RESOLUTIONS } from "./groups.ts";
import { MarketAnswer } from "./market-answer.ts";
import { MarketParams } from "./path-terms.ts";
import { operation, Reason } from "./operation.ts";

type MarketStep = Pick<Endpoint, "summary" | "group"> & {
  readonly role: Role;
  readonly action: MarketAction;
  /** The last word of its path. */
  readonly word: string;
  /** Codes that the step is refused with, besides those of every step. */
  readonly refuses: readonly RejectionCode[];
};

const marketStep = ({ action, word, refuses, ...described }: MarketStep): Endpoint =>
  operation({
    ...described,
    method: "POST",
    path: `/markets/:market/${word}`,
    refuses: ["not_accepting", "unknown_market", ...refuses],
    params: MarketParams,
    body: Type.Object({ reason: Reason }, { additionalProperties: false }),
    answer: MarketAnswer,
    handle: (call) =>
      changeMarket(call, (conditionId) => ({ action, command: { type: action, conditionId } })),
  });

/** POST /markets/{market}/open: a draft takes orders from now on. */
export const openMarket = marketStep({
  action: "open-market",
  word: "open",
  summary: "Open a market",
  group: MARKETS,
  refuses: ["market_not_draft", "market_closed"],
  role: "market-admin",
});

/** POST /markets/{market}/pause: new orders are refused; those that rest stay. */
export const pauseMarket = marketStep({
  action: "pause-market",
  word: "pause",
  summary: "Pause a market",
  group: MARKETS,
  refuses: ["market_not_open", "market_closed"],
  role: "market-admin",
});

/** POST /markets/{market}/resume: a paused market takes orders again. */
export const resumeMarket = marketStep({
  action: "resume-market",
  word: "resume",
  summary: "Resume a paused market",
  group: MARKETS,
  refuses: ["market_not_open", "market_closed"],
  role: "market-admin",
});

/** POST /markets/{market}/archive: the market is hidden for good. */
export const archiveMarket = marketStep({
  action: "archive-market",
  word: "archive",
  summary: "Archive a market",
  group: MARKETS,
  refuses: ["market_has_shares"],
  role: "market-admin",
});

/** POST /markets/{market}/dispute: the proposal waits for a decision or another proposal. */
export const disputeResolution = marketStep({
  action: "dispute-resolution",
  word: "dispute",
  summary: "Dispute the proposed resolution of a market",
  group: RESOLUTIONS,
  refuses: ["no_proposal"],
  role: "resolver",
});

/** POST /markets/{market}/undo: the market is paused as before, while nobody redeemed. */
export const undoResolution = marketStep({
  action: "undo-resolution",
  word: "undo",
  summary: "Undo the resolution of a market",
  group: RESOLUTIONS,
  refuses: ["market_not_resolved", "already_redeemed"],
  role: "resolver",
});
