/**
 * Candles: the trades of a market summed up by period. They are made of the trades when they are asked for, so that no
 * order pays for them. Numbers and times of trades grow together: a time is found among the numbers by halving.
 */
import { addLots } from "../../core/units.ts";
import type { Lots, Ticks } from "../../core/units.ts";
import type { Sql } from "../sql/database.ts";

/** Prices are those of outcome 0. */
export type Candle = {
  /** Number of the period since 1970. */
  readonly period: number;
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
  readonly close: Ticks;
  /** Shares that changed hands. */
  readonly lots: Lots;
  /** Number of fills. */
  readonly trades: number;
};

export type CandlePage = {
  /** Market number. */
  readonly market: number;
  /** Milliseconds of a period. */
  readonly size: number;
  /** Milliseconds, multiples of the size: from this one on, and before that one. */
  readonly from: number | undefined;
  readonly until: number | undefined;
  readonly limit: number;
};

/** Trades that one statement sums up, and what the next one may at most. */
const FIRST_TRADES = 4_096;
const MOST_TRADES = 131_072;

/** Lists the last candles of a span, the newest first. A period without trades has none. */
export async function listCandles(sql: Sql, page: CandlePage): Promise<Candle[]> {
  const { market, size, from, until, limit } = page;
  const lowest = from === undefined ? 0 : await findTradeAt(sql, from);
  let below = until === undefined ? Number.MAX_SAFE_INTEGER : await findTradeAt(sql, until);
  const candles: Candle[] = [];
  for (let count = FIRST_TRADES; ; count = Math.min(2 * count, MOST_TRADES)) {
    const part = await sumTrades(sql, { market, size, lowest, below, count });
    for (const { first: _, ...candle } of part) addCandle(candles, candle);
    // The last one may go on with trades before these.
    if (candles.length > limit) return candles.slice(0, limit);
    const read = part.reduce((sum, { trades }) => sum + trades, 0);
    const last = part.at(-1);
    if (last === undefined || read < count) return candles;
    below = last.first;
  }
}

/** Adds an earlier candle, or the earlier part of the last one. */
function addCandle(candles: Candle[], earlier: Candle): void {
  const last = candles.at(-1);
  if (last?.period !== earlier.period) {
    candles.push(earlier);
    return;
  }
  candles[candles.length - 1] = {
    period: last.period,
    open: earlier.open,
    high: earlier.high > last.high ? earlier.high : last.high,
    low: earlier.low < last.low ? earlier.low : last.low,
    close: last.close,
    lots: addLots(last.lots, earlier.lots),
    trades: last.trades + earlier.trades,
  };
}

type TradeRange = Pick<CandlePage, "market" | "size"> & {
  /** Numbers of trades: from this one on, and below that one. */
  readonly lowest: number;
  readonly below: number;
  /** Trades to sum up, the newest. */
  readonly count: number;
};

/** Sums up the newest trades of a range by period, the newest first, each with the number of its first trade. */
const sumTrades = (
  sql: Sql,
  { market, size, lowest, below, count }: TradeRange,
): Promise<(Candle & { readonly first: number })[]> =>
  sql<(Candle & { readonly first: number })[]>`
    select at / ${size}::bigint as period, (array_agg(price order by no))[1] as open, max(price) as high,
      min(price) as low, (array_agg(price order by no desc))[1] as close, sum(lots)::bigint as lots,
      count(*) as trades, min(no) as first
    from (
      select no, at, price, lots from trades
      where market = ${market}::int and no >= ${lowest}::bigint and no < ${below}::bigint
      order by no desc limit ${count}::int
    ) as newest
    group by period order by period desc`;

/** The least number that a trade at this time (milliseconds) or later can have: all trades below it are earlier. */
async function findTradeAt(sql: Sql, at: number): Promise<number> {
  const [found] = await sql<[{ low: number }]>`
    with recursive search (low, high) as (
      select coalesce(min(no), 0), coalesce(max(no), 0) + 1 from trades
      union all
      select case when probe.at < ${at}::bigint then probe.no + 1 else low end,
        case when probe.at < ${at}::bigint then high else (low + high) / 2 end
      from search left join lateral (
        select no, trades.at from trades where no >= (low + high) / 2 and no < high order by no limit 1
      ) as probe on true
      where low < high
    )
    select low from search where low >= high`;
  return found.low;
}
