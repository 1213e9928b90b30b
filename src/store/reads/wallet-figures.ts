/** Wallets in a few figures: realized profit, profit of the shares that they hold, largest win and first day. */
import type { Micros } from "../../core/units.ts";
import type { AnySql, Fragment } from "../sql/database.ts";
import { openProfit } from "./shown-half-ticks.ts";

export type WalletFigures = {
  /** Lower-case address. */
  readonly wallet: string;
  /** Collateral that changed hands in its fills. */
  readonly volume: Micros;
  /** Profit of its disposals. */
  readonly realized: Micros;
  /** Profit of the shares that it holds, exactly, in lots x micros per share. */
  readonly open: bigint;
  /** Largest profit of a closed position; `null` without one. */
  readonly largestWin: Micros | null;
  /** Time of its first deposit or other operation, in milliseconds; `null` before it. */
  readonly joinedAt: number | null;
};

type Row = Omit<WalletFigures, "open"> & { readonly open: string };

/** Figures of these wallets, in their order; those that have no account are left out. */
export async function listWalletFigures(sql: AnySql, wallets: readonly string[]): Promise<WalletFigures[]> {
  const rows = await sql<Row[]>`
    select address as wallet, volume, accounts.realized, coalesce(held.open, 0)::text as open,
      held.largest_win as "largestWin", joined.at as "joinedAt"
    from unnest(${wallets as string[]}::text[]) with ordinality as asked (wallet, place)
    join accounts on accounts.address = asked.wallet
    left join lateral (
      select sum(${openProfit(sql)}) filter (where lots > 0) as open,
        max(realized) filter (where ${isWin(sql)}) as largest_win
      from positions join market_states using (market) where positions.account = accounts.no
    ) as held on true
    left join lateral (
      select at from operations where account = accounts.no order by batch, place, leg limit 1
    ) as joined on true
    order by asked.place`;
  return rows.map((row) => ({ ...row, open: BigInt(row.open) }));
}

/** A hundredth of a share is dust, unless it can be redeemed. */
const isWin = (sql: AnySql): Fragment => sql`
  realized > 0 and bought > 0 and lots <= case when payout is null then 1 else 0 end`;
