/**
 * Compares the catalog's entries, tags and statistics with their sources: the contents of events and markets, which are
 * compared with the journal elsewhere, the flags and statistics of the replayed exchange, and the trades.
 */
import type { CatalogEvent, CatalogMarket, CatalogTag } from "../../core/catalog.ts";
import type { Event } from "../../core/event.ts";
import { figuresOfEvent } from "../../core/figures.ts";
import type { Exchange } from "../../core/state.ts";
import { MAX_MICROS } from "../../core/units.ts";
import { eventEntry, marketEntry, tagEntry } from "../catalog/catalog-entries.ts";
import type { EventEntryRow, MarketEntryRow, MarketWords } from "../catalog/catalog-entries.ts";
import { HOUR_MS } from "../catalog/catalog-records.ts";
import { addDifference, compareValues } from "../journal/differences.ts";
import type { Differences } from "../journal/differences.ts";
import type { JournalHead } from "../journal/journal.ts";
import { resultText } from "../projector/project-decisions.ts";
import type { RememberedRows, RequestRow } from "../projector/project-decisions.ts";
import type { Sql } from "../sql/database.ts";
import { LONG_ROWS, SHORT_ROWS, streamRows, walkRows } from "../sql/table-stream.ts";
import { eventEntryFlags, marketEntryFlags } from "../tables/flags.ts";
import type { EntryFlags } from "../tables/flags.ts";

export async function compareEntries(sql: Sql, exchange: Exchange, differences: Differences): Promise<void> {
  await compareMarketEntries(sql, exchange, differences);
  await compareEventEntries(sql, exchange, differences);
  await compareTags(sql, differences);
  await compareFigures(sql, exchange, differences);
  await compareVolumes(sql, differences);
  await compareWords(sql, differences);
}

type StoredMarket = {
  no: number;
  event_id: string;
  content: CatalogMarket;
  entry: MarketEntryRow & EntryFlags;
};

async function compareMarketEntries(
  sql: Sql,
  { markets }: Exchange,
  differences: Differences,
): Promise<void> {
  const rows = streamRows<StoredMarket>(sql, {
    cursor: "market_entry_rows",
    page: LONG_ROWS,
    text: `
      select no, event_id::text, content, to_json(market_entries) as entry
      from markets left join market_entries on market = no order by no`,
  });
  for await (const { no, event_id: event, content, entry } of rows) {
    const market = markets[no];
    const expected = { ...marketEntry(no, event, content), ...(market && marketEntryFlags(market)) };
    compareEntry(differences, `entry of market ${no}`, expected, entry);
  }
}

type StoredEvent = {
  id: string;
  content: CatalogEvent;
  entry: EventEntryRow & EntryFlags;
  words: string[] | null;
  markets: MarketWords[];
};

async function compareEventEntries(sql: Sql, { events }: Exchange, differences: Differences): Promise<void> {
  const rows = streamRows<StoredEvent>(sql, {
    cursor: "event_entry_rows",
    page: LONG_ROWS,
    text: `
      select id::text, content, to_json(event_entries) as entry, tsvector_to_array(words) as words,
        array(select json_build_object('creator', creator, 'words', words) from market_entries
          where market_entries.event = events.id and published order by market) as markets
      from events left join event_entries on event_entries.event = id order by id`,
  });
  for await (const { id, content, entry, words, markets } of rows) {
    const event = events.get(id);
    const expected = { ...eventEntry(content, markets), ...(event && eventEntryFlags(event)) };
    compareEntry(differences, `entry of event ${id}`, expected, entry && { ...entry, words });
  }
}

type StoredTag = { id: string; content: CatalogTag; entry: object; words: string[]; carried: number };

async function compareTags(sql: Sql, differences: Differences): Promise<void> {
  const rows = streamRows<StoredTag>(sql, {
    cursor: "tag_rows",
    page: SHORT_ROWS,
    text: `
      select id::text, content, to_json(tags) as entry, tsvector_to_array(words) as words,
        (select count(*) from event_entries where tag_ids @> array[tags.id] and published)::int as carried
      from tags order by id`,
  });
  for await (const { id, content, entry, words, carried } of rows) {
    const { content: _, ...expected } = { ...tagEntry(content), event_count: carried };
    compareEntry(differences, `tag ${id}`, expected, { ...entry, words });
  }
}

/** Compares the expected values of a row; lists as sets, since a search vector has an order of its own. */
function compareEntry(
  differences: Differences,
  subject: string,
  expected: object,
  found: object | null,
): void {
  if (found === null) addDifference(differences, `${subject}: it is not in the table`);
  else compareValues(differences, subject, flat(expected), flat(found));
}

/** Converts the values of a row to text, except booleans. */
const flat = (row: object): Record<string, string | boolean> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, flatValue(value)]));

function flatValue(value: unknown): string | boolean {
  if (Array.isArray(value)) return value.map(String).sort().join(" ");
  return typeof value === "boolean" ? value : String(value);
}

type StoredFigures = { event: string; volume: number; liquidity: number };

async function compareFigures(sql: Sql, { events }: Exchange, differences: Differences): Promise<void> {
  const missing = new Set(events.keys());
  const rows = streamRows<StoredFigures>(sql, {
    cursor: "figure_rows",
    page: SHORT_ROWS,
    text: "select event::text, volume, liquidity from event_figures",
  });
  for await (const row of rows) {
    const event = events.get(row.event);
    missing.delete(row.event);
    if (event !== undefined)
      compareValues(differences, `figures of event ${row.event}`, figuresOfEvent(event), row);
    else
      addDifference(
        differences,
        `figures of event ${row.event}: they are in the table, and not in the journal`,
      );
  }
  for (const id of missing) addDifference(differences, `figures of event ${id}: they are not in the table`);
}

type Volume = { market: number; hour: number; traded: number | null; stored: number | null };

async function compareVolumes(sql: Sql, differences: Differences): Promise<void> {
  const rows = streamRows<Volume>(sql, {
    cursor: "volume_rows",
    page: SHORT_ROWS,
    text: `
      select market, hour, traded, volume as stored
      from (
        select trades.market, event_id as event, (at / ${HOUR_MS})::int as hour,
          least(sum(trades.lots * case orders.outcome when 0 then price else 10000 - price end),
            ${MAX_MICROS})::bigint as traded
        from trades join orders on orders.no = trades.taker join markets on markets.no = trades.market
        group by 1, 2, 3
      ) as made full join market_volumes using (market, event, hour)
      where traded is distinct from volume order by market, hour`,
  });
  for await (const { market, hour, traded, stored } of rows)
    compareValues(
      differences,
      `volume of market ${market} in hour ${hour}`,
      { volume: traded ?? 0 },
      { volume: stored ?? 0 },
    );
}

/** Compares the words of the search with those of public events. */
async function compareWords(sql: Sql, differences: Differences): Promise<void> {
  const rows = streamRows<{ word: string; isStored: boolean }>(sql, {
    cursor: "different_words",
    page: SHORT_ROWS,
    text: `
      select coalesce(used.word, stored.word) as word, stored.word is not null as "isStored"
      from (
        select distinct unnest(tsvector_to_array(words)) collate "C" as word from event_entries where published
      ) as used full join search_words as stored on stored.word = used.word
      where used.word is null or stored.word is null order by 1`,
  });
  for await (const { word, isStored } of rows)
    addDifference(differences, `word ${word}: it is ${isStored ? "of no public event" : "not in the table"}`);
}

// Compares bans, the mode and the converted sets of events with the result of the journal.

/** Time of each ban in force, by the owner's address, at the current point of the replay. */
export type BanTimes = Map<string, number>;

export function noteBans(bans: BanTimes, at: number, events: readonly Event[]): void {
  for (const event of events) {
    if (event.type === "banned") bans.set(event.address, at);
    if (event.type === "unbanned") bans.delete(event.address);
  }
}

export async function compareBans(sql: Sql, bans: BanTimes, differences: Differences): Promise<void> {
  const rows = await sql<KeyedRow[]>`select address as key, at as value from bans order by address`;
  compareKeyed(rows, bans, { what: "ban of", column: "at", differences });
}

/** The last mode and its time; `undefined` if none was set. */
export type LastMode = { last: { readonly mode: string; readonly at: number } | undefined };

export function noteMode(noted: LastMode, at: number, events: readonly Event[]): void {
  for (const event of events) if (event.type === "mode-changed") noted.last = { mode: event.mode, at };
}

export async function compareMode(sql: Sql, { last }: LastMode, differences: Differences): Promise<void> {
  const [row] = await sql<{ mode: string; at: number }[]>`select mode, at from exchange_mode`;
  const none = { mode: undefined, at: undefined };
  compareValues(differences, "mode of the exchange", last ?? none, row ?? none);
}

export async function compareConverted(
  sql: Sql,
  { events }: Exchange,
  differences: Differences,
): Promise<void> {
  const rows = await sql<KeyedRow[]>`
    select event::text as key, converted as value from event_states order by event`;
  const expected = [...events.values()].filter(({ converted }) => converted > 0);
  const byId = new Map(expected.map(({ id, converted }) => [id, converted]));
  compareKeyed(rows, byId, { what: "state of event", column: "converted", differences });
}

type KeyedRow = { readonly key: string; readonly value: number };
type KeyedComparison = { readonly what: string; readonly column: string; readonly differences: Differences };

function compareKeyed(
  rows: readonly KeyedRow[],
  expected: ReadonlyMap<string, number>,
  { what, column, differences }: KeyedComparison,
): void {
  const missing = new Map(expected);
  for (const { key, value } of rows) {
    if (expected.has(key))
      compareValues(differences, `${what} ${key}`, { [column]: expected.get(key) }, { [column]: value });
    else addDifference(differences, `${what} ${key}: it is in the table, and not in the journal`);
    missing.delete(key);
  }
  for (const key of missing.keys()) addDifference(differences, `${what} ${key}: it is not in the table`);
}

// Compares the remembered requests with those of the same time in the journal.

/** Gathers the requests of a batch. */
export function noteRequests(
  rows: RememberedRows,
  batch: Pick<JournalHead, "seq" | "at">,
  events: readonly Event[],
): void {
  rows.add(
    batch,
    [...events.entries()].flatMap(([place, event]) =>
      event.type === "request-done" ? { place, event } : [],
    ),
  );
}

type StoredRow = {
  readonly batch: number;
  readonly place: number;
  readonly [column: string]: unknown;
};

export async function compareRequests(
  sql: Sql,
  rows: RememberedRows,
  differences: Differences,
): Promise<void> {
  const walk = walkRows(streamRows<StoredRow>(sql, REQUEST_ROWS), {
    placeOf: ({ batch, place }) => [batch, place, 0],
    onExtra: (row) => addDifference(differences, `${named(row)}: it is in the table, and not in the journal`),
  });
  for (const row of rows.list()) {
    const found = await walk.take(row.batch, row.place, 0);
    if (found === undefined) addDifference(differences, `${named(row)}: it is not in the table`);
    else compareValues(differences, named(row), valuesOf(row), found);
  }
  await walk.finish();
}

const REQUEST_ROWS = {
  cursor: "request_rows",
  page: SHORT_ROWS,
  text: `
    select batch, place, at, age, caller, encode(key, 'hex') as key, encode(signed, 'hex') as signed,
      encode(content, 'hex') as content, result
    from requests order by batch, place`,
};

const named = ({ batch, place }: Pick<RequestRow, "batch" | "place">): string =>
  `request ${place} of batch ${batch}`;

const valuesOf = ({ at, age, event: { caller, key, signed, content, result } }: RequestRow) => ({
  at,
  age,
  caller,
  key,
  signed,
  content,
  result: resultText(result),
});
