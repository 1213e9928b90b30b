/**
 * Search of events and tags by words. What has all the words comes in three tiers: a title or question that is just
 * these words, a title that begins with them, the rest; within each, open events before others. Only where nothing has
 * all the words, words like them are tried.
 */
import type { Fragment } from "./catalog-pages.ts";
import type { Scope } from "./catalog-records.ts";
import type { AnySql } from "./database.ts";
import { loosen } from "./search-likes.ts";
import { allWords, phraseBeginning, wholePhrase } from "./search-terms.ts";
import { joinWords } from "./search-words.ts";
import type { SearchWords } from "./search-words.ts";

export type Search = {
  /** Without any, nothing is found. */
  readonly words: SearchWords;
  readonly scope: Scope;
  readonly offset: number;
  readonly limit: number;
};

/** A page of ids, and how many events are found in all. */
export type FoundEvents = { readonly ids: number[]; readonly total: number };

export type FoundTag = {
  readonly id: string;
  readonly label: string;
  readonly slug: string;
  /** Events that carry it, of those in scope. */
  readonly event_count: number;
};

/** A tsquery for what is wanted, and a number for what is found: the lowest come first. */
type Wanted = { readonly query: string; readonly rank: Fragment };

/** What more events have is common: it is ranked only where the page is not found among the first. */
const COMMON = 5_000;
/** So many open events are the first. */
const FIRST = 2_000;
/** Sorts behind every character of a word. */
const LAST_CHARACTER = "\u{10ffff}";

export async function searchEvents(sql: AnySql, search: Search): Promise<FoundEvents> {
  const { words, offset, limit } = search;
  if (words.length === 0) return { ids: [], total: 0 };
  if (offset + limit <= FIRST) {
    const total = await countEvents(sql, search);
    const ids = total > COMMON ? await findAmongFirst(sql, search) : [];
    if (ids.length === limit) return { ids, total };
  }
  const rank = sql`2 * ${eventTier(sql, words)} + ${over(sql)}`;
  const found = await rankEvents(sql, { query: allWords(words), rank }, search);
  return found.total > 0 ? found : searchLikes(sql, search);
}

/** Open events before others, then what is nearest to the words. */
async function searchLikes(sql: AnySql, search: Search): Promise<FoundEvents> {
  const loosened = await loosen(sql, search.words);
  if (loosened === undefined) return { ids: [], total: 0 };
  const { query, nearest } = loosened;
  return rankEvents(sql, { query, rank: sql`2 * ${over(sql)} + ${missing(sql, nearest)}` }, search);
}

/** Tags by tier and then by their number of events. With a scope, those that no event in scope carries are left out. */
export async function searchTags(sql: AnySql, search: Search): Promise<FoundTag[]> {
  const { words, offset } = search;
  if (words.length === 0) return [];
  const wanted = { query: allWords(words), rank: tagTier(sql, words) };
  const found = await rankTags(sql, wanted, search);
  if (found.length > 0) return found;
  const isPastEnd =
    offset > 0 && (await rankTags(sql, wanted, { ...search, offset: 0, limit: 1 })).length > 0;
  const loosened = isPastEnd ? undefined : await loosen(sql, words);
  if (loosened === undefined) return [];
  const { query, nearest } = loosened;
  return rankTags(sql, { query, rank: missing(sql, nearest) }, search);
}

/**
 * The page, or less where it reaches further. A common word begins many titles, and then the first open events have it;
 * or few, and then these are read, and the first of the rest.
 */
async function findAmongFirst(sql: AnySql, search: Search): Promise<number[]> {
  const { words, scope, limit } = search;
  const others = sql`event not in (select event from exact) ${inScope(sql, scope)}`;
  const begun = sql`select event, 2 from first where ${beginsWith(sql, words)} and ${others}`;
  const ids = await listAmongFirst(sql, search, begun);
  if (ids.length === limit) return ids;
  const begunAndRest = sql`
    select event, 2 + ${over(sql)} from event_entries
    where array_to_tsvector(phrases) @@ (select ${phraseBeginning(words)}::tsquery) and ${others}
    union all
    select event, 4 from first
    where words @@ (select ${allWords(words)}::tsquery) and ${beginsWith(sql, words)} is not true and ${others}`;
  return listAmongFirst(sql, search, begunAndRest);
}

/** A page of the exact events and, after them, of `ranked`. */
async function listAmongFirst(sql: AnySql, search: Search, ranked: Fragment): Promise<number[]> {
  const { words, scope, offset, limit } = search;
  const rows = await sql<{ event: number }[]>`
    with exact as materialized (
      select event, ${over(sql)} as rank from event_entries
      where ${isExact(sql, words)} and words @@ ${allWords(words)}::tsquery ${inScope(sql, scope)}
    ), first as materialized (
      select event, words, creators, first_phrase, second_phrase, third_phrase from event_entries
      where active and not closed and not archived order by event limit ${FIRST}
    )
    select event from (select event, rank from exact union all ${ranked}) as found
    order by rank, event limit ${limit} offset ${offset}`;
  return rows.map(({ event }) => event);
}

async function countEvents(sql: AnySql, { words, scope }: Search): Promise<number> {
  const [{ total }] = await sql<[{ total: number }]>`
    select count(*)::int as total from event_entries
    where words @@ (select ${allWords(words)}::tsquery) ${inScope(sql, scope)}`;
  return total;
}

/**
 * Everything found is ranked, and only the ids of the ranks on the page are sorted. The queries stand in subselects, so
 * that the plan is for any query: the index always, and never all rows. `offset 0` keeps the wide rows out of the groups.
 */
async function rankEvents(sql: AnySql, { query, rank }: Wanted, search: Search): Promise<FoundEvents> {
  const { scope, offset, limit } = search;
  const end = offset + limit;
  const [found] = await sql<[FoundEvents]>`
    with ranked as (
      select rank, count(*) as size, array_agg(event) as events
      from (
        select event, ${rank} as rank from event_entries
        where words @@ (select ${query}::tsquery) ${inScope(sql, scope)} offset 0
      ) as matching group by rank
    ), placed as materialized (
      select rank, size, events, (sum(size) over (order by rank) - size)::bigint as start from ranked
    )
    select coalesce((select sum(size) from placed), 0)::int as total, array(
      select event from placed cross join lateral (
        select event from unnest(events) as event order by event
        limit greatest(${end}::bigint - greatest(start, ${offset}::bigint), 0)
        offset greatest(${offset}::bigint - start, 0)
      ) as part
      where start < ${end}::bigint and start + size > ${offset}::bigint
      order by rank, event
    ) as ids`;
  return found;
}

/** By `rank`, then by the number of events, then by id. */
function rankTags(sql: AnySql, { query, rank }: Wanted, search: Search): Promise<FoundTag[]> {
  const { scope, offset, limit } = search;
  const counts =
    scope === undefined
      ? sql`select id as tag, event_count as count from matching`
      : sql`
        select tag, count(distinct event)::int as count from event_entries cross join unnest(tag_ids) as tag
        where creators && ${scope as string[]}::text[] and tag_ids && array(select id from matching)
          and tag in (select id from matching) group by tag`;
  return sql<FoundTag[]>`
    with matching as materialized (
      select id, slug, content, event_count, ${rank} as rank from tags where words @@ ${query}::tsquery
    ), counts as (${counts})
    select id::text, content ->> 'label' as label, slug, count as event_count
    from matching join counts on tag = id
    order by rank, count desc, matching.id limit ${limit} offset ${offset}`;
}

const inScope = (sql: AnySql, scope: Scope): Fragment =>
  scope === undefined ? sql`` : sql`and creators && ${scope as string[]}::text[]`;

/** 0 for an open event, 1 for another. */
const over = (sql: AnySql): Fragment =>
  sql`case when active and not closed and not archived then 0 else 1 end`;

/** 0 where the words match, 1 where they do not. */
const missing = (sql: AnySql, query: string): Fragment =>
  sql`case when words @@ (select ${query}::tsquery) then 0 else 1 end`;

const eventTier = (sql: AnySql, words: SearchWords): Fragment =>
  sql`case when ${isExact(sql, words)} then 0 when ${beginsWith(sql, words)} then 1 else 2 end`;

/** The event's phrase or one of its markets' is just the words. */
const isExact = (sql: AnySql, words: SearchWords): Fragment => sql`event in (
  select event from event_entries where array_to_tsvector(phrases) @@ (select ${wholePhrase(words)}::tsquery)
  union all select event from market_entries where phrases @> ${[joinWords(words)]}::text[]
)`;

const beginsWith = (sql: AnySql, words: SearchWords): Fragment => {
  const first = joinWords(words);
  const last = first + LAST_CHARACTER;
  return sql`(
    first_phrase between ${first} and ${last}
    or second_phrase between ${first} and ${last}
    or third_phrase between ${first} and ${last}
  )`;
};

const tagTier = (sql: AnySql, words: SearchWords): Fragment => sql`case
  when ${joinWords(words)} = any(phrases) then 0
  when exists (select from unnest(phrases) as phrase where phrase ^@ ${joinWords(words)}) then 1
  else 2
end`;
