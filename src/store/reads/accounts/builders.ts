/** Volumes of builder codes, and their ranking. */
import type { Micros } from "../../../core/units.ts";
import { DAY_MS } from "../../catalog/catalog-records.ts";
import type { Fragment, Sql } from "../../sql/database.ts";

// Volume of incoming orders that carry a builder code, by day.

/** Volume of a day; `day` counts from 1970, in UTC. */
export type BuilderDay = { readonly day: number; readonly volume: Micros };

/** Lists all days on which the builder (hex without 0x) had volume, in order. */
export const listBuilderDays = (sql: Sql, builder: string): Promise<BuilderDay[]> => sql<BuilderDay[]>`
  select day, volume from builder_volumes where builder = decode(${builder}, 'hex') order by day`;

// Builders by volume of the orders that carry their codes.

export type RankedBuilder = {
  /** Hex without 0x. */
  readonly builder: string;
  readonly volume: Micros;
  /** Number of wallets with a filled order that carried the code. */
  readonly users: number;
};

type BuilderPage = {
  /** First day since 1970, UTC; all time if undefined. */
  readonly since: number | undefined;
  /** Cursor: the builder before the page. */
  readonly after?: Pick<RankedBuilder, "builder" | "volume"> | undefined;
  readonly offset?: number;
  readonly limit: number;
};

/** Lists a page of builders by descending volume, then by code. */
export function listRankedBuilders(sql: Sql, page: BuilderPage): Promise<RankedBuilder[]> {
  const { since, after, offset = 0, limit } = page;
  const afterCursor =
    after === undefined
      ? sql``
      : sql`having sum(volume) < ${after.volume}::bigint
          or sum(volume) = ${after.volume}::bigint and builder > decode(${after.builder}, 'hex')`;
  return sql<RankedBuilder[]>`
    with page as (
      select builder, sum(volume)::bigint as volume from builder_volumes
      ${since === undefined ? sql`` : sql`where day >= ${since}::int`}
      group by builder ${afterCursor} order by volume desc, builder limit ${limit} offset ${offset}
    )
    select encode(builder, 'hex') as builder, volume, (
      select count(distinct taker_account)::int from orders join trades on trades.taker = orders.no
      where orders.builder = page.builder ${since === undefined ? sql`` : sql`and trades.at >= ${since * DAY_MS}::bigint`}
    ) as users
    from page order by volume desc, page.builder`;
}

/** Calendar spans in UTC; weeks begin on Monday. */
type CalendarUnit = "day" | "week" | "month" | "year";

/** A builder in a span of the calendar. */
type BuilderSpanRank = RankedBuilder & {
  /** First day of the span, since 1970. */
  readonly day: number;
  /** Rank in the span, from 1; builders of equal volume are ranked by code. */
  readonly rank: number;
};

type SpansQuery = {
  readonly unit: CalendarUnit;
  /** First day since 1970; all time if undefined. */
  readonly since?: number | undefined;
  /** Number of latest spans with volume; all if undefined. */
  readonly spans?: number;
  /** Maximum number of rows; earlier spans are cut off. */
  readonly limit: number;
};

/** Ranks builders by calendar span, latest span first, and by descending volume within a span. */
export function listBuilderRanks(
  sql: Sql,
  { unit, since, spans, limit }: SpansQuery,
): Promise<BuilderSpanRank[]> {
  return sql<BuilderSpanRank[]>`
    with sums as (
      select ${truncateDay(sql, unit, sql`day`)} as day, builder, sum(volume)::bigint as volume
      from builder_volumes ${since === undefined ? sql`` : sql`where day >= ${since}::int`} group by 1, 2
    ), ranked as (
      select *, rank() over (partition by day order by volume desc, builder)::int as rank,
        dense_rank() over (order by day desc) as span
      from sums
    ), page as (
      select day, builder, volume, rank from ranked ${spans === undefined ? sql`` : sql`where span <= ${spans}::int`}
      order by day desc, rank limit ${limit}
    ), users as (
      select builder, ${truncateDay(sql, unit, sql`(at / ${DAY_MS}::bigint)::int`)} as day,
        count(distinct taker_account)::int as users
      from orders join trades on trades.taker = orders.no
      where builder is not null and at >= (select min(day) from page)::bigint * ${DAY_MS}::bigint
      group by 1, 2
    )
    select day, encode(builder, 'hex') as builder, volume, rank, coalesce(users, 0) as users
    from page left join users using (builder, day)
    order by day desc, rank`;
}

const truncateDay = (sql: Sql, unit: CalendarUnit, day: Fragment): Fragment =>
  unit === "day" ? day : sql`(date_trunc(${unit}, date '1970-01-01' + ${day})::date - date '1970-01-01')`;
