/** The midpoints that the engine recorded. A point stands at the end of a minute that changed the price. */
import type { Fragment, Sql } from "../sql/database.ts";
import { readInPieces } from "../sql/read-in-pieces.ts";

/** A midpoint of outcome 0 in half ticks, and the minute since 1970 at whose start it stood. */
export type PricePoint = { readonly market: number; readonly minute: number; readonly midpoint: number };

/** Points of one market in order of time: their minutes, and at the same places their midpoints. */
export type PriceHistory = {
  readonly market: number;
  readonly minutes: readonly number[];
  readonly midpoints: readonly number[];
};

export type PriceRange = {
  /** Market numbers. */
  readonly markets: readonly number[];
  /** First and last minute, both included. */
  readonly first: number;
  readonly last: number;
  /** Minutes of which one point, the last, is wanted. */
  readonly bucket: number;
  /** Number of points, at least 2. Longer buckets are used where there would be more points in a market's range. */
  readonly maxPoints: number;
};

/**
 * Lists the last point of each bucket, of the markets that have any. Buckets count from 1970 and end with full hours and
 * days, as a point stands at the end of its minute. The index is asked once per point that is answered, however many lie
 * in the range. A market is one row: thousands of points as rows take ten times as long to read off the connection.
 */
export function listPriceHistories(sql: Sql, range: PriceRange): Promise<PriceHistory[]> {
  const { markets, first, last, bucket, maxPoints } = range;
  const query = sql<PriceHistory[]>`
    with recursive spans as (
      select market,
        (select min(minute) from price_history
         where market = wanted.market and minute between ${first}::int and ${last}::int) as low,
        (select max(minute) from price_history
         where market = wanted.market and minute between ${first}::int and ${last}::int) as high
      from unnest(${markets as number[]}::int[]) as wanted (market)
    ), buckets as (
      select market, high,
        greatest(${bucket}::int, ceil((high - low + 1) / (${maxPoints}::int - 1)::numeric)::int) as size
      from spans where high is not null
    ), points as (
      select market, size, minute, midpoint
      from buckets join price_history using (market) where minute = high
      union all
      select points.market, points.size, earlier.minute, earlier.midpoint
      from points cross join lateral (
        select minute, midpoint from price_history
        where market = points.market and minute between ${first}::int and (points.minute - 1) / points.size * points.size
        order by minute desc limit 1
      ) as earlier
    )
    select market, json_agg(minute order by minute) as minutes, json_agg(midpoint order by minute) as midpoints
    from points group by market`;
  return readInPieces(query, 1);
}

export type PricePageRange = Pick<PriceRange, "first" | "last" | "bucket"> & {
  /** Market number. */
  readonly market: number;
  readonly limit: number;
};

/**
 * Lists the last points of the first buckets that have any: as many as the limit, of buckets as above. The index is asked
 * twice per point, so that a page costs what it has, however much follows.
 */
export async function listFirstPrices(sql: Sql, range: PricePageRange): Promise<PriceHistory | undefined> {
  const { market, first, last, bucket, limit } = range;
  const bucketEnd = (minute: Fragment) =>
    sql`(${minute} - 1) / ${bucket}::int * ${bucket}::int + ${bucket}::int`;
  const lastOfBucket = sql`
    select minute, midpoint from price_history
    where market = ${market}::int and minute >= next.minute
      and minute <= least(${bucketEnd(sql`next.minute`)}, ${last}::int)
    order by minute desc limit 1`;
  const nextFrom = (minute: Fragment) => sql`
    select min(minute) as minute from price_history
    where market = ${market}::int and minute between ${minute} and ${last}::int`;
  const [found] = await sql<PriceHistory[]>`
    with recursive points as (
      select point.minute, point.midpoint, 1 as place
      from (${nextFrom(sql`${first}::int`)}) as next cross join lateral (${lastOfBucket}) as point
      union all
      select point.minute, point.midpoint, points.place + 1
      from points
      cross join lateral (${nextFrom(sql`${bucketEnd(sql`points.minute`)} + 1`)}) as next
      cross join lateral (${lastOfBucket}) as point
      where points.place < ${limit}::int
    )
    select ${market}::int as market, json_agg(minute order by minute) as minutes,
      json_agg(midpoint order by minute) as midpoints
    from points having count(*) > 0`;
  return found;
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
