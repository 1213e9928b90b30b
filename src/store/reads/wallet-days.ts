/** Sums of a wallet at the end of each day on which it did something: UTC, days since 1970. */
import type { Lots, Micros } from "../../core/units.ts";
import type { AnySql } from "../sql/database.ts";

export type WalletSums = { readonly realized: Micros; readonly volume: Micros };
export type WalletDay = WalletSums & { readonly day: number };

/** Shares and fills of one day. */
export type TradedDay = { readonly day: number; readonly lots: Lots; readonly fills: number };

/** The sums now; `undefined` of a wallet that has no account. */
export async function findWalletSums(sql: AnySql, wallet: string): Promise<WalletSums | undefined> {
  const [sums] = await sql<WalletSums[]>`select realized, volume from accounts where address = ${wallet}`;
  return sums;
}

/** The sums as they were after the last change of each day. */
export const listWalletDays = (sql: AnySql, wallet: string): Promise<WalletDay[]> => sql<WalletDay[]>`
  select day, account_days.realized, account_days.volume
  from accounts join account_days on account_days.account = accounts.no
  where address = ${wallet} order by day`;

/** The days on which the wallet's orders filled; a fill with itself counts twice. */
export const listTradedDays = (sql: AnySql, wallet: string): Promise<TradedDay[]> => sql<TradedDay[]>`
  with wallet as (select no from accounts where address = ${wallet})
  select (at / 86400000)::int as day, sum(lots)::bigint as lots, count(*)::bigint as fills from (
    select at, lots from trades where taker_account = (select no from wallet)
    union all select at, lots from trades where maker_account = (select no from wallet)
  ) as fills
  group by 1 order by 1`;
