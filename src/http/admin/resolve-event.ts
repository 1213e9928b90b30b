/** POST /events/{event}/resolve: one market wins, and all of the event resolve in one batch or not at all. */
import { Type } from "typebox";
import { isRejection } from "../../core/rejection.ts";
import { changeEvent } from "./change-event.ts";
import { SteppedEvent } from "./event-answer.ts";
import { EventParams, GivenWinner } from "./event-term.ts";
import { RESOLUTIONS } from "./groups.ts";
import { readMarketTerm } from "./market-term.ts";
import { operation, Reason } from "./operation.ts";

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
      const winner = await readMarketTerm(call.context, call.body.winner);
      if (isRejection(winner)) return winner;
      return {
        action: "resolve-event",
        details: { winner },
        command: { type: "resolve-event", eventId, winner },
      };
    }),
});
