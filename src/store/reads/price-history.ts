/** The shown prices that the engine recorded. A point stands at the end of a minute that changed the price. */
import type { Sql } from "../sql/database.ts";
import { readInPieces } from "../sql/read-in-pieces.ts";

/** A price of outcome 0 in half ticks, and the minute since 1970 at whose start it stood. */
export type PricePoint = { readonly market: number; readonly minute: number; readonly midpoint: number };

/** The prices of one market over a range: minutes of changes, and at the same places the midpoints from then on. */
export type PriceHistory = {
  readonly market: number;
  /** The first minute of the range that has a price. */
  readonly low: number;
  /** The last minute of the range. */
  readonly high: number;
  /** Minutes between two points. */
  readonly step: number;
  /** Ascending. The first one is at `low` or before. */
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
  /** Number of points, at least 2: longer steps are used where there would be more in a market's range, or the range is cut. */
  readonly most: { readonly points: number } | { readonly first: number };
};

/**
 * Lists the prices at the steps of a range, of the markets that have any: of the changes between two steps the last one,
 * and the price that held when the range began. Steps count from 1970, so that they fall on full hours and days. The index
 * is asked once per change that is answered, however many lie in the range. A market is one row: thousands of points as
 * rows take ten times as long to read off the connection.
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
  return readInPieces(query, 1);
}

/** The last point of each market before a minute: the price that held then. */
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
