/** The beginning of a wallet's account, for its public profile. */
import type { AnySql } from "../sql/database.ts";

export type WalletProfile = {
  /** Lower-case address. */
  readonly wallet: string;
  /** Time of its first deposit or other operation, in milliseconds; `null` before it. */
  readonly joinedAt: number | null;
};

/** Finds a wallet that has an account. */
export async function findWalletProfile(sql: AnySql, wallet: string): Promise<WalletProfile | undefined> {
  const [found] = await sql<WalletProfile[]>`
    select address as wallet, joined.at as "joinedAt" from accounts
    left join lateral (
      select at from operations where account = accounts.no order by batch, place, leg limit 1
    ) as joined on true
    where address = ${wallet}`;
  return found;
}
