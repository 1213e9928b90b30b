/**
 * The catalog's rows that the listings of a batch leave: contents, entries, tags, series and words. Several statements,
 * within the transaction of the batch; figures are written by the commit statement after them.
 */
import type { Client } from "pg";
import type { CatalogEvent, CatalogMarket, CatalogSeries, CatalogTag } from "../../core/catalog.ts";
import { flagsOfEvent } from "../../core/flags.ts";
import { eventEntry, marketEntry, tagEntry, vectorText } from "../catalog/catalog-entries.ts";
import type { EventEntryRow, MarketEntryRow } from "../catalog/catalog-entries.ts";
import type { Touched } from "./touched.ts";

type ListedMarket = { readonly no: number; readonly event: string; readonly content: CatalogMarket };

/** What is listed, each thing once: of several listings in a batch, the last counts. */
type Listed = {
  readonly events: readonly CatalogEvent[];
  readonly markets: readonly ListedMarket[];
  readonly tags: readonly CatalogTag[];
  readonly series: readonly CatalogSeries[];
};

function lastListed({ listings }: Touched): Listed {
  const events = new Map<string, CatalogEvent>();
  const markets = new Map<number, ListedMarket>();
  const tags = new Map<string, CatalogTag>();
  const series = new Map<string, CatalogSeries>();
  for (const { listing, markets: listed } of listings) {
    const { event } = listing;
    events.set(event.id, event);
    listed.forEach(({ no }, index) =>
      markets.set(no, { no, event: event.id, content: listing.markets[index] }),
    );
    for (const tag of event.tags) tags.set(tag.id, tag);
    for (const one of event.series) series.set(one.id, one);
  }
  return {
    events: [...events.values()],
    markets: [...markets.values()],
    tags: [...tags.values()],
    series: [...series.values()],
  };
}

export async function projectListings(client: Client, touched: Touched): Promise<void> {
  const { events, markets, tags, series } = lastListed(touched);
  await writeContents(client, events, markets);
  await writeMarketEntries(
    client,
    markets.map(({ no, event, content }) => ({
      ...marketEntry(no, event, content),
      ...touched.markets.get(no)?.flags,
    })),
  );
  const entries = (await eventEntries(client, events)).map((entry) => {
    const event = touched.events.get(entry.event);
    return { ...entry, ...(event && flagsOfEvent(event)) };
  });
  await writeTags(client, tags, await countTags(client, entries));
  await writeEventEntries(client, entries);
  await writeSeries(client, series);
  const words = new Set([...entries, ...tags.map(tagEntry)].flatMap((entry) => entry.words));
  await client.query(
    "insert into search_words (word) select * from json_array_elements_text($1::json) on conflict do nothing",
    [JSON.stringify([...words].sort())],
  );
}

async function writeContents(
  client: Client,
  events: readonly CatalogEvent[],
  markets: readonly ListedMarket[],
): Promise<void> {
  await client.query(
    `insert into events (id, slug, content)
     select * from json_to_recordset($1::json) as row (id bigint, slug text, content jsonb)
     on conflict (id) do update set slug = excluded.slug, content = excluded.content`,
    [JSON.stringify(events.map((content) => ({ id: content.id, slug: content.slug, content })))],
  );
  await client.query(
    `insert into markets (no, id, event_id, condition_id, token_ids, slug, content)
     select no, id, event_id, condition_id, token_ids, slug, content from json_to_recordset($1::json)
       as row (no int, id bigint, event_id bigint, condition_id text, token_ids text[], slug text, content jsonb)
     on conflict (no) do update set id = excluded.id, event_id = excluded.event_id, slug = excluded.slug,
       content = excluded.content`,
    [JSON.stringify(markets.map(marketRow))],
  );
}

const marketRow = ({ no, event, content }: ListedMarket) => ({
  no,
  id: content.id,
  event_id: event,
  condition_id: content.conditionId,
  token_ids: content.tokenIds,
  slug: content.slug,
  content,
});

async function writeMarketEntries(client: Client, entries: readonly MarketEntryRow[]): Promise<void> {
  await client.query(
    `insert into market_entries (market, id, event, slug, question, start_date, end_date, created_at, updated_at,
       creator, phrases, words, active, closed, archived)
     select market, id, event, slug, question, start_date, end_date, created_at, updated_at, creator, phrases, words,
       active, closed, archived
     from json_populate_recordset(null::market_entries, $1::json)
     on conflict (market) do update set id = excluded.id, event = excluded.event, slug = excluded.slug,
       question = excluded.question, start_date = excluded.start_date, end_date = excluded.end_date,
       created_at = excluded.created_at, updated_at = excluded.updated_at, creator = excluded.creator,
       phrases = excluded.phrases, words = excluded.words, active = excluded.active, closed = excluded.closed,
       archived = excluded.archived`,
    [JSON.stringify(entries)],
  );
}

type StoredWords = { readonly event: string; readonly creator: string; readonly words: readonly string[] };

/** With all markets of the events, those that were listed before too. */
async function eventEntries(client: Client, events: readonly CatalogEvent[]): Promise<EventEntryRow[]> {
  const { rows } = await client.query<StoredWords>(
    "select event::text, creator, words from market_entries where event = any($1::bigint[]) order by market",
    [events.map(({ id }) => id)],
  );
  const markets = new Map<string, StoredWords[]>(events.map(({ id }) => [id, []]));
  for (const row of rows) markets.get(row.event)?.push(row);
  return events.map((event) => eventEntry(event, markets.get(event.id) ?? []));
}

async function writeEventEntries(client: Client, entries: readonly EventEntryRow[]): Promise<void> {
  await client.query(
    `insert into event_entries (event, slug, ticker, title, start_date, creation_date, end_date, created_at, updated_at,
       tag_ids, tag_slugs, series_slugs, creators, phrases, words, active, closed, archived)
     select event, slug, ticker, title, start_date, creation_date, end_date, created_at, updated_at, tag_ids, tag_slugs,
       series_slugs, creators, phrases, words, active, closed, archived
     from json_populate_recordset(null::event_entries, $1::json)
     on conflict (event) do update set slug = excluded.slug, ticker = excluded.ticker, title = excluded.title,
       start_date = excluded.start_date, creation_date = excluded.creation_date, end_date = excluded.end_date,
       created_at = excluded.created_at, updated_at = excluded.updated_at, tag_ids = excluded.tag_ids,
       tag_slugs = excluded.tag_slugs, series_slugs = excluded.series_slugs, creators = excluded.creators,
       phrases = excluded.phrases, words = excluded.words, active = excluded.active, closed = excluded.closed,
       archived = excluded.archived`,
    [JSON.stringify(entries.map((entry) => ({ ...entry, words: vectorText(entry.words) })))],
  );
}

/** By how much the number of events that carry each tag changes; to be asked before the entries are written. */
async function countTags(
  client: Client,
  entries: readonly EventEntryRow[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ tag: string; count: number }>(
    `select tag::text, count(*)::int as count from event_entries cross join unnest(tag_ids) as tag
     where event = any($1::bigint[]) group by tag`,
    [entries.map(({ event }) => event)],
  );
  const changes = new Map(rows.map(({ tag, count }) => [tag, -count]));
  for (const tag of entries.flatMap(({ tag_ids: ids }) => ids)) changes.set(tag, (changes.get(tag) ?? 0) + 1);
  return changes;
}

async function writeTags(
  client: Client,
  tags: readonly CatalogTag[],
  changes: ReadonlyMap<string, number>,
): Promise<void> {
  await client.query(
    `insert into tags (id, slug, content, phrases, words, event_count)
     select id, slug, content, phrases, words, 0 from json_populate_recordset(null::tags, $1::json)
     on conflict (id) do update set slug = excluded.slug, content = excluded.content, phrases = excluded.phrases,
       words = excluded.words`,
    [JSON.stringify(tags.map(tagEntry).map((entry) => ({ ...entry, words: vectorText(entry.words) })))],
  );
  await client.query(
    `update tags set event_count = event_count + row.change
     from unnest($1::bigint[], $2::int[]) as row (id, change) where tags.id = row.id and row.change <> 0`,
    [[...changes.keys()], [...changes.values()]],
  );
}

async function writeSeries(client: Client, series: readonly CatalogSeries[]): Promise<void> {
  await client.query(
    `insert into series (id, slug, content)
     select * from json_to_recordset($1::json) as row (id bigint, slug text, content jsonb)
     on conflict (id) do update set slug = excluded.slug, content = excluded.content`,
    [JSON.stringify(series.map((content) => ({ id: content.id, slug: content.slug, content })))],
  );
}
