/**
 * Compares the catalog tables with the listings of the journal. For each event and market, the digest of the last
 * listing is retained, not the text: descriptions make up most of a catalog.
 */
import { createHash } from "node:crypto";
import type { CatalogMarket } from "../../core/catalog.ts";
import { elementAt } from "../../core/element-at.ts";
import type { Event } from "../../core/event.ts";
import type { Exchange } from "../../core/state.ts";
import { compareValues, addDifference } from "../journal/differences.ts";
import type { Differences } from "../journal/differences.ts";
import { LONG_ROWS, SHORT_ROWS } from "../sql/table-stream.ts";
import type { TableQuery } from "../sql/table-stream.ts";

export const EVENT_ROWS: TableQuery = {
  cursor: "event_rows",
  page: LONG_ROWS,
  text: "select id::text, slug, content from events order by events.id",
};
export const TAG_ROWS: TableQuery = {
  cursor: "listed_tag_rows",
  page: SHORT_ROWS,
  text: "select id::text, slug, content from tags order by tags.id",
};
export const SERIES_ROWS: TableQuery = {
  cursor: "series_rows",
  page: SHORT_ROWS,
  text: "select id::text, slug, content from series order by series.id",
};
export const MARKET_ROWS: TableQuery = {
  cursor: "market_rows",
  page: LONG_ROWS,
  text: `
  select no, id::text, event_id::text, condition_id, token_ids, slug, content from markets order by no`,
};

/** An event, a tag or a series. */
export type ListedRow = { readonly id: string; readonly slug: string; readonly content: unknown };
export type ListedMarketRow = ListedRow & {
  readonly no: number;
  readonly event_id: string;
  readonly condition_id: string;
  readonly token_ids: readonly string[];
};

type ListedDigest = { readonly slug: string; readonly digest: string };
type ListedMarket = ListedDigest & { readonly id: string; readonly eventId: string };

/** The last listings of the journal, by id, and for markets by number. */
export type CatalogCheck = {
  readonly events: Map<string, ListedDigest>;
  readonly tags: Map<string, ListedDigest>;
  readonly series: Map<string, ListedDigest>;
  readonly markets: Map<number, ListedMarket>;
};

export const createCatalogCheck = (): CatalogCheck => ({
  events: new Map(),
  tags: new Map(),
  series: new Map(),
  markets: new Map(),
});

export function noteListings(check: CatalogCheck, events: readonly Event[]): void {
  for (const event of events) {
    if (event.type !== "listed") continue;
    const { listing, markets } = event;
    const { id: eventId, slug, tags, series } = listing.event;
    check.events.set(eventId, { slug, digest: digestOf(listing.event) });
    for (const tag of tags) check.tags.set(tag.id, { slug: tag.slug, digest: digestOf(tag) });
    for (const one of series) check.series.set(one.id, { slug: one.slug, digest: digestOf(one) });
    markets.forEach(({ no }, index) => {
      check.markets.set(no, describe(elementAt(listing.markets, index), eventId));
    });
  }
}

const describe = (market: CatalogMarket, eventId: string): ListedMarket => ({
  id: market.id,
  slug: market.slug,
  eventId,
  digest: digestOf(market),
});

/** Compares the rows of a table with the listed content; `what` names the kind of row. */
export async function compareListed(
  what: "event" | "tag" | "series",
  listed: ReadonlyMap<string, ListedDigest>,
  rows: AsyncIterable<ListedRow>,
  differences: Differences,
): Promise<void> {
  const missing = new Map(listed);
  for await (const { id, slug, content } of rows) {
    const expected = missing.get(id);
    missing.delete(id);
    if (expected === undefined)
      addDifference(differences, `${what} ${id}: it is in the table, and not in the journal`);
    else compareDescribed(differences, `${what} ${id}`, expected, { slug, content });
  }
  for (const id of missing.keys()) addDifference(differences, `${what} ${id}: it is not in the table`);
}

export async function compareMarkets(
  check: CatalogCheck,
  exchange: Exchange,
  rows: AsyncIterable<ListedMarketRow>,
  differences: Differences,
): Promise<void> {
  const missing = new Map(check.markets);
  for await (const row of rows) {
    const expected = missing.get(row.no);
    const market = exchange.markets[row.no];
    missing.delete(row.no);
    if (expected === undefined || market === undefined) {
      addDifference(differences, `market ${row.no}: it is in the table, and not in the journal`);
      continue;
    }
    const { id, eventId } = expected;
    const [first, second] = market.tokenIds;
    compareValues(
      differences,
      `market ${row.no}`,
      { id, event_id: eventId, condition_id: market.conditionId, token_ids: `${first}, ${second}` },
      { ...row, token_ids: row.token_ids.join(", ") },
    );
    compareDescribed(differences, `market ${row.no}`, expected, row);
  }
  for (const no of missing.keys()) addDifference(differences, `market ${no}: it is not in the table`);
}

function compareDescribed(
  differences: Differences,
  subject: string,
  { slug, digest }: ListedDigest,
  found: Pick<ListedRow, "slug" | "content">,
): void {
  compareValues(differences, subject, { slug }, found);
  if (digestOf(found.content) !== digest)
    addDifference(differences, `${subject}: content is not what was listed`);
}

const digestOf = (content: unknown): string =>
  createHash("sha256").update(sortedText(content)).digest("base64");

/** Writes a value as JSON with sorted keys in all objects. */
export const sortedText = (value: unknown): string => JSON.stringify(sorted(value));

/** Returns the same value with sorted keys in all objects, whatever order the database returns them in. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
