/** Markets with what their events say of them, as the trading listings describe them; prices are the engine's. */
import type { CatalogMarket } from "../core/catalog.ts";
import type { Sql } from "./database.ts";

export type MarketRecord = {
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
  /** When the market first took orders, in milliseconds. */
  readonly openedAt: number | null;
};

/** Markets with numbers above `after`, in the order of their numbers. */
export type MarketRange = { readonly after: number; readonly limit: number };

const columns = (sql: Sql) => sql`
  markets.no, markets.content as market, market_states.opened_at as "openedAt",
  json_build_object('id', events.content -> 'id', 'slug', events.content -> 'slug',
    'title', events.content -> 'title', 'ticker', events.content -> 'ticker',
    'description', events.content -> 'description') as event,
  jsonb_path_query_array(events.content, '$.tags[*].label') as tags`;

const sources = (sql: Sql) => sql`
  markets join market_states on market_states.market = markets.no join events on events.id = markets.event_id`;

/** The bound stands on both sides of the join, so that neither is walked from its beginning. */
const above = (sql: Sql, after: number) => sql`
  markets.no > ${after}::bigint and market_states.market > ${after}::bigint`;

/** As the index markets_rewarded has it. */
const rewarded = (sql: Sql) => sql`markets.content @? '$.rewards.rates[0]'`;

export async function findMarketRecord(sql: Sql, no: number): Promise<MarketRecord | undefined> {
  const [record] = await sql<MarketRecord[]>`
    select ${columns(sql)} from ${sources(sql)} where markets.no = ${no}`;
  return record;
}

export function findMarketRecords(sql: Sql, nos: readonly number[]): Promise<MarketRecord[]> {
  return sql<MarketRecord[]>`
    select ${columns(sql)} from ${sources(sql)} where markets.no = any(${nos as number[]}::bigint[])`;
}

export function listMarketRecords(sql: Sql, { after, limit }: MarketRange): Promise<MarketRecord[]> {
  return sql<MarketRecord[]>`
    select ${columns(sql)} from ${sources(sql)}
    where ${above(sql, after)} order by markets.no limit ${limit}`;
}

/** Markets that take orders. */
export function listOpenMarketRecords(sql: Sql, { after, limit }: MarketRange): Promise<MarketRecord[]> {
  return sql<MarketRecord[]>`
    select ${columns(sql)} from ${sources(sql)}
    where ${above(sql, after)} and market_states.status = 'active'
    order by market_states.market limit ${limit}`;
}

/** Markets that take orders and pay liquidity rewards. */
export function listRewardedMarketRecords(sql: Sql, { after, limit }: MarketRange): Promise<MarketRecord[]> {
  return sql<MarketRecord[]>`
    select ${columns(sql)} from ${sources(sql)}
    where ${above(sql, after)} and market_states.status = 'active' and ${rewarded(sql)}
    order by markets.no limit ${limit}`;
}

export async function hasRewardedMarkets(sql: Sql): Promise<boolean> {
  const [{ found }] = await sql<[{ found: boolean }]>`
    select exists (
      select from markets join market_states on market_states.market = markets.no
      where market_states.status = 'active' and ${rewarded(sql)}
    ) as found`;
  return found;
}
