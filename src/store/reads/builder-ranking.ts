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
  readonly after: Pick<RankedBuilder, "builder" | "volume"> | undefined;
  readonly limit: number;
};

/** A page of builders, the largest volume first and equal ones by their codes. */
export function listRankedBuilders(sql: Sql, { since, after, limit }: BuilderPage): Promise<RankedBuilder[]> {
  const follows =
    after === undefined
      ? sql``
      : sql`having sum(volume) < ${after.volume}::bigint
          or sum(volume) = ${after.volume}::bigint and builder > decode(${after.builder}, 'hex')`;
  return sql<RankedBuilder[]>`
    with page as (
      select builder, sum(volume)::bigint as volume from builder_volumes
      ${since === undefined ? sql`` : sql`where day >= ${since}::int`}
      group by builder ${follows} order by volume desc, builder limit ${limit}
    )
    select encode(builder, 'hex') as builder, volume, (
      select count(distinct taker_account)::int from orders join trades on trades.taker = orders.no
      where orders.builder = page.builder ${since === undefined ? sql`` : sql`and trades.at >= ${since * DAY_MS}::bigint`}
    ) as users
    from page order by volume desc, page.builder`;
}
