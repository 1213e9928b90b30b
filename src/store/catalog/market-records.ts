/** Markets with facts of their events, as the trading listings describe them; prices come from the engine. */
import type { CatalogMarket } from "../../core/markets/catalog.ts";
import type { AnySql, Fragment, Sql } from "../sql/database.ts";
import { gatherInChunks, readInChunks } from "../sql/read-in-chunks.ts";
import { readMarkets } from "./catalog-markets.ts";
import { tagPredicates } from "./catalog-pages.ts";
import { marketKeys } from "./catalog-rankings.ts";
import type { MarketEntry, Scope, SinceHour } from "./catalog-records.ts";
import { marketsInScope } from "./search/scope-terms.ts";

// Wallets that created markets of the catalog, each with the name of a site that shows its markets.

export type MarketCreator = {
  /** Lower case. */
  readonly wallet: string;
  /** The wallet's first site by name; null if it has none. */
  readonly host: string | null;
};

type CreatorPage = {
  readonly scope: Scope;
  readonly hosts?: readonly string[] | undefined;
  readonly wallets?: readonly string[] | undefined;
  readonly order: keyof typeof CREATOR_ORDERS;
  readonly ascending: boolean;
  readonly offset: number;
  readonly limit: number;
};

/** Sort orders of creators, each with its column; creators without a name come first. */
export const CREATOR_ORDERS = { id: "creator", creatorName: "host" } as const;

/** Lists a page of creators; ties are in order of wallet. */
export const listMarketCreators = (sql: AnySql, page: CreatorPage): Promise<MarketCreator[]> => {
  const { scope, hosts, wallets } = page;
  const among = (column: string, values: readonly string[] | undefined): Fragment =>
    values === undefined ? sql`` : sql`and ${sql(column)} = any(${values as string[]}::text[])`;
  const direction = page.ascending ? sql`asc` : sql`desc`;
  const column = CREATOR_ORDERS[page.order];
  const hostSort = column === "host" ? sql`coalesce(host, '') ${direction},` : sql``;
  return sql<MarketCreator[]>`
    with made as (
      select distinct creator from market_entries
      where creator > '' ${marketsInScope(sql, scope)} ${among("creator", wallets)}
    ), named as (
      select creator, (select min(host) from sites where wallet = creator) as host from made
    )
    select creator as wallet, host from named where true ${among("host", hosts)}
    order by ${hostSort} creator ${direction} limit ${page.limit} offset ${page.offset}`;
};

// Descriptions of markets for rows of the data interface, by internal number.

export type MarketDescription = Pick<
  CatalogMarket,
  "conditionId" | "tokenIds" | "outcomes" | "slug" | "negativeRisk"
> & {
  readonly title: string;
  /** Icon; "" if there is none, as with the next field. */
  readonly icon: string;
  /** RFC 3339 in UTC. */
  readonly endDate: string;
  readonly eventId: string;
  readonly eventSlug: string;
};

/** Row with pairs in separate columns: arrays take the client longer to read than all other columns. */
type Row = Omit<MarketDescription, "tokenIds" | "outcomes"> & {
  readonly no: number;
  readonly tokenId0: string;
  readonly tokenId1: string;
  readonly outcome0: string;
  readonly outcome1: string;
};

/** Rows of a few hundred bytes that are read at a time. */
const SHORT_ROWS = 100;

/** Finds markets by number; repeated numbers count once, unknown ones are skipped. */
export async function findMarketDescriptions(
  sql: AnySql,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, MarketDescription>> {
  if (numbers.length === 0) return new Map();
  const query = sql<Row[]>`
    select no, condition_id as "conditionId", token_ids[1] as "tokenId0", token_ids[2] as "tokenId1",
      markets.content -> 'outcomes' ->> 0 as outcome0, markets.content -> 'outcomes' ->> 1 as outcome1,
      markets.content ->> 'question' as title, markets.slug, negative_risk as "negativeRisk",
      coalesce(markets.content ->> 'icon', '') as icon, coalesce(markets.content ->> 'endDate', '') as "endDate",
      event_id::text as "eventId", events.slug as "eventSlug"
    from markets
    join market_states on market_states.market = markets.no
    join events on events.id = markets.event_id
    where no = any(${[...new Set(numbers)]}::int[])`;
  return new Map(await gatherInChunks(query, describeRow, SHORT_ROWS));
}

const describeRow = ({ no, tokenId0, tokenId1, outcome0, outcome1, ...description }: Row) =>
  [no, { ...description, tokenIds: [tokenId0, tokenId1], outcomes: [outcome0, outcome1] }] as const;

// Origins of markets: their creator and the tags of their event, by internal number.

export type MarketOrigin = {
  /** Wallet of the creator; "" if the listing names none. */
  readonly creator: string;
  /** Slugs of the event's tags. */
  readonly tags: readonly string[];
};

/** Finds origins of markets by number; skips unknown ones. */
export async function findMarketCreatorsAndTags(
  sql: AnySql,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, MarketOrigin>> {
  const rows = await sql<(MarketOrigin & { readonly no: number })[]>`
    select no, coalesce(markets.content ->> 'creator', '') as creator,
      array(select tag ->> 'slug' from jsonb_array_elements(events.content -> 'tags') with ordinality as tags (tag, place)
            order by place) as tags
    from markets
    join events on events.id = markets.event_id
    where no = any(${numbers as number[]}::int[])`;
  return new Map(rows.map(({ no, ...origin }) => [no, origin]));
}

export type ListedMarketRow = {
  readonly no: number;
  readonly market: CatalogMarket;
  readonly event: {
    readonly id: string;
    readonly slug: string;
    readonly title: string;
    readonly ticker: string;
    readonly description: string;
  };
  /** Labels of the event's tags. */
  readonly tags: readonly string[];
  /** Time when the market first accepted orders, ms. */
  readonly openedAt: number | null;
};

/** Slice of a listing by ascending id: number of markets to skip, and maximum number to read. */
export type MarketSlice = { readonly offset: number; readonly limit: number };

const columns = (sql: Sql) => sql`
  markets.no, markets.content as market, market_states.opened_at as "openedAt",
  json_build_object('id', events.content -> 'id', 'slug', events.content -> 'slug',
    'title', events.content -> 'title', 'ticker', events.content -> 'ticker',
    'description', events.content -> 'description') as event,
  jsonb_path_query_array(events.content, '$.tags[*].label') as tags`;

const sources = (sql: Sql) => sql`
  markets join market_states on market_states.market = markets.no join events on events.id = markets.event_id`;

/** Reads the markets of one slice of a listing; its numbers are found by index before descriptions are read. */
const listSlice = (sql: Sql, listed: Fragment, { offset, limit }: MarketSlice): Promise<ListedMarketRow[]> =>
  readInChunks(sql<ListedMarketRow[]>`
    select ${columns(sql)} from ${sources(sql)}
    where markets.no in (
      select listed.no from ${listed} order by listed.id, listed.no limit ${limit} offset ${offset}::bigint)
    order by markets.id, markets.no`);

/** Condition of the index markets_rewarded. */
const rewardedPredicate = (sql: Sql) => sql`listed.content @? '$.rewards.rates[0]'`;

const openMarkets = (sql: Sql) => sql`
  markets as listed join market_states as state on state.market = listed.no and state.status = 'active'`;

export async function findMarketRecord(sql: Sql, no: number): Promise<ListedMarketRow | undefined> {
  const [record] = await sql<ListedMarketRow[]>`
    select ${columns(sql)} from ${sources(sql)} where markets.no = ${no}`;
  return record;
}

export function findMarketRecords(sql: Sql, nos: readonly number[]): Promise<ListedMarketRow[]> {
  return sql<ListedMarketRow[]>`
    select ${columns(sql)} from ${sources(sql)} where markets.no = any(${nos as number[]}::bigint[])`;
}

export const listMarketRecords = (sql: Sql, slice: MarketSlice): Promise<ListedMarketRow[]> =>
  listSlice(
    sql,
    sql`markets as listed join market_entries as entry on entry.market = listed.no and entry.published`,
    slice,
  );

/** Lists markets that accept orders. */
export const listOpenMarketRecords = (sql: Sql, slice: MarketSlice): Promise<ListedMarketRow[]> =>
  listSlice(sql, openMarkets(sql), slice);

/** Lists markets that accept orders and pay liquidity rewards: all, or only these numbers. */
export function listRewardedMarketRecords(
  sql: Sql,
  slice: MarketSlice,
  among?: readonly number[],
): Promise<ListedMarketRow[]> {
  const named = among && sql`and listed.no = any(${among as number[]}::bigint[])`;
  return listSlice(sql, sql`${openMarkets(sql)} where ${rewardedPredicate(sql)} ${named ?? sql``}`, slice);
}

export async function hasRewardedMarkets(sql: Sql): Promise<boolean> {
  const [{ found }] = await sql<[{ found: boolean }]>`
    select exists (select from ${openMarkets(sql)} where ${rewardedPredicate(sql)}) as found`;
  return found;
}

/** Summary of a market, with the slugs of its event, series and tags. */
export type MarketSummary = Pick<CatalogMarket, "id" | "conditionId" | "question" | "slug"> & {
  /** Icon; "" if there is none, as with the next field and the series. */
  readonly icon: string;
  readonly image: string;
  readonly eventSlug: string;
  /** Slug of the event's first series. */
  readonly seriesSlug: string;
  /** Slugs of the event's tags. */
  readonly tags: readonly string[];
};

/** Lists summaries of the markets with these conditions (lower case), in no order; skips unknown ones. */
export const listMarketSummaries = (sql: Sql, conditionIds: readonly string[]): Promise<MarketSummary[]> =>
  sql<MarketSummary[]>`
    select markets.id::text as id, condition_id as "conditionId", markets.content ->> 'question' as question,
      markets.slug, coalesce(markets.content ->> 'icon', '') as icon, coalesce(markets.content ->> 'image', '') as image,
      events.slug as "eventSlug", coalesce(events.content -> 'series' -> 0 ->> 'slug', '') as "seriesSlug",
      jsonb_path_query_array(events.content, '$.tags[*].slug') as tags
    from markets join events on events.id = markets.event_id
    where condition_id = any(${conditionIds as string[]}::text[])`;

// Open markets with liquidity rewards, filtered and sorted by values that matter to market makers.

/** Bounds of a value: `above` exclusive, `most` inclusive. */
export type Span = { readonly above?: number | undefined; readonly most?: number | undefined };

type RewardedFilter = {
  /** Part of the question or the description, ignoring case. */
  readonly text?: string | undefined;
  readonly eventTitle?: string | undefined;
  readonly tagSlugs?: readonly string[] | undefined;
  readonly eventIds?: readonly number[] | undefined;
  readonly marketId?: number | undefined;
  /** Volume of the last 24 hours, micros. */
  readonly volume24h: Span;
  /** Spread in ticks; an empty side counts as price 0 or 1. */
  readonly spread: Span;
  /** Price of the first outcome, half ticks. */
  readonly price: Span;
};

type Keys = ReturnType<typeof marketKeys>;
type Key = (sql: AnySql, keys: Keys) => Fragment;

const rate: Key = (sql) => sql`(
  select sum((rate ->> 'dailyRate')::numeric) from jsonb_array_elements(content #> '{rewards,rates}') as rate
)`;
const endDate: Key = (sql) => sql`coalesce(nullif(market_entries.end_date, ''), '2500-12-31')`;

/** Sort orders, each with its key. */
export const REWARDED_ORDERS = {
  market_id: (sql) => sql`market_entries.id`,
  created_at: (sql) => sql`market_entries.created_at`,
  volume_24hr: (_sql, keys) => keys.volume_24h(),
  spread: (_sql, keys) => keys.spread(),
  // Not measured.
  competitiveness: (sql) => sql`market_entries.id * 0`,
  max_spread: (sql) => sql`(content #>> '{rewards,maxSpread}')::numeric`,
  min_size: (sql) => sql`(content #>> '{rewards,minSize}')::numeric`,
  question: (sql) => sql`content ->> 'question'`,
  one_day_price_change: (_sql, keys) => keys.price_change(),
  rate_per_day: rate,
  price: (sql) => sql`shown_price`,
  end_date: endDate,
  start_date: (sql) => sql`market_entries.start_date`,
  reward_end_date: endDate,
} as const satisfies Readonly<Record<string, Key>>;

export type RewardedOrder = keyof typeof REWARDED_ORDERS;

type RewardedPage = {
  readonly filter: RewardedFilter;
  readonly order: RewardedOrder;
  readonly descending: boolean;
  readonly since: SinceHour;
  readonly offset: number;
  readonly limit: number;
};

/** Market with the change of its recorded price in the last day, half ticks. */
export type RewardedMarket = MarketEntry & { readonly priceChange: number; readonly eventSlug: string };

/** Reads a page; ties are in order of id. */
export async function listRewardedMarkets(sql: AnySql, page: RewardedPage): Promise<RewardedMarket[]> {
  const { order, descending, since, offset, limit } = page;
  const keys = marketKeys(sql, since);
  const found = await sql<FoundRow[]>`
    select no, ${keys.price_change()}::int as "priceChange",
      (select slug from events where events.id = event_id) as "eventSlug"
    from market_entries join market_states using (market) join markets on no = market
    where status = 'active' and content @? '$.rewards.rates[0]' ${rewardPredicates(sql, page, keys)}
    order by ${REWARDED_ORDERS[order](sql, keys)} ${descending ? sql`desc` : sql``}, market_entries.id, no limit ${limit} offset ${offset}::bigint`;
  const numbers = found.map(({ no }) => no);
  const entries = await readMarkets(sql, sql`${numbers}::int[]`, { since });
  const byNo = new Map(found.map(({ no, ...row }) => [no, row]));
  return entries.flatMap((entry) => {
    const row = byNo.get(entry.no);
    return row === undefined ? [] : { ...entry, ...row };
  });
}

type FoundRow = Pick<RewardedMarket, "no" | "priceChange" | "eventSlug">;

function rewardPredicates(sql: AnySql, { filter }: RewardedPage, keys: Keys): Fragment {
  const { text, eventTitle, tagSlugs, eventIds, marketId, volume24h, spread, price } = filter;
  const within = (key: Fragment, { above, most }: Span): Fragment => sql`
    ${above === undefined ? sql`` : sql`and ${key} > ${above}::numeric`}
    ${most === undefined ? sql`` : sql`and ${key} <= ${most}::numeric`}`;
  const contains = (field: Fragment, part: string): Fragment =>
    sql`position(lower(${part}::text) in lower(${field})) > 0`;
  return sql`
    ${text === undefined ? sql`` : sql`and (${contains(sql`content ->> 'question'`, text)} or ${contains(sql`content ->> 'description'`, text)})`}
    ${eventTitle === undefined ? sql`` : sql`and event_id in (select id from events where ${contains(sql`events.content ->> 'title'`, eventTitle)})`}
    ${tagSlugs === undefined ? sql`` : sql`and event in (select event from event_entries where true ${tagPredicates(sql, { tagSlugs })})`}
    ${eventIds === undefined ? sql`` : sql`and event = any(${eventIds as number[]}::bigint[])`}
    ${marketId === undefined ? sql`` : sql`and market_entries.id = ${marketId}`}
    ${within(keys.volume_24h(), volume24h)}
    ${within(keys.spread(), spread)} ${within(sql`shown_price`, price)}`;
}
