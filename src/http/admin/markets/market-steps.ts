/** Steps of a market's life cycle whose only parameter is a reason: POST /markets/{market}/ followed by the word of each. */
import { Type } from "typebox";
import type { MarketAction } from "../../../core/events/command.ts";
import type { RejectionCode } from "../../../core/rejection.ts";
import type { Role } from "../../../signing/operators.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import { changeMarket } from "./markets.ts";
import { MARKETS, RESOLUTIONS, Reason, operation } from "../operation.ts";
import { MarketAnswer } from "./market-answer.ts";
import { MarketParams } from "../path-params.ts";

type MarketStep = Pick<Endpoint, "summary" | "group"> & {
  readonly role: Role;
  readonly action: MarketAction;
  /** The last word of its path. */
  readonly word: string;
  /** Codes that the step gives, besides those of every step. */
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

/** POST /markets/{market}/open: a draft accepts orders from now on. */
export const openMarket = marketStep({
  action: "open-market",
  word: "open",
  summary: "Open a market",
  group: MARKETS,
  refuses: ["market_not_draft", "market_closed"],
  role: "market-admin",
});

/** POST /markets/{market}/pause: new orders are refused; resting ones stay. */
export const pauseMarket = marketStep({
  action: "pause-market",
  word: "pause",
  summary: "Pause a market",
  group: MARKETS,
  refuses: ["market_not_open", "market_closed"],
  role: "market-admin",
});

/** POST /markets/{market}/resume: a paused market accepts orders again. */
export const resumeMarket = marketStep({
  action: "resume-market",
  word: "resume",
  summary: "Resume a paused market",
  group: MARKETS,
  refuses: ["market_not_open", "market_closed"],
  role: "market-admin",
});

/** POST /markets/{market}/archive: hides the market permanently. */
export const archiveMarket = marketStep({
  action: "archive-market",
  word: "archive",
  summary: "Archive a market",
  group: MARKETS,
  refuses: ["market_has_shares"],
  role: "market-admin",
});

/** POST /markets/{market}/dispute: marks the proposal as disputed, until a decision or another proposal. */
export const disputeResolution = marketStep({
  action: "dispute-resolution",
  word: "dispute",
  summary: "Dispute the proposed resolution of a market",
  group: RESOLUTIONS,
  refuses: ["no_proposal"],
  role: "resolver",
});

/** POST /markets/{market}/undo: undoes the resolution, unless anybody redeemed; the market is paused then. */
export const undoResolution = marketStep({
  action: "undo-resolution",
  word: "undo",
  summary: "Undo the resolution of a market",
  group: RESOLUTIONS,
  refuses: ["market_not_resolved", "already_redeemed"],
  role: "resolver",
});
