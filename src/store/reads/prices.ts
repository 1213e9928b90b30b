/** Prices over time: midpoints as recorded, and candles of trades. */
import { addLots } from "../../core/units.ts";
import type { Lots, Ticks } from "../../core/units.ts";
import type { Sql } from "../sql/database.ts";
import { readInChunks } from "../sql/read-in-chunks.ts";

// Recorded shown prices. A point marks the end of a minute in which the price changed.

/** A price of outcome 0 in half ticks, and the minute since 1970 from whose start it applied. */
type PricePoint = { readonly market: number; readonly minute: number; readonly midpoint: number };

/** Prices of one market over a range: minutes of changes, and at the same indexes the midpoints from then on. */
export type PriceHistory = {
  readonly market: number;
  /** The first minute of the range that has a price. */
  readonly low: number;
  /** The last minute of the range. */
  readonly high: number;
  /** Minutes between two points. */
  readonly step: number;
  /** Minutes of changes, ascending; the first is at `low` or before. */
  readonly minutes: readonly number[];
  readonly midpoints: readonly number[];
};

export type PriceRange = {
  /** Market numbers. */
  readonly markets: readonly number[];
  /** First and last minute, both included. */
  readonly first: number;
  readonly last: number;
  /** Minutes between two points. */
  readonly step: number;
  /**
   * Maximum number of points per market, at least 2: longer steps are used above `points`, or the range is cut after
   * the `first` ones.
   */
  readonly most: { readonly points: number } | { readonly first: number };
};

/**
 * Lists prices at the steps of a range, for markets that have any: the last change between two steps, and the price at
 * the start of the range. Steps count from 1970, so they fall on full hours and days. The index is read once per returned
 * change, however many changes the range has. A market is one row: thousands of points as rows take ten times as long to
 * read from the connection.
 */
export function listPriceHistories(sql: Sql, range: PriceRange): Promise<PriceHistory[]> {
  const { markets, first, last, step, most } = range;
  const stepOf =
    "points" in most
      ? sql`greatest(${step}::int, ceil((${last}::int - low + 1) / (${most.points}::int - 1)::numeric)::int)`
      : sql`${step}::int`;
  const highOf =
    "points" in most ? sql`${last}::int` : sql`least(${last}::int, low + ${step}::int * ${most.first}::int)`;
  const query = sql<PriceHistory[]>`
    with recursive lows as (
      select market,
        greatest(${first}::int, (select min(minute) from price_history where market = wanted.market)) as low,
        exists (select from price_history where market = wanted.market) as priced
      from unnest(${markets as number[]}::int[]) as wanted (market)
    ), steps as (
      select market, low, ${highOf} as high, ${stepOf} as step from lows where priced and low <= ${last}::int
    ), points as (
      select market, low, high, step, latest.minute, latest.midpoint
      from steps cross join lateral (
        select minute, midpoint from price_history
        where market = steps.market and minute <= steps.high
        order by minute desc limit 1
      ) as latest
      union all
      select points.market, points.low, points.high, points.step, earlier.minute, earlier.midpoint
      from points cross join lateral (
        select minute, midpoint from price_history
        where market = points.market and minute <= (points.minute - 1) / points.step * points.step
        order by minute desc limit 1
      ) as earlier
      where points.minute > points.low
    )
    select market, low, high, step, json_agg(minute order by minute) as minutes,
      json_agg(midpoint order by minute) as midpoints
    from points group by market, low, high, step`;
  return readInChunks(query, 1);
}

/** Lists the last point of each market before a minute: the price at that time. */
export function listPricesBefore(
  sql: Sql,
  markets: readonly number[],
  minute: number,
): Promise<PricePoint[]> {
  return sql<PricePoint[]>`
    select market, earlier.minute, earlier.midpoint
    from unnest(${markets as number[]}::int[]) as wanted (market) cross join lateral (
      select minute, midpoint from price_history
      where market = wanted.market and minute < ${minute}::int
      order by minute desc limit 1
    ) as earlier`;
}

// Candles: trades of a market summed by period. They are computed on request, so that no order pays for them. Numbers and
// times of trades grow together, so a binary search over the numbers finds a time.

/** Candle of trades; prices are those of outcome 0. */
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

type CandlePage = {
  /** Market number. */
  readonly market: number;
  /** Length of a period, ms. */
  readonly size: number;
  /** Milliseconds, multiples of `size`: `from` inclusive, `until` exclusive. */
  readonly from: number | undefined;
  readonly until: number | undefined;
  readonly limit: number;
};

/** Number of trades that the first statement sums, and the maximum for the next ones. */
const FIRST_TRADES = 4_096;
const MAX_TRADES = 131_072;

/** Lists the last candles of a span, newest first. Periods without trades are skipped. */
export async function listCandles(sql: Sql, page: CandlePage): Promise<Candle[]> {
  const { market, size, from, until, limit } = page;
  const lowest = from === undefined ? 0 : await findTradeAt(sql, from);
  let below = until === undefined ? Number.MAX_SAFE_INTEGER : await findTradeAt(sql, until);
  const candles: Candle[] = [];
  for (let count = FIRST_TRADES; ; count = Math.min(2 * count, MAX_TRADES)) {
    const part = await sumTrades(sql, { market, size, lowest, below, count });
    for (const { first: _, ...candle } of part) addCandle(candles, candle);
    // The last candle may continue with trades before these.
    if (candles.length > limit) return candles.slice(0, limit);
    const read = part.reduce((sum, { trades }) => sum + trades, 0);
    const last = part.at(-1);
    if (last === undefined || read < count) return candles;
    below = last.first;
  }
}

/** Adds an earlier candle, or merges it as the earlier part of the last one. */
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
  /** Trade numbers: `lowest` inclusive, `below` exclusive. */
  readonly lowest: number;
  readonly below: number;
  /** Number of newest trades to sum. */
  readonly count: number;
};

/** Sums the newest trades of a range by period, newest first, each with the number of its first trade. */
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

/** Finds the lowest number that a trade at this time (ms) or later can have; trades below it are earlier. */
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
