/** Markets with summaries of their events, as they are answered outside of an event. */
import { listEventsById } from "../../store/catalog/catalog-events.ts";
import type { MarketEntry } from "../../store/catalog/catalog-records.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { rowsOf } from "../large/rows.ts";
import { eventSummary } from "./event-record.ts";
import { marketRecord } from "./market-record.ts";
import type { CatalogRead } from "./scope.ts";

export async function marketsWithEvents(
  markets: readonly MarketEntry[],
  dialect: Dialect,
  reading: CatalogRead,
) {
  return rowsOf(markets, await marketRecords(markets, dialect, reading));
}

export async function marketWithEvents(market: MarketEntry, dialect: Dialect, reading: CatalogRead) {
  return (await marketRecords([market], dialect, reading))(market);
}

/** Makes the record of each of these markets. */
async function marketRecords(markets: readonly MarketEntry[], dialect: Dialect, reading: CatalogRead) {
  const ids = [...new Set(markets.map(({ eventId }) => Number(eventId)))];
  const events = ids.length === 0 ? [] : await listEventsById(reading.sql, ids, reading);
  const byId = new Map(events.map((event) => [event.content.id, eventSummary(event, dialect)]));
  return (market: MarketEntry) => {
    const event = byId.get(market.eventId);
    return { ...marketRecord(market, dialect), events: event === undefined ? [] : [event] };
  };
}
