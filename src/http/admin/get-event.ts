/** GET /events/{event}: an event with all its markets, as of the last commit. */
import { isBetFixed } from "../../core/bet.ts";
import { isRejection } from "../../core/rejection.ts";
import { listEventMarkets, readEventTerms } from "../../store/reads/operator-events.ts";
import type { EventMarket } from "../../store/reads/operator-events.ts";
import { countStatuses, EventWithMarkets } from "./event-answer.ts";
import { EventParams, readEventTerm } from "./event-term.ts";
import { MARKETS } from "./groups.ts";
import { operation } from "./operation.ts";

export const getEvent = operation({
  method: "GET",
  path: "/events/:event",
  summary: "Get an event with its markets",
  group: MARKETS,
  refuses: ["unknown_event"],
  params: EventParams,
  answer: EventWithMarkets,
  handle: async ({ context, params }) => {
    const event = await readEventTerm(context, params.event);
    if (isRejection(event)) return { rejection: event };
    const sql = await context.sql();
    const [terms, markets] = await Promise.all([
      readEventTerms(sql, event.id),
      listEventMarkets(sql, event.id),
    ]);
    return {
      body: {
        ...event,
        ...terms,
        exclusive: markets.length > 0 && markets.every(({ negativeRisk }) => negativeRisk),
        betFixed: markets.some((market) => isBetFixed({ ...market, resolvedAt: market.resolvedAt ?? 0 })),
        statuses: countStatuses(markets),
        markets: markets.map(describe),
      },
    };
  },
});

function describe(market: EventMarket) {
  const { conditionId, slug, question, label, status, payout, proposedPayout, disputed } = market;
  const proposed = proposedPayout && { payout: proposedPayout, disputed };
  return { conditionId, slug, question, label, status, payout, proposed };
}
