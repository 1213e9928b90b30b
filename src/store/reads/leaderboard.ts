/**
 * Wallets by volume or profit, of all time or since a day. Accounts keep their sums, and the sums at the end of each
 * day on which they changed. The change since a day is the sum now less the last one before that day.
 */
import type { Micros } from "../../core/units.ts";
import type { AnySql } from "../sql/database.ts";

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
  const { since, order, after, offset, limit } = page;
  const follows =
    after === undefined
      ? sql``
      : sql`and (
          ${sql(order)} < ${after.figure}::bigint
          or ${sql(order)} = ${after.figure}::bigint and wallet collate "C" > ${after.wallet}
        )`;
  const leaders = await sql<Omit<Leader, "rank">[]>`
    select wallet, volume, realized from ${board(sql, since)} where (volume > 0 or realized <> 0) ${follows}
    order by ${sql(order)} desc, wallet collate "C" limit ${limit} offset ${offset}`;
  return leaders.map((leader, index) => ({ ...leader, rank: (after?.rank ?? offset) + index + 1 }));
}

/** A wallet with its rank among all; `undefined` when it neither traded nor earned anything. */
export async function findLeader(
  sql: AnySql,
  { since, order }: LeaderboardQuery,
  wallet: string,
): Promise<Leader | undefined> {
  const [leader] = await sql<Leader[]>`
    select * from (
      select wallet, volume, realized,
        row_number() over (order by ${sql(order)} desc, wallet collate "C")::int as rank
      from ${board(sql, since)} where volume > 0 or realized <> 0
    ) as ranked where wallet = ${wallet}`;
  return leader;
}

const board = (sql: AnySql, since: number | undefined) =>
  since === undefined
    ? sql`(select address as wallet, volume, realized from accounts) as board`
    : sql`(
        select address as wallet, volume - coalesce(before.volume_before, 0) as volume,
          realized - coalesce(before.realized_before, 0) as realized
        from (select distinct account from account_days where day >= ${since}::int) as changed
        join accounts on accounts.no = changed.account
        left join lateral (
          select volume as volume_before, realized as realized_before from account_days
          where account_days.account = changed.account and day < ${since}::int order by day desc limit 1
        ) as before on true
      ) as board`;
