/**
 * Search of events and tags by words. Events with all the words come in tiers. Their title or question is exactly these
 * words; begins with them; contains them; contains them with the last word as a prefix; or only tags and markets
 * contain them. Slug and ticker count as titles. Within each tier, open events come first. Similar words are tried only
 * if nothing has all the words.
 */
import { elementAt } from "../../../core/values/element-at.ts";
import type { AnySql, Fragment } from "../../sql/database.ts";
import { eventPredicates } from "../catalog-events.ts";
import type { EventFilter } from "../catalog-events.ts";
import { eventKeys } from "../catalog-rankings.ts";
import type { Scope, SinceHour } from "../catalog-records.ts";
import { eventsInScope, isWhole } from "./scope-terms.ts";
import { joinWords } from "./search-words.ts";
import type { SearchWords } from "./search-words.ts";

// Queries of the word indexes, as PostgreSQL tsquery text. Words have only letters and digits, so quotes are sufficient
// escaping.

/** Matches all words exactly. */
const wholeWords = (words: SearchWords): string => joinWithAnd(words.map(exactWord));

/** Matches all words exactly, except that the last one may be a prefix, as while typing. */
const matchAllWords = (words: SearchWords): string =>
  joinWithAnd(words.map((word, index) => (index === words.length - 1 ? beginning(word) : exactWord(word))));

/** Minimum characters of a prefix: shorter ones match too many words. */
const MIN_PREFIX_CHARACTERS = 3;

/**
 * Builds a query that matches, for every word, the word itself, the word as a prefix unless it is short, or one of its
 * `likes`.
 */
const allOrAlike = (words: SearchWords, likes: readonly (readonly string[])[]): string =>
  words
    .map((word, index) => {
      const itself = word.length < MIN_PREFIX_CHARACTERS ? exactWord(word) : beginning(word);
      return `(${[itself, ...(likes[index] ?? []).map(exactWord)].join(" | ")})`;
    })
    .join(" & ");

/** Matches a whole phrase; phrases are indexed as single words. */
const wholePhrase = (words: SearchWords): string => exactWord(joinWords(words));
/** Matches longer phrases that begin with these words. */
const phraseBeginning = (words: SearchWords): string => beginning(`${joinWords(words)} `);

/** Joins terms with "and", each once: a repeated term would cost as much again. */
const joinWithAnd = (terms: readonly string[]): string => [...new Set(terms)].join(" & ");
const exactWord = (word: string): string => `'${word}'`;
const beginning = (word: string): string => `'${word}':*`;

// Looser searches for words that find nothing together. A word also matches stored words that contain it. An unknown word
// also matches words one typing error away, or with many common trigrams.

/** Two tsqueries: all likely words, and among them the nearest to each word. */
type LooseQueries = { readonly query: string; readonly nearest: string };

/** Maximum words of a loosened search; longer text is pasted text, which matches exactly or not at all. */
const MAX_LOOSE_WORDS = 12;
/** Minimum characters: shorter words are similar by chance. */
const MIN_LOOSE_CHARACTERS = 3;
/** Maximum characters of the typing-error search: in shorter words one error leaves too few common trigrams. */
const MAX_TYPO_CHARACTERS = 6;
/** Fraction of the best nearness that a similar word needs to be searched. */
const MIN_NEARNESS = 0.6;
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

type LooseSearch = { readonly words: SearchWords; readonly scope: Scope };

type SimilarWord = { readonly position: number; readonly word: string; readonly nearness: number };

/** Loosens a search; `undefined` if it has too many words. */
async function loosenSearch(sql: AnySql, { words, scope }: LooseSearch): Promise<LooseQueries | undefined> {
  if (words.length > MAX_LOOSE_WORDS) return undefined;
  const likes = words.map((): SimilarWord[] => []);
  for (const like of await listLikes(sql, words, scope)) likes[like.position]?.push(like);
  return { query: buildLooseQuery(words, likes, MIN_NEARNESS), nearest: buildLooseQuery(words, likes, 1) };
}

/** Builds a query from the likes of each word that reach this fraction of the word's best nearness. */
function buildLooseQuery(
  words: SearchWords,
  likes: readonly (readonly SimilarWord[])[],
  part: number,
): string {
  const near = likes.map((found) => {
    const least = part * Math.max(...found.map(({ nearness }) => nearness));
    return found.filter(({ nearness }) => nearness >= least).map(({ word }) => word);
  });
  return allOrAlike(words, near);
}

/** Lists similar words by nearness: 1 if it begins with the word, 0.7 one error away, 0.6 if it contains it, else similarity. */
function listLikes(sql: AnySql, words: SearchWords, scope: Scope): Promise<SimilarWord[]> {
  const stored = storedWords(sql, scope);
  const texts = words.map((word) => (mayBeMisspelt(word) ? word : null));
  const slips = texts.flatMap((text, position) =>
    text === null ? [] : [...listTypos(text)].map((slip) => ({ position, slip })),
  );
  return sql<SimilarWord[]>`
    with asked as materialized (
      select text, position - 1 as position,
        not exists (select from ${stored} where word = text) as unknown
      from unnest(${texts}::text[]) with ordinality as asked (text, position) where text is not null
    )
    select position::int, word, nearness from asked cross join lateral (
      select word, case when word ^@ text then 1 else 0.6 end::float4 as nearness from ${stored}
      where word like '%' || text || '%' order by similarity(word, text) desc, word limit 50
    ) as containing
    union all
    select position::int, word, nearness from asked cross join lateral (
      select word, similarity(word, text) as nearness from ${stored}
      where unknown and word % text order by nearness desc, word limit 5
    ) as resembling
    union all
    select asked.position::int, word, 0.7::float4 from asked
    join unnest(${slips.map(({ position }) => position)}::int[], ${slips.map(({ slip }) => slip)}::text[])
      as slips (position, slip) on slips.position = asked.position and unknown
    join ${stored} on word = slip
    order by position, word`;
}

/** Selects the words of public events, and for operators also those of drafts. */
const storedWords = (sql: AnySql, { drafts }: Scope): Fragment =>
  drafts
    ? sql`(
        select word from search_words union all select word from (
          select unnest(words) as word from market_entries where not published
          union select unnest(tsvector_to_array(words)) from event_entries where not published
        ) as hidden where not exists (select from search_words where search_words.word = hidden.word)
      ) as words`
    : sql`search_words`;

// Words with a digit are taken as written.
const mayBeMisspelt = (word: string): boolean => word.length >= MIN_LOOSE_CHARACTERS && !/\p{N}/u.test(word);

/** Lists the forms of a short word with one letter left out, added or replaced, or two neighbours swapped. */
function listTypos(word: string): Set<string> {
  const letters = [...word];
  if (letters.length > MAX_TYPO_CHARACTERS) return new Set();
  const at = [...letters.keys(), letters.length];
  const changed = (start: number, removed: number, ...added: readonly string[]): string =>
    letters.toSpliced(start, removed, ...added).join("");
  return new Set([
    ...at.map((index) => changed(index, 1)),
    ...at
      .slice(2)
      .map((index) => changed(index - 2, 2, elementAt(letters, index - 1), elementAt(letters, index - 2))),
    ...at.flatMap((index) =>
      LETTERS.flatMap((letter) => [changed(index, 0, letter), changed(index, 1, letter)]),
    ),
  ]);
}

type Search = {
  /** Words to find; an empty list finds nothing. */
  readonly words: SearchWords;
  readonly scope: Scope;
  readonly offset: number;
  readonly limit: number;
};

export type EventSearch = Search & {
  /** Filter of events; all events with the words if undefined. */
  readonly filter?: EventFilter;
  /** Sort order instead of the tiers. */
  readonly sort?: { readonly by: SearchSort; readonly ascending: boolean; readonly since: SinceHour };
};

/** Sort orders of found events, each with its column. */
export const SEARCH_SORTS = {
  volume: "volume",
  volume_24hr: "volume_24h",
  volume_1wk: "volume_1wk",
  volume_1mo: "volume_1mo",
  volume_1yr: "volume_1yr",
  liquidity: "liquidity",
  open_interest: "open_interest",
  start_date: "start_date",
  end_date: "end_date",
  event_date: "end_date",
  start_time: "start_time",
  event_start_time: "start_time",
  created_at: "created_at",
  updated_at: "updated_at",
  closed_time: "closed_time",
  competitive: "competitive",
} as const;

export type SearchSort = keyof typeof SEARCH_SORTS;

/** Page of ids, and the total number of found events. */
type FoundEvents = { readonly ids: number[]; readonly total: number };

type FoundTag = {
  readonly id: string;
  readonly label: string;
  readonly slug: string;
  /** Number of public events in scope that have the tag. */
  readonly event_count: number;
};

/** Tsquery, and a rank of the results, lowest first. */
type RankedQuery = { readonly query: string; readonly rank: Fragment };

/** Events of a tier and of earlier tiers, as a condition on a row and as an index query. */
type Tier = { readonly found: Fragment; readonly indexed: Fragment };

/** Number of events above which a word is common. Common words are ranked only if the page is not among the first events. */
const MIN_COMMON_EVENTS = 5_000;
/** Number of open events that count as the first. */
const FIRST_EVENT_COUNT = 2_000;
/** End of a page above which the page is seldom among the first events. */
const LAST_AMONG_FIRST = 500;
/** Sorts after every character of a word. */
const LAST_CHARACTER = "\u{10ffff}";

export async function searchEvents(sql: AnySql, search: EventSearch): Promise<FoundEvents> {
  const { words, offset, limit, filter, sort } = search;
  if (words.length === 0) return { ids: [], total: 0 };
  const isPlain = filter === undefined && sort === undefined;
  if (isPlain && offset + limit <= LAST_AMONG_FIRST) {
    const total = await countEvents(sql, search);
    if (total === 0) return searchLikes(sql, search);
    const ids = total > MIN_COMMON_EVENTS ? await findAmongFirst(sql, search) : [];
    if (ids.length === limit) return { ids, total };
  }
  const rank = sql`2 * ${eventTier(sql, search)} + ${closedRank(sql)}`;
  const found = await rankEvents(sql, { query: matchAllWords(words), rank }, search);
  return found.total > 0 ? found : searchLikes(sql, search);
}

/**
 * Searches similar words: matches in the event's own words before those in tags and markets, then open events, then by
 * nearness.
 */
async function searchLikes(sql: AnySql, search: EventSearch): Promise<FoundEvents> {
  const loosened = await loosenSearch(sql, search);
  if (loosened === undefined) return { ids: [], total: 0 };
  const { query, nearest } = loosened;
  const own = sql`case when own_words @@ (select ${query}::tsquery) then 0 else 1 end`;
  const rank = sql`4 * ${own} + 2 * ${closedRank(sql)} + ${missRank(sql, nearest)}`;
  return rankEvents(sql, { query, rank }, search);
}

/** Searches tags by tier, then by number of events. Tags without an event in scope are left out. */
export async function searchTags(sql: AnySql, search: Search): Promise<FoundTag[]> {
  const { words, offset } = search;
  if (words.length === 0) return [];
  const wanted = { query: matchAllWords(words), rank: tagTier(sql, words) };
  const found = await rankTags(sql, wanted, search);
  if (found.length > 0) return found;
  const isPastEnd =
    offset > 0 && (await rankTags(sql, wanted, { ...search, offset: 0, limit: 1 })).length > 0;
  const loosened = isPastEnd ? undefined : await loosenSearch(sql, search);
  if (loosened === undefined) return [];
  const { query, nearest } = loosened;
  return rankTags(sql, { query, rank: missRank(sql, nearest) }, search);
}

/**
 * Finds the page, or a shorter one if the page extends beyond the first events. Tier by tier, reads the first open events
 * of the tier and all events of earlier tiers. Events of earlier tiers are few, otherwise they would have filled the
 * page.
 */
async function findAmongFirst(sql: AnySql, search: Search): Promise<number[]> {
  const { words, scope, limit } = search;
  const isOther = sql`event not in (select event from exact) ${eventsInScope(sql, scope)}`;
  let ids: number[] = [];
  let before: Tier | undefined;
  for (const [index, tier] of tiers(sql, words).entries()) {
    const first = sql`
      select event, ${2 * (index + 1)}::int as rank from first
      where ${tier.found} ${before ? sql`and (${before.found}) is not true` : sql``} and ${isOther}`;
    const ranked = before
      ? sql`
        select event, 2 * ${tierBehindExact(sql, words)} + ${closedRank(sql)} as rank from event_entries
        where ${before.indexed} and ${isOther} union all ${first}`
      : first;
    ids = await listAmongFirst(sql, search, ranked);
    if (ids.length === limit) break;
    before = tier;
  }
  return ids;
}

/** Lists a page of the exact events, followed by `ranked`. */
async function listAmongFirst(sql: AnySql, search: Search, ranked: Fragment): Promise<number[]> {
  const { words, scope, offset, limit } = search;
  const rows = await sql<{ event: number }[]>`
    with exact as materialized (
      select event, ${closedRank(sql)} as rank from event_entries
      where ${isExact(sql, search)} and words @@ ${matchAllWords(words)}::tsquery ${eventsInScope(sql, scope)}
    ), first as materialized (
      select event, published, own_words, words, creators, first_phrase, second_phrase, third_phrase from event_entries
      where active and not closed and not archived ${scope.drafts ? sql`` : sql`and published`} order by event limit ${FIRST_EVENT_COUNT}
    )
    select event from (select event, rank from exact union all ${ranked}) as found
    order by rank, event limit ${limit} offset ${offset}`;
  return rows.map(({ event }) => event);
}

async function countEvents(sql: AnySql, { words, scope }: Search): Promise<number> {
  const [{ total }] = await sql<[{ total: number }]>`
    select count(*)::int as total from event_entries
    where ${wordsPredicate(sql, matchAllWords(words), scope)} ${eventsInScope(sql, scope)}`;
  return total;
}

/**
 * Ranks all events found, then reads and sorts only the ids of the page. Subselects make the plan use the index and
 * never a full scan. `offset 0` keeps wide rows out of the groups.
 */
async function rankEvents(
  sql: AnySql,
  { query, rank }: RankedQuery,
  search: EventSearch,
): Promise<FoundEvents> {
  const { scope, filter, sort, offset, limit } = search;
  const end = offset + limit;
  const direction = sort === undefined || sort.ascending ? sql`asc` : sql`desc`;
  const [found] = await sql<[FoundEvents]>`
    with ranked as (
      select rank, count(*) as size, array_agg(event) as events
      from (
        select event, ${sort === undefined ? rank : sortKey(sql, sort)} as rank
        from event_entries left join event_figures using (event)
        where ${wordsPredicate(sql, query, scope)} ${eventPredicates(sql, { ...filter, scope })} offset 0
      ) as matching group by rank
    ), placed as materialized (
      select rank, size, events, (sum(size) over (order by rank ${direction}) - size)::bigint as start from ranked
    )
    select coalesce((select sum(size) from placed), 0)::int as total, array(
      select event from placed cross join lateral (
        select event from unnest(events) as event order by event
        limit greatest(${end}::bigint - greatest(start, ${offset}::bigint), 0)
        offset greatest(${offset}::bigint - start, 0)
      ) as part
      where start < ${end}::bigint and start + size > ${offset}::bigint
      order by rank ${direction}, event
    ) as ids`;
  return found;
}

function sortKey(sql: AnySql, { by, since }: NonNullable<EventSearch["sort"]>): Fragment {
  const column = SEARCH_SORTS[by];
  return eventKeys(sql, since)[column]?.() ?? sql`${sql(column)}`;
}

/** Ranks tags by `rank`, then by the number of events, then by id. */
function rankTags(sql: AnySql, { query, rank }: RankedQuery, search: Search): Promise<FoundTag[]> {
  const { scope, offset, limit } = search;
  const counts =
    scope.creators === undefined
      ? sql`select id as tag, event_count as count from matching where true ${isWhole(scope) ? sql`` : sql`and event_count > 0`}`
      : sql`
        select tag, count(distinct event)::int as count from event_entries cross join unnest(tag_ids) as tag
        where tag_ids && array(select id from matching) ${eventsInScope(sql, scope)}
          and tag in (select id from matching) group by tag`;
  return sql<FoundTag[]>`
    with matching as materialized (
      select id, slug, content, event_count, ${rank} as rank from tags where words @@ ${query}::tsquery
    ), counts as (${counts})
    select id::text, content ->> 'label' as label, slug, count as event_count
    from matching join counts on tag = id
    order by rank, count desc, matching.id limit ${limit} offset ${offset}`;
}

/** Builds the condition on the words of events and, for operators, on those of drafts, which events do not include. */
const wordsPredicate = (sql: AnySql, query: string, { drafts }: Scope): Fragment => {
  const own = sql`words @@ (select ${query}::tsquery)`;
  return drafts
    ? sql`(${own} or event = any(array(
        select event from market_entries where not published and array_to_tsvector(words) @@ (select ${query}::tsquery)
      )))`
    : own;
};

/** Returns 0 for an open event, 1 for a closed one. */
const closedRank = (sql: AnySql): Fragment =>
  sql`case when active and not closed and not archived then 0 else 1 end`;

/** Returns 0 if the words match, else 1. */
const missRank = (sql: AnySql, query: string): Fragment =>
  sql`case when words @@ (select ${query}::tsquery) then 0 else 1 end`;

const eventTier = (sql: AnySql, search: Search): Fragment =>
  sql`case when ${isExact(sql, search)} then 0 else ${tierBehindExact(sql, search.words)} end`;

const tierBehindExact = (sql: AnySql, words: SearchWords): Fragment => {
  const [begun, whole, own] = tiers(sql, words);
  return sql`case when ${begun.found} then 1 when ${whole.found} then 2 when ${own.found} then 3 else 4 end`;
};

/** Builds the tiers after the exact one; each includes the earlier tiers. */
function tiers(sql: AnySql, words: SearchWords): readonly [Tier, Tier, Tier, Tier] {
  const has = (column: "own_words" | "words", query: string): Tier => {
    const found = sql`${sql(column)} @@ (select ${query}::tsquery)`;
    return { found, indexed: found };
  };
  const begun = {
    found: beginsWith(sql, words),
    indexed: sql`array_to_tsvector(phrases) @@ (select ${phraseBeginning(words)}::tsquery)`,
  };
  return [
    begun,
    has("own_words", wholeWords(words)),
    has("own_words", matchAllWords(words)),
    has("words", matchAllWords(words)),
  ];
}

/** Matches if the phrase of the event or of one of its markets equals the words. */
const isExact = (sql: AnySql, { words, scope }: Search): Fragment => sql`event in (
  select event from event_entries where array_to_tsvector(phrases) @@ (select ${wholePhrase(words)}::tsquery)
  union all select event from market_entries where phrases @> ${[joinWords(words)]}::text[]
    ${scope.drafts ? sql`` : sql`and published`}
)`;

/** Matches phrases that continue after the words. */
const beginsWith = (sql: AnySql, words: SearchWords): Fragment => {
  const first = `${joinWords(words)} `;
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
