/** Wallets that traded, found by the beginning of their addresses. */
import { FEE_ACCOUNT } from "../../core/fees.ts";
import type { Sql } from "../sql/database.ts";

export type WalletSearch = {
  /** Lower-case beginning of the address. */
  readonly begins: string;
  readonly offset: number;
  readonly limit: number;
};

/** Sorts behind every digit of an address. */
const LAST = "g";

/** Lists addresses in their order. */
export async function searchWallets(sql: Sql, { begins, offset, limit }: WalletSearch): Promise<string[]> {
  const rows = await sql<{ address: string }[]>`
    select address from accounts
    where address >= ${begins} and address < ${begins + LAST} and starts_with(address, ${begins})
      and address <> ${FEE_ACCOUNT} and (
        exists (select from trades where taker_account = accounts.no)
        or exists (select from trades where maker_account = accounts.no)
      )
    order by address limit ${limit} offset ${offset}`;
  return rows.map(({ address }) => address);
}
