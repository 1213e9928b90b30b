/** Markets with what their events say of them, as the trading listings describe them; prices are the engine's. */
import type { CatalogMarket } from "../../core/catalog.ts";
import type { Fragment, Sql } from "../sql/database.ts";
import { readInPieces } from "../sql/read-in-pieces.ts";

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
  /** Time when the market first took orders, in milliseconds. */
  readonly openedAt: number | null;
};

/** Part of a listing by ascending id: how many of its markets come before, and how many to read at most. */
export type MarketSlice = { readonly offset: number; readonly limit: number };

const columns = (sql: Sql) => sql`
  markets.no, markets.content as market, market_states.opened_at as "openedAt",
  json_build_object('id', events.content -> 'id', 'slug', events.content -> 'slug',
    'title', events.content -> 'title', 'ticker', events.content -> 'ticker',
    'description', events.content -> 'description') as event,
  jsonb_path_query_array(events.content, '$.tags[*].label') as tags`;

const sources = (sql: Sql) => sql`
  markets join market_states on market_states.market = markets.no join events on events.id = markets.event_id`;

/** Reads the markets of one slice of a listing; its numbers are found by index before any description is read. */
const listSlice = (sql: Sql, listed: Fragment, { offset, limit }: MarketSlice): Promise<ListedMarketRow[]> =>
  readInPieces(sql<ListedMarketRow[]>`
    select ${columns(sql)} from ${sources(sql)}
    where markets.no in (
      select listed.no from ${listed} order by listed.id, listed.no limit ${limit} offset ${offset}::bigint)
    order by markets.id, markets.no`);

/** Condition of the index markets_rewarded. */
const rewarded = (sql: Sql) => sql`listed.content @? '$.rewards.rates[0]'`;

const open = (sql: Sql) => sql`
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

/** Lists markets that take orders. */
export const listOpenMarketRecords = (sql: Sql, slice: MarketSlice): Promise<ListedMarketRow[]> =>
  listSlice(sql, open(sql), slice);

/** Lists markets that take orders and pay liquidity rewards: all, or those among these numbers. */
export function listRewardedMarketRecords(
  sql: Sql,
  slice: MarketSlice,
  among?: readonly number[],
): Promise<ListedMarketRow[]> {
  const named = among && sql`and listed.no = any(${among as number[]}::bigint[])`;
  return listSlice(sql, sql`${open(sql)} where ${rewarded(sql)} ${named ?? sql``}`, slice);
}

export async function hasRewardedMarkets(sql: Sql): Promise<boolean> {
  const [{ found }] = await sql<[{ found: boolean }]>`
    select exists (select from ${open(sql)} where ${rewarded(sql)}) as found`;
  return found;
}

/** A market in a few words, with slugs of what it belongs to. */
export type MarketSummary = Pick<CatalogMarket, "id" | "conditionId" | "question" | "slug"> & {
  /** "" without one, as the next and the series. */
  readonly icon: string;
  readonly image: string;
  readonly eventSlug: string;
  /** Slug of the event's first series. */
  readonly seriesSlug: string;
  /** Slugs of the event's tags. */
  readonly tags: readonly string[];
};

/** Summaries of the markets with these conditions (lower case), in no order; others are left out. */
export const listMarketSummaries = (sql: Sql, conditionIds: readonly string[]): Promise<MarketSummary[]> =>
  sql<MarketSummary[]>`
    select markets.id::text as id, condition_id as "conditionId", markets.content ->> 'question' as question,
      markets.slug, coalesce(markets.content ->> 'icon', '') as icon, coalesce(markets.content ->> 'image', '') as image,
      events.slug as "eventSlug", coalesce(events.content -> 'series' -> 0 ->> 'slug', '') as "seriesSlug",
      jsonb_path_query_array(events.content, '$.tags[*].slug') as tags
    from markets join events on events.id = markets.event_id
    where condition_id = any(${conditionIds as string[]}::text[])`;
