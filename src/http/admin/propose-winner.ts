/** POST /events/{event}/propose: the market that should win, with the evidence; trading goes on. */
import { Type } from "typebox";
import { isRejection } from "../../core/rejection.ts";
import { changeEvent } from "./change-event.ts";
import { SteppedEvent } from "./event-answer.ts";
import { EventParams, GivenWinner } from "./event-term.ts";
import { evidenceFields, refuseLink } from "./evidence-fields.ts";
import { RESOLUTIONS } from "./groups.ts";
import { readMarketTerm } from "./market-term.ts";
import { operation, Reason } from "./operation.ts";

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
    const rejection = refuseLink(link);
    if (rejection !== undefined) return { rejection };
    return changeEvent(call, async (eventId) => {
      const winner = await readMarketTerm(call.context, call.body.winner);
      if (isRejection(winner)) return winner;
      return {
        action: "propose-winner",
        details: { winner, link },
        command: { type: "propose-winner", eventId, winner, evidence, link },
      };
    });
  },
});
