/** The export of an exchange's markets for a Kuest site: its script, written while the exchange is read. */
import { HOUR_MS } from "../catalog/catalog-records.ts";
import { readTablesHead } from "../journal/journal.ts";
import type { Snapshot } from "../sql/table-stream.ts";
import { streamEvents, streamMarkets } from "./exported-listings.ts";
import { conditionRow, eventRow, marketRow, outcomeRows, tagRows } from "./site-rows.ts";
import { siteScript } from "./site-script.ts";
import type { SiteEntry } from "./site-script.ts";

const HOURS = 24;

export type SiteExport = {
  readonly pieces: AsyncGenerator<Buffer>;
  /** Numbers of what was written so far. */
  readonly counts: { events: number; markets: number };
};

export type SiteExportOptions = {
  readonly time: Date;
  /** Called after each event and market with the number of those that were written. */
  readonly onItem?: (written: number) => void;
};

/** Exports the exchange as one snapshot shows it. */
export async function exportSite(
  snapshot: Snapshot,
  { time, onItem = () => {} }: SiteExportOptions,
): Promise<SiteExport> {
  const { seq } = await readTablesHead(snapshot);
  const counts = { events: 0, markets: 0 };
  const count = (kind: "events" | "markets"): void => {
    counts[kind] += 1;
    onItem(counts.events + counts.markets);
  };
  const title = `Markets of a Presage exchange as of batch ${seq}, ${time.toISOString()}, for the database of a Kuest site.`;
  return { pieces: encoded(siteScript(title, entriesOf(snapshot, time, count))), counts };
}

async function* entriesOf(
  snapshot: Snapshot,
  time: Date,
  count: (kind: "events" | "markets") => void,
): AsyncGenerator<SiteEntry> {
  for await (const event of streamEvents(snapshot)) {
    yield { table: "events", row: eventRow(event) };
    for (const row of tagRows(event)) yield { table: "tags", row };
    count("events");
  }
  const since = Math.floor(time.getTime() / HOUR_MS) - HOURS;
  for await (const market of streamMarkets(snapshot, since)) {
    yield { table: "conditions", row: conditionRow(market) };
    yield { table: "markets", row: marketRow(market) };
    for (const row of outcomeRows(market)) yield { table: "outcomes", row };
    count("markets");
  }
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}
