/** Steps of a market's life cycle whose only parameter is a reason: POST /markets/{market}/ followed by the word of each. */
import type { MarketAction } from "../../../core/events/command.ts";
import type { RejectionCode } from "../../../core/rejection.ts";
import type { Role } from "../../../signing/operators.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import { DraftReasonBody, MARKETS, ReasonBody, RESOLUTIONS } from "../operation.ts";
import type { StepBody } from "../operation.ts";
import { marketChange } from "./markets.ts";

type MarketStep = Pick<Endpoint, "group"> & {
  readonly role: Role;
  readonly action: MarketAction;
  /** Last word of the step's path. */
  readonly word: string;
  readonly summary: string;
  /** Rejection codes of the step, besides those of every step. */
  readonly refuses: readonly RejectionCode[];
  readonly body?: StepBody;
};

const TRADING_STEP = { group: MARKETS, role: "market-admin" } as const;
const RESOLUTION_STEP = { group: RESOLUTIONS, role: "resolver" } as const;

const marketStep = ({ action, body = ReasonBody, ...step }: MarketStep): Endpoint =>
  marketChange({
    ...step,
    body,
    change: (conditionId) => ({ action, command: { type: action, conditionId } }),
  });

/** POST /markets/{market}/open: a draft accepts orders from now on. */
export const openMarket = marketStep({
  ...TRADING_STEP,
  action: "open-market",
  word: "open",
  body: DraftReasonBody,
  summary: "Open a market",
  refuses: ["market_not_draft", "market_closed"],
});

/** POST /markets/{market}/pause: new orders are refused; resting ones stay. */
export const pauseMarket = marketStep({
  ...TRADING_STEP,
  action: "pause-market",
  word: "pause",
  summary: "Pause a market",
  refuses: ["market_not_open", "market_closed"],
});

/** POST /markets/{market}/resume: a paused market accepts orders again. */
export const resumeMarket = marketStep({
  ...TRADING_STEP,
  action: "resume-market",
  word: "resume",
  summary: "Resume a paused market",
  refuses: ["market_not_open", "market_closed"],
});

/** POST /markets/{market}/archive: hides the market permanently. */
export const archiveMarket = marketStep({
  ...TRADING_STEP,
  action: "archive-market",
  word: "archive",
  body: DraftReasonBody,
  summary: "Archive a market",
  refuses: ["market_has_shares"],
});

/** POST /markets/{market}/dispute: marks the proposal as disputed, until a decision or another proposal. */
export const disputeResolution = marketStep({
  ...RESOLUTION_STEP,
  action: "dispute-resolution",
  word: "dispute",
  summary: "Dispute the proposed resolution of a market",
  refuses: ["no_proposal"],
});

/** POST /markets/{market}/undo: undoes the resolution, unless anybody redeemed; the market is paused then. */
export const undoResolution = marketStep({
  ...RESOLUTION_STEP,
  action: "undo-resolution",
  word: "undo",
  summary: "Undo the resolution of a market",
  refuses: ["market_not_resolved", "already_redeemed"],
});
