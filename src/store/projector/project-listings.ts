/**
 * The catalog's rows of listings: contents, entries, tags, series and words. They take several statements, within the
 * transaction of a flush; statistics are written after them.
 */
import type { Client } from "pg";
import type { CatalogEvent, CatalogMarket, CatalogSeries, CatalogTag } from "../../core/markets/catalog.ts";
import { elementAt } from "../../core/values/element-at.ts";
import { eventEntry, marketEntry, tagEntry, vectorText } from "../catalog/catalog-entries.ts";
import type { EventEntryRow, TagEntryRow } from "../catalog/catalog-entries.ts";
import { eventEntryFlags, marketEntryFlags } from "../tables/flags.ts";
import type { EntryFlags } from "../tables/flags.ts";
import {
  EVENT_ENTRIES,
  EVENTS,
  MARKET_ENTRIES,
  MARKETS,
  SERIES,
  TAGS,
  writeRecordsSql,
} from "../tables/record-tables.ts";
import type { RecordTable } from "../tables/record-tables.ts";
import type { TouchedState } from "./touched.ts";

type ListedMarket = {
  readonly no: number;
  readonly event: string;
  readonly content: CatalogMarket;
  readonly flags: EntryFlags | undefined;
};
type ListedEvent = { readonly content: CatalogEvent; readonly flags: EntryFlags | undefined };

/** Contents that the batches listed, one row for each id: the last listing wins. */
export type ListingRows = {
  readonly events: Map<string, ListedEvent>;
  readonly markets: Map<number, ListedMarket>;
  readonly tags: Map<string, CatalogTag>;
  readonly series: Map<string, CatalogSeries>;
  /**
   * Markets that may have stopped being drafts, and the flags of their events, whose entries include the words of such
   * markets.
   */
  readonly opened: Set<number>;
  readonly openedEvents: Map<string, EntryFlags>;
};

/** Reads the events, markets, tags and series that a batch listed, with their flags after the batch. */
export function readListings(touched: TouchedState): ListingRows {
  const rows: ListingRows = {
    events: new Map(),
    markets: new Map(),
    tags: new Map(),
    series: new Map(),
    opened: new Set(touched.opened.keys()),
    openedEvents: new Map(),
  };
  for (const { listing, markets: listed } of touched.listings) {
    const { event } = listing;
    const state = touched.events.get(event.id);
    rows.events.set(event.id, { content: event, flags: state && eventEntryFlags(state) });
    listed.forEach(({ no }, index) => {
      const market = touched.markets.get(no);
      const flags = market && marketEntryFlags(market);
      rows.markets.set(no, { no, event: event.id, content: elementAt(listing.markets, index), flags });
    });
    for (const tag of event.tags) rows.tags.set(tag.id, tag);
    for (const one of event.series) rows.series.set(one.id, one);
  }
  for (const { event } of touched.opened.values())
    if (!rows.events.has(event.id)) rows.openedEvents.set(event.id, eventEntryFlags(event));
  return rows;
}

export function mergeListings(rows: ListingRows, next: ListingRows): void {
  for (const [id, event] of next.events) {
    rows.events.set(id, event);
    rows.openedEvents.delete(id);
  }
  for (const no of next.opened) rows.opened.add(no);
  for (const [id, flags] of next.openedEvents) {
    const listed = rows.events.get(id);
    if (listed === undefined) rows.openedEvents.set(id, flags);
    else rows.events.set(id, { ...listed, flags });
  }
  for (const [no, market] of next.markets) rows.markets.set(no, market);
  for (const [id, tag] of next.tags) rows.tags.set(id, tag);
  for (const [id, series] of next.series) rows.series.set(id, series);
}

/** True if more than flags of the catalog's rows change. */
export const hasListings = ({ events, opened }: ListingRows): boolean => events.size + opened.size > 0;

/** Writes listings and opened markets, within the caller's transaction. */
export async function projectListings(client: Client, listed: ListingRows): Promise<void> {
  if (!hasListings(listed)) return;
  const events = [...listed.events.values()];
  const markets = [...listed.markets.values()];
  const tags = [...listed.tags.values()];
  const series = [...listed.series.values()];
  await writeRecords(
    client,
    EVENTS,
    events.map(({ content }) => contentRow(content)),
  );
  await writeRecords(client, MARKETS, markets.map(marketRow));
  await writeRecords(
    client,
    MARKET_ENTRIES,
    markets.map(({ no, event, content, flags }) => ({ ...marketEntry(no, event, content), ...flags })),
  );
  await client.query("update market_entries set published = true where market = any($1::int[])", [
    [...listed.opened],
  ]);
  const entries = await eventEntries(client, [...events, ...(await openedEvents(client, listed))]);
  await writeTags(client, tags, await countTags(client, entries));
  const before = await storedWords(client, entries);
  await writeRecords(client, EVENT_ENTRIES, entries.map(entryRow));
  await changeWords(client, before, publicWords(entries));
  await writeRecords(client, SERIES, series.map(contentRow));
}

/** Returns the words that the search may suggest for misspelt ones: those of public events, not of drafts. */
const publicWords = (entries: readonly EntryRow[]): ReadonlySet<string> =>
  new Set(entries.flatMap(({ published, words }) => (published === true ? words : [])));

/** Reads the public words of the stored entries; to be called before the entries are written. */
async function storedWords(client: Client, entries: readonly EntryRow[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ word: string }>(
    `select distinct unnest(tsvector_to_array(words)) as word from event_entries
     where event = any($1::bigint[]) and published`,
    [entries.map(({ event }) => event)],
  );
  return rows.map(({ word }) => word);
}

/** Adds the words of these entries, and removes words that they lost and that no other public event has. */
async function changeWords(
  client: Client,
  before: readonly string[],
  words: ReadonlySet<string>,
): Promise<void> {
  await client.query(
    "insert into search_words (word) select * from json_array_elements_text($1::json) on conflict do nothing",
    [JSON.stringify([...words].sort())],
  );
  const lostWords = before.filter((word) => !words.has(word));
  if (lostWords.length === 0) return;
  await client.query(
    `delete from search_words where word = any($1::text[]) and not exists (
       select from event_entries where published and words @@ quote_literal(search_words.word)::tsquery
     )`,
    [lostWords],
  );
}

/** Writes rows by the names of their columns. */
const writeRecords = (client: Client, table: RecordTable, rows: readonly object[]) =>
  client.query(writeRecordsSql(table), [JSON.stringify(rows)]);

/** Builds the row of an event or of a series. */
const contentRow = (content: CatalogEvent | CatalogSeries) => ({
  id: content.id,
  slug: content.slug,
  content,
});

const marketRow = ({ no, event, content }: ListedMarket) => ({
  no,
  id: content.id,
  event_id: event,
  condition_id: content.conditionId,
  token_ids: content.tokenIds,
  slug: content.slug,
  content,
});

type StoredWords = { readonly event: string; readonly creator: string; readonly words: readonly string[] };

/** Lists the stored events in which a market opened. */
async function openedEvents(client: Client, { openedEvents: opened }: ListingRows): Promise<ListedEvent[]> {
  if (opened.size === 0) return [];
  const { rows } = await client.query<{ content: CatalogEvent }>(
    "select content from events where id = any($1::bigint[]) order by id",
    [[...opened.keys()]],
  );
  return rows.map(({ content }) => ({ content, flags: opened.get(content.id) }));
}

type EntryRow = EventEntryRow & Partial<EntryFlags>;

/** Builds the entries of events, with all their public markets, also those listed before. */
async function eventEntries(client: Client, listed: readonly ListedEvent[]): Promise<EntryRow[]> {
  const events = listed.map(({ content }) => content);
  const { rows } = await client.query<StoredWords>(
    "select event::text, creator, words from market_entries where event = any($1::bigint[]) and published order by market",
    [events.map(({ id }) => id)],
  );
  const markets = new Map<string, StoredWords[]>(events.map(({ id }) => [id, []]));
  for (const row of rows) markets.get(row.event)?.push(row);
  return listed.map(({ content, flags }) => ({
    ...eventEntry(content, markets.get(content.id) ?? []),
    ...flags,
  }));
}

/** Converts an entry to its row, with the words as a text search vector. */
const entryRow = (entry: EventEntryRow | TagEntryRow) => ({ ...entry, words: vectorText(entry.words) });

/** Counts the change in the number of public events per tag; to be called before the entries are written. */
async function countTags(client: Client, entries: readonly EntryRow[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ tag: string; count: number }>(
    `select tag::text, count(*)::int as count from event_entries cross join unnest(tag_ids) as tag
     where event = any($1::bigint[]) and published group by tag`,
    [entries.map(({ event }) => event)],
  );
  const changes = new Map(rows.map(({ tag, count }) => [tag, -count]));
  for (const tag of entries.flatMap(({ published, tag_ids: ids }) => (published === true ? ids : [])))
    changes.set(tag, (changes.get(tag) ?? 0) + 1);
  return changes;
}

async function writeTags(
  client: Client,
  tags: readonly CatalogTag[],
  changes: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = tags.map(tagEntry).map((entry) => ({ ...entryRow(entry), event_count: 0 }));
  await writeRecords(client, TAGS, rows);
  await client.query(
    `update tags set event_count = event_count + row.change
     from unnest($1::bigint[], $2::int[]) as row (id, change) where tags.id = row.id and row.change <> 0`,
    [[...changes.keys()], [...changes.values()]],
  );
}
