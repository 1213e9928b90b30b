/** Trades that orders had before some trade, which a follower of live events cannot know. */
import type { Sql } from "../sql/database.ts";
import { firstFill } from "./trades.ts";
import type { TradeUnit } from "./trades.ts";

/** Number of a fill, and that of its execution. */
export type TradeNumbers = Readonly<Record<TradeUnit, number>>;

export type EarlierTradesQuery = {
  /** Order numbers. */
  readonly orders: readonly number[];
  /** Fills of lower numbers count. */
  readonly before: number;
  /** Number of fills per order, the latest of each. */
  readonly limit: number;
};

/** Fills in ascending order, by order number. */
export type EarlierTrades = ReadonlyMap<number, readonly TradeNumbers[]>;

export async function findEarlierTrades(
  sql: Sql,
  { orders, before, limit }: EarlierTradesQuery,
): Promise<EarlierTrades> {
  const newest = sql`trades.no < ${before} order by trades.no desc limit ${limit}`;
  const rows = await sql<({ asked: number } & TradeNumbers)[]>`
    select asked, trades.no as fill, ${firstFill(sql)} as execution
    from unnest(${orders as number[]}::bigint[]) as asked
    cross join lateral (
      (select no, taker from trades where taker = asked and ${newest})
      union all
      (select no, taker from trades where maker = asked and ${newest})
      order by no desc limit ${limit}
    ) as trades
    order by asked, fill`;
  return Map.groupBy(rows, ({ asked }) => asked);
}
