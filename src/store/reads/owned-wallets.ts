/** The wallets that one key signs for, with their collateral. */
import type { Sql } from "../sql/database.ts";
import type { AccountBalance } from "./balances.ts";

export type OwnedWallet = AccountBalance & { readonly address: string };

/** Lists the first `limit` wallets in the order in which they were opened. */
export const listOwnedWallets = (sql: Sql, owner: string, limit: number): Promise<OwnedWallet[]> =>
  sql<OwnedWallet[]>`
    select address, collateral, held from accounts where owner = ${owner} order by no limit ${limit}`;
