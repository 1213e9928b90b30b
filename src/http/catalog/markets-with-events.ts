/** Markets with summaries of their events, as they are answered outside of an event. */
import { listEventsById } from "../../store/catalog-events.ts";
import type { MarketEntry } from "../../store/catalog-records.ts";
import type { Dialect } from "../dialect.ts";
import { eventSummary } from "./event-record.ts";
import { marketRecord } from "./market-record.ts";
import type { Reading } from "./scope.ts";

export async function marketsWithEvents(
  markets: readonly MarketEntry[],
  dialect: Dialect,
  { sql, since }: Reading,
) {
  const ids = [...new Set(markets.map(({ eventId }) => Number(eventId)))];
  const events = ids.length === 0 ? [] : await listEventsById(sql, ids, { since });
  const byId = new Map(events.map((event) => [event.content.id, eventSummary(event, dialect)]));
  return markets.map((market) => {
    const event = byId.get(market.eventId);
    return { ...marketRecord(market, dialect), events: event === undefined ? [] : [event] };
  });
}
