/** The rows of a list of events, with what Polymarket's rows have more. */
import { listMarketsOfEvents } from "../../store/catalog/catalog-markets.ts";
import type { EventRecord, MarketEntry } from "../../store/catalog/catalog-records.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { rowsOf } from "../large/rows.ts";
import { listedEvent } from "./event-record.ts";
import type { CatalogRead } from "./scope.ts";
import { figuresOfSeries } from "./tag-record.ts";

/** `keeps` says which markets are shown. */
type ListReading = CatalogRead & { readonly keeps?: (market: MarketEntry) => boolean };

export async function listedEvents(events: readonly EventRecord[], dialect: Dialect, reading: ListReading) {
  const { keeps = () => true } = reading;
  const ids = dialect === "polymarket" ? events.map(({ content }) => Number(content.id)) : [];
  const markets = ids.length === 0 ? [] : await listMarketsOfEvents(reading.sql, ids, reading);
  const series = await figuresOfSeries(
    events.flatMap(({ content }) => content.series),
    dialect,
    reading,
  );
  const byEvent = Map.groupBy(markets, ({ eventId }) => eventId);
  return rowsOf(events, (event) =>
    listedEvent(event, { markets: byEvent.get(event.content.id) ?? [], keeps, series }, dialect),
  );
}
