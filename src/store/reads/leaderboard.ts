/**
 * Wallets by volume or profit, of all time or since a day, in all markets or in some. Accounts keep their sums, and the
 * sums at the end of each day on which they changed. The change since a day is the sum now less the last one before it.
 */
import type { Micros } from "../../core/units.ts";
import type { AnySql, Fragment } from "../sql/database.ts";
import { taggedMarkets } from "./tagged-markets.ts";

export type Leader = {
  /** Lower-case address. */
  readonly wallet: string;
  /** Collateral that changed hands in its fills. */
  readonly volume: Micros;
  /** Profit of its disposals. */
  readonly realized: Micros;
  /** Place from 1 on; equal wallets are in order of their addresses. */
  readonly rank: number;
};

export type LeaderboardQuery = {
  /** Days since 1970, UTC; `undefined` is of all time. */
  readonly since: number | undefined;
  /** Tags of events, one of which is enough: only their markets count. `undefined` are all markets. */
  readonly tagSlugs: readonly string[] | undefined;
  readonly order: "volume" | "realized";
};

/** The row that a page follows: its rank, its figure and its address. */
export type LeaderPlace = { readonly rank: number; readonly figure: number; readonly wallet: string };

export type LeaderboardPage = LeaderboardQuery & {
  readonly after?: LeaderPlace | undefined;
  readonly offset: number;
  readonly limit: number;
};

/** A page of those that traded or earned something, the greatest first. */
export async function listLeaders(sql: AnySql, page: LeaderboardPage): Promise<Leader[]> {
  const { order, after, offset, limit } = page;
  const follows =
    after === undefined
      ? sql``
      : sql`and (
          ${sql(order)} < ${after.figure}::bigint
          or ${sql(order)} = ${after.figure}::bigint and wallet collate "C" > ${after.wallet}
        )`;
  const leaders = await sql<Omit<Leader, "rank">[]>`
    select wallet, volume, realized from ${board(sql, page)} where (volume > 0 or realized <> 0) ${follows}
    order by ${sql(order)} desc, wallet collate "C" limit ${limit} offset ${offset}`;
  return leaders.map((leader, index) => ({ ...leader, rank: (after?.rank ?? offset) + index + 1 }));
}

/** A wallet with its rank among all; `undefined` when it neither traded nor earned anything. */
export async function findLeader(
  sql: AnySql,
  query: LeaderboardQuery,
  wallet: string,
): Promise<Leader | undefined> {
  const [leader] = await sql<Leader[]>`
    select * from (
      select wallet, volume, realized,
        row_number() over (order by ${sql(query.order)} desc, wallet collate "C")::int as rank
      from ${board(sql, query)} where volume > 0 or realized <> 0
    ) as ranked where wallet = ${wallet}`;
  return leader;
}

type BoardQuery = Pick<LeaderboardQuery, "since" | "tagSlugs">;

const board = (sql: AnySql, { since, tagSlugs }: BoardQuery): Fragment =>
  tagSlugs !== undefined
    ? marketBoard(sql, tagSlugs, since)
    : since === undefined
      ? sql`(select address as wallet, volume, realized from accounts) as board`
      : changedBoard(sql, since);

const changedBoard = (sql: AnySql, since: number): Fragment => sql`(
  select address as wallet, volume - coalesce(before.volume_before, 0) as volume,
    realized - coalesce(before.realized_before, 0) as realized
  from (select distinct account from account_days where day >= ${since}::int) as changed
  join accounts on accounts.no = changed.account
  left join lateral (
    select volume as volume_before, realized as realized_before from account_days
    where account_days.account = changed.account and day < ${since}::int order by day desc limit 1
  ) as before on true
) as board`;

/** Sums in the markets of events with these tags: the volume of the days, and the change of the profit over them. */
const marketBoard = (sql: AnySql, tagSlugs: readonly string[], since: number | undefined): Fragment => sql`(
  select address as wallet, sum(changed.volume)::bigint as volume,
    sum(changed.realized - coalesce(before.realized, 0))::bigint as realized
  from (
    select market, account, sum(volume) as volume, (array_agg(realized order by day desc))[1] as realized
    from account_market_days
    where market = any(${taggedMarkets(sql, tagSlugs)}) ${since === undefined ? sql`` : sql`and day >= ${since}::int`}
    group by market, account
  ) as changed
  join accounts on accounts.no = changed.account
  left join lateral (
    select realized from account_market_days as earlier
    where earlier.market = changed.market and earlier.account = changed.account and day < ${since ?? null}::int
    order by day desc limit 1
  ) as before on true
  group by address
) as board`;
