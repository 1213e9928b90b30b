/** Steps of a market's life that take nothing but a reason: POST /markets/{market}/ and the word of each. */
import { Type } from "typebox";
import type { MarketAction } from "../../core/command.ts";
import type { Role } from "../../signing/operators.ts";
import type { Endpoint } from "../endpoint.ts";
import { changeMarket } from "./change-market.ts";
import { MarketAnswer } from "./market-answer.ts";
import { MarketParams } from "./market-term.ts";
import { operation, Reason } from "./operation.ts";

type MarketStep = {
  readonly action: MarketAction;
  /** The last word of its path. */
  readonly word: string;
  readonly summary: string;
  readonly role: Role;
};

const marketStep = ({ action, word, summary, role }: MarketStep): Endpoint =>
  operation({
    method: "POST",
    path: `/markets/:market/${word}`,
    summary,
    role,
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
  role: "market-admin",
});

/** POST /markets/{market}/pause: new orders are refused; those that rest stay. */
export const pauseMarket = marketStep({
  action: "pause-market",
  word: "pause",
  summary: "Pause a market",
  role: "market-admin",
});

/** POST /markets/{market}/resume: a paused market takes orders again. */
export const resumeMarket = marketStep({
  action: "resume-market",
  word: "resume",
  summary: "Resume a paused market",
  role: "market-admin",
});

/** POST /markets/{market}/archive: the market is hidden for good. */
export const archiveMarket = marketStep({
  action: "archive-market",
  word: "archive",
  summary: "Archive a market",
  role: "market-admin",
});

/** POST /markets/{market}/dispute: the proposal waits for a decision or another proposal. */
export const disputeResolution = marketStep({
  action: "dispute-resolution",
  word: "dispute",
  summary: "Dispute the proposed resolution of a market",
  role: "resolver",
});

/** POST /markets/{market}/undo: the market is paused as before, while nobody redeemed. */
export const undoResolution = marketStep({
  action: "undo-resolution",
  word: "undo",
  summary: "Undo the resolution of a market",
  role: "resolver",
});
