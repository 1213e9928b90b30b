/** Sums over fills: shares that markets traded, and all that a wallet traded. */
import type { Lots, Micros } from "../../core/units.ts";
import type { Sql } from "../sql/database.ts";

/** Shares of the incoming orders of a market. */
export type TradedMarket = { readonly conditionId: string; readonly lots: Lots };

/** Lists the markets of these events, the most traded first. */
export const listTradedShares = (sql: Sql, eventIds: readonly number[]): Promise<TradedMarket[]> =>
  sql<TradedMarket[]>`
    select condition_id as "conditionId", coalesce(traded.lots, 0)::bigint as lots
    from markets join market_states on market_states.market = markets.no and status <> 'draft' left join lateral (
      select sum(trades.lots) as lots from trades where trades.market = markets.no
    ) as traded on true
    where event_id = any(${eventIds as number[]}::bigint[])
    order by lots desc, markets.no`;

export type WalletVolume = {
  readonly lots: Lots;
  /** Collateral that changed hands at the wallet's own prices, without fees. */
  readonly cash: Micros;
  /** Fills; one with itself counts twice. */
  readonly fills: number;
};

export type VolumeSpan = {
  /** Lower-case address. */
  readonly wallet: string;
  /** Milliseconds: from this one on, and before that one. */
  readonly from: number | undefined;
  readonly until: number | undefined;
};

export async function sumWalletVolume(sql: Sql, { wallet, from, until }: VolumeSpan): Promise<WalletVolume> {
  const fillsOf = (party: "taker" | "maker") => sql`
    select trades.lots, trades.lots * case own.outcome when 0 then trades.price else 10000 - trades.price end as cash
    from trades join orders as own on own.no = ${sql(party)}
    where ${sql(`${party}_account`)} = (select no from accounts where address = ${wallet})
      ${from === undefined ? sql`` : sql`and at >= ${from}`}
      ${until === undefined ? sql`` : sql`and at < ${until}`}`;
  const [sums] = await sql<[WalletVolume]>`
    select coalesce(sum(lots), 0)::bigint as lots, coalesce(sum(cash), 0)::bigint as cash, count(*)::bigint as fills
    from (${fillsOf("taker")} union all ${fillsOf("maker")}) as fills`;
  return sums;
}
