/** Markets ranked by what was traded in them on some days. */
import type { AnySql, Fragment, Sql } from "../sql/database.ts";
import { accountsOf, meantRows, sumOf } from "./day-figures.ts";
import type { FiguresQuery, TradeFigures } from "./day-figures.ts";

export const FIGURE_ORDERS = ["volume", "traders", "fees", "trades"] as const;
export type FigureOrder = (typeof FIGURE_ORDERS)[number];

export type RankedMarket = TradeFigures & {
  readonly conditionId: string;
  readonly slug: string;
  readonly question: string;
  readonly eventId: string;
  readonly event: string;
};

export type MarketRanking = {
  /** Markets with any fill on these days. */
  readonly total: number;
  readonly markets: readonly RankedMarket[];
};

export type RankingPage = { readonly order: FigureOrder; readonly offset: number; readonly limit: number };

/** A page of the markets with any fill on these days, the greatest first and equal ones as they were listed. */
export async function rankMarkets(sql: Sql, query: FiguresQuery, page: RankingPage): Promise<MarketRanking> {
  const { order, offset, limit } = page;
  // Only the markets of the page have their traders counted, unless these put them in order.
  const counted =
    order === "traders" ? tradersOf(sql, query) : sql`(select null::int as market, 0 as traders)`;
  const rows = await sql<(RankedMarket & { readonly total: number })[]>`
    with ranked as (
      select market, count(*) over ()::int as total, trades, volume, fees, coalesce(counted.traders, 0) as traders
      from ${sumsOf(sql, query)} left join ${counted} as counted using (market)
    ), page as (
      select * from ranked order by ${sql(order)} desc, market limit ${limit} offset ${offset}
    )
    select total, condition_id as "conditionId", markets.slug, markets.content ->> 'question' as question,
      event_id::text as "eventId", coalesce(events.content ->> 'title', '') as event, trades, volume, fees,
      (select count(distinct account)::int from account_market_days
        where account_market_days.market = page.market and account_market_days.volume > 0
          and ${meantRows(sql, { ...query, markets: undefined })}) as traders
    from page join markets on markets.no = page.market join events on events.id = event_id
    order by page.${sql(order)} desc, page.market`;
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await countMarkets(sql, query));
  return { total, markets: rows };
}

async function countMarkets(sql: Sql, query: FiguresQuery): Promise<number> {
  const [{ total }] = await sql<
    [{ total: number }]
  >`select count(*)::int as total from ${sumsOf(sql, query)}`;
  return total;
}

/** Sums by market of the trades whose incoming orders count: those of all, less those of the accounts that are left out. */
function sumsOf(sql: AnySql, query: FiguresQuery): Fragment {
  const whole = { ...query, without: [] };
  const all = sql`
    select market, trades, volume, fees from market_figures where ${meantRows(sql, whole)}`;
  // An account whose orders ever filled in a market has a position there.
  const leftOut = sql`
    select market, -taker_trades, -taker_volume, -fees from (
      select distinct account, market from positions where account = any(${accountsOf(sql, query.without)})
    ) as held join account_market_days using (account, market)
    where (taker_trades, taker_volume, fees) <> (0, 0, 0) and ${meantRows(sql, whole)}`;
  const rows = query.without.length === 0 ? all : sql`${all} union all ${leftOut}`;
  const [trades, volume, fees] = [sumOf(sql, sql`trades`), sumOf(sql, sql`volume`), sumOf(sql, sql`fees`)];
  return sql`(
    select market, ${trades} as trades, ${volume} as volume, ${fees} as fees from (${rows}) as rows group by market
  ) as sums`;
}

const tradersOf = (sql: AnySql, query: FiguresQuery): Fragment => sql`(
  select market, count(*)::int as traders from (
    select distinct market, account from account_market_days
    where volume > 0 and ${meantRows(sql, query)}
  ) as pairs group by market
)`;
