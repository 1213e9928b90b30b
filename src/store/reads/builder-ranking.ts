/** Builders by the volume of the orders that carry their codes. */
import type { Micros } from "../../core/units.ts";
import { DAY_MS } from "../catalog/catalog-records.ts";
import type { Sql } from "../sql/database.ts";

export type RankedBuilder = {
  /** Hex without 0x. */
  readonly builder: string;
  readonly volume: Micros;
  /** Wallets whose orders carried the code and filled. */
  readonly users: number;
};

export type BuilderPage = {
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

/** A builder on a day, in days since 1970, UTC. */
export type BuilderDayRank = RankedBuilder & {
  readonly day: number;
  /** Place among the builders of the day, from 1 on; equal ones are in order of their codes. */
  readonly rank: number;
};

type DaysQuery = { readonly since: number | undefined; readonly limit: number };

/** Builders by days, the latest day first and in each the largest volume; the days before the limit are cut off. */
export function listBuilderDayRanks(sql: Sql, { since, limit }: DaysQuery): Promise<BuilderDayRank[]> {
  return sql<BuilderDayRank[]>`
    with days as (
      select day, builder, volume, rank() over (partition by day order by volume desc, builder)::int as rank
      from builder_volumes ${since === undefined ? sql`` : sql`where day >= ${since}::int`}
      order by day desc, volume desc, builder limit ${limit}
    ), users as (
      select builder, (at / ${DAY_MS}::bigint)::int as day, count(distinct taker_account)::int as users
      from orders join trades on trades.taker = orders.no
      where builder is not null and at >= (select min(day) from days)::bigint * ${DAY_MS}::bigint
      group by 1, 2
    )
    select day, encode(builder, 'hex') as builder, volume, rank, coalesce(users, 0) as users
    from days left join users using (builder, day)
    order by day desc, rank`;
}
