/**
 * Past profit of a wallet. The position and the price at a time are those of the last period before it. Indexes are
 * read once for each position and time, and once more where shares were held.
 */
import { UNKNOWN_HALF_TICKS } from "../../core/shown-price.ts";
import type { Micros } from "../../core/units.ts";
import type { AnySql } from "../sql/database.ts";
import { openProfit } from "./positions.ts";

export type PastProfit = {
  /** Profit of all disposals up to then. */
  readonly realized: Micros;
  /** Unrealized profit of the shares held then, exact, in lots x micros per share. */
  readonly open: bigint;
};

/** Counts the outcomes in which a wallet has or had shares. */
export async function countPositions(sql: AnySql, wallet: string): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*) from positions where account = (select no from accounts where address = ${wallet})`;
  return count;
}

/** Lists the profit at the start of each of these periods, which are in ascending order. */
export async function listPastProfits(
  sql: AnySql,
  wallet: string,
  periods: readonly number[],
): Promise<PastProfit[]> {
  const rows = await sql<{ realized: Micros; open: string }[]>`
    select coalesce(sum(realized), 0)::bigint as realized, coalesce(sum(${openProfit(sql)}), 0)::text as open
    from unnest(${periods as number[]}::int[]) as points (point)
    left join lateral (
      select positions.outcome, past.*, coalesce(shown.price, ${UNKNOWN_HALF_TICKS}) as shown_price
      from positions cross join lateral (
        select lots, average, realized from position_history
        where account = positions.account and market = positions.market and outcome = positions.outcome
          and period < point
        order by period desc limit 1
      ) as past left join lateral (
        select price from shown_prices
        where market = positions.market and period < point and past.lots > 0
        order by period desc limit 1
      ) as shown on true
      where positions.account = (select no from accounts where address = ${wallet})
    ) as held on true
    group by point order by point`;
  return rows.map(({ realized, open }) => ({ realized, open: BigInt(open) }));
}
