/** Steps of all markets of an event that take nothing but a reason: POST /events/{event}/ and the word of each. */
import { Type } from "typebox";
import type { EventAction } from "../../core/command.ts";
import type { RejectionCode } from "../../core/rejection.ts";
import type { Endpoint } from "../endpoint.ts";
import { changeEvent } from "./change-event.ts";
import { SteppedEvent } from "./event-answer.ts";
import { EventParams } from "./event-term.ts";
import { MARKETS } from "./groups.ts";
import { operation, Reason } from "./operation.ts";

type EventStep = Pick<Endpoint, "summary"> & {
  readonly action: EventAction;
  /** The last word of its path. */
  readonly word: string;
  /** Codes that the step is refused with, besides those of every step. */
  readonly refuses: readonly RejectionCode[];
};

const eventStep = ({ action, word, refuses, ...described }: EventStep): Endpoint =>
  operation({
    ...described,
    method: "POST",
    path: `/events/:event/${word}`,
    group: MARKETS,
    refuses: ["not_accepting", "unknown_event", "unknown_market", ...refuses],
    role: "market-admin",
    params: EventParams,
    body: Type.Object({ reason: Reason }, { additionalProperties: false }),
    answer: SteppedEvent,
    handle: (call) => changeEvent(call, (eventId) => ({ action, command: { type: action, eventId } })),
  });

/** POST /events/{event}/open: all drafts of the event take orders from now on. */
export const openEvent = eventStep({
  action: "open-event",
  word: "open",
  summary: "Open all markets of an event that are drafts",
  refuses: ["market_not_draft", "market_closed"],
});

/** POST /events/{event}/pause: no market of the event takes new orders; those that rest stay. */
export const pauseEvent = eventStep({
  action: "pause-event",
  word: "pause",
  summary: "Pause all open markets of an event",
  refuses: ["market_not_open", "market_closed"],
});

/** POST /events/{event}/resume: all paused markets of the event take orders again. */
export const resumeEvent = eventStep({
  action: "resume-event",
  word: "resume",
  summary: "Resume all paused markets of an event",
  refuses: ["market_not_open", "market_closed"],
});

/** POST /events/{event}/archive: the event is hidden for good, with all its markets. */
export const archiveEvent = eventStep({
  action: "archive-event",
  word: "archive",
  summary: "Archive all markets of an event",
  refuses: ["market_has_shares"],
});
