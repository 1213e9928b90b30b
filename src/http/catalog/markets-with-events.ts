/** Markets with summaries of their events, as they are answered outside of an event. */
import { listEventsById } from "../../store/catalog/catalog-events.ts";
import type { MarketEntry } from "../../store/catalog/catalog-records.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { rowsOf } from "../large/rows.ts";
import { eventSummary } from "./event-record.ts";
import { marketRecord } from "./market-record.ts";
import { figuresOfSeries, tagRecord } from "./tag-record.ts";
import type { CatalogRead } from "./scope.ts";

/** The dialect, and whether the markets' tags are asked for. */
type MarketsCall = { readonly dialect: Dialect; readonly query: { readonly include_tag?: boolean } };

export async function marketsWithEvents(
  markets: readonly MarketEntry[],
  call: MarketsCall,
  reading: CatalogRead,
) {
  return rowsOf(markets, await marketRecords(markets, call, reading));
}

export async function marketWithEvents(market: MarketEntry, call: MarketsCall, reading: CatalogRead) {
  return (await marketRecords([market], call, reading))(market);
}

/** Makes the record of each of these markets. */
async function marketRecords(markets: readonly MarketEntry[], call: MarketsCall, reading: CatalogRead) {
  const { dialect, query } = call;
  const ids = [...new Set(markets.map(({ eventId }) => Number(eventId)))];
  const events = ids.length === 0 ? [] : await listEventsById(reading.sql, ids, reading);
  const series = await figuresOfSeries(
    events.flatMap(({ content }) => content.series),
    dialect,
    reading,
  );
  const byId = new Map(
    events.map((event) => [
      event.content.id,
      {
        markets: event.markets,
        summary: eventSummary(event, dialect, series),
        tags: event.content.tags,
      },
    ]),
  );
  return (market: MarketEntry) => {
    const event = byId.get(market.eventId);
    return {
      ...marketRecord(market, dialect, event),
      ...(query.include_tag === true && { tags: (event?.tags ?? []).map((tag) => tagRecord(tag, dialect)) }),
      events: event === undefined ? [] : [event.summary],
    };
  };
}
