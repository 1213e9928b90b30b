/** Trades that orders had before some trade, which a follower of live events cannot know. */
import type { Sql } from "../sql/database.ts";

export type EarlierTradesQuery = {
  /** Order numbers. */
  readonly orders: readonly number[];
  /** Trades of lower numbers count. */
  readonly before: number;
  /** Number of trades per order, the latest of each. */
  readonly limit: number;
};

/** Trade numbers in ascending order, by order number. */
export type EarlierTrades = ReadonlyMap<number, readonly number[]>;

export async function findEarlierTrades(
  sql: Sql,
  { orders, before, limit }: EarlierTradesQuery,
): Promise<EarlierTrades> {
  const rows = await sql<{ asked: number; trades: number[] }[]>`
    select asked, array(
      select no from (
        (select no from trades where taker = asked and no < ${before} order by no desc limit ${limit})
        union all
        (select no from trades where maker = asked and no < ${before} order by no desc limit ${limit})
      ) as either order by no desc limit ${limit}
    ) as trades
    from unnest(${orders as number[]}::bigint[]) as asked`;
  return new Map(rows.map(({ asked, trades }) => [asked, trades.reverse()]));
}
