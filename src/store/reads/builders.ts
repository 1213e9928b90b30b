/** Volumes that builder codes brought, and their ranking. */
import type { Micros } from "../../core/units.ts";
import { DAY_MS } from "../catalog/catalog-records.ts";
import type { Fragment, Sql } from "../sql/database.ts";

// Volume of the incoming orders that carry a builder code, by day.

/** `day` counts from 1970, in UTC. */
export type BuilderDay = { readonly day: number; readonly volume: Micros };

/** Every day on which the builder (hex without 0x) had any volume, in order. */
export const listBuilderDays = (sql: Sql, builder: string): Promise<BuilderDay[]> => sql<BuilderDay[]>`
  select day, volume from builder_volumes where builder = decode(${builder}, 'hex') order by day`;

// Builders by the volume of the orders that carry their codes.

export type RankedBuilder = {
  /** Hex without 0x. */
  readonly builder: string;
  readonly volume: Micros;
  /** Wallets whose orders carried the code and filled. */
  readonly users: number;
};

type BuilderPage = {
  /** Days since 1970, UTC; `undefined` is of all time. */
  readonly since: number | undefined;
  /** The builder that the page follows. */
  readonly after?: Pick<RankedBuilder, "builder" | "volume"> | undefined;
  readonly offset?: number;
  readonly limit: number;
};

/** A page of builders, the largest volume first and equal ones by their codes. */
export function listRankedBuilders(sql: Sql, page: BuilderPage): Promise<RankedBuilder[]> {
  const { since, after, offset = 0, limit } = page;
  const follows =
    after === undefined
      ? sql``
      : sql`having sum(volume) < ${after.volume}::bigint
          or sum(volume) = ${after.volume}::bigint and builder > decode(${after.builder}, 'hex')`;
  return sql<RankedBuilder[]>`
    with page as (
      select builder, sum(volume)::bigint as volume from builder_volumes
      ${since === undefined ? sql`` : sql`where day >= ${since}::int`}
      group by builder ${follows} order by volume desc, builder limit ${limit} offset ${offset}
    )
    select encode(builder, 'hex') as builder, volume, (
      select count(distinct taker_account)::int from orders join trades on trades.taker = orders.no
      where orders.builder = page.builder ${since === undefined ? sql`` : sql`and trades.at >= ${since * DAY_MS}::bigint`}
    ) as users
    from page order by volume desc, page.builder`;
}

/** Days, weeks from Monday on, months and years, in UTC. */
type CalendarUnit = "day" | "week" | "month" | "year";

/** A builder in a span of the calendar. */
type BuilderSpanRank = RankedBuilder & {
  /** First day of the span, since 1970. */
  readonly day: number;
  /** Place among the builders of the span, from 1 on; equal ones are in order of their codes. */
  readonly rank: number;
};

type SpansQuery = {
  readonly unit: CalendarUnit;
  /** Days since 1970; `undefined` is of all time. */
  readonly since?: number | undefined;
  /** The latest spans with any volume; `undefined` are all. */
  readonly spans?: number;
  /** Rows; the spans before it are cut off. */
  readonly limit: number;
};

/** Builders by spans of the calendar, the latest first and in each the largest volume. */
export function listBuilderRanks(
  sql: Sql,
  { unit, since, spans, limit }: SpansQuery,
): Promise<BuilderSpanRank[]> {
  return sql<BuilderSpanRank[]>`
    with sums as (
      select ${firstDayOf(sql, unit, sql`day`)} as day, builder, sum(volume)::bigint as volume
      from builder_volumes ${since === undefined ? sql`` : sql`where day >= ${since}::int`} group by 1, 2
    ), ranked as (
      select *, rank() over (partition by day order by volume desc, builder)::int as rank,
        dense_rank() over (order by day desc) as span
      from sums
    ), page as (
      select day, builder, volume, rank from ranked ${spans === undefined ? sql`` : sql`where span <= ${spans}::int`}
      order by day desc, rank limit ${limit}
    ), users as (
      select builder, ${firstDayOf(sql, unit, sql`(at / ${DAY_MS}::bigint)::int`)} as day,
        count(distinct taker_account)::int as users
      from orders join trades on trades.taker = orders.no
      where builder is not null and at >= (select min(day) from page)::bigint * ${DAY_MS}::bigint
      group by 1, 2
    )
    select day, encode(builder, 'hex') as builder, volume, rank, coalesce(users, 0) as users
    from page left join users using (builder, day)
    order by day desc, rank`;
}

const firstDayOf = (sql: Sql, unit: CalendarUnit, day: Fragment): Fragment =>
  unit === "day" ? day : sql`(date_trunc(${unit}, date '1970-01-01' + ${day})::date - date '1970-01-01')`;
