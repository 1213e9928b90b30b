/** Addresses of accounts: how many there are, and those that begin with a text. */
import { FEE_ACCOUNT } from "../../core/fees.ts";
import type { Sql } from "../sql/database.ts";

/** Counts all accounts, which are numbered without a gap. */
export async function countAccounts(sql: Sql): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select coalesce(max(no) + 1, 0) as count from accounts`;
  return count;
}

export type AddressSearch = {
  /** Lower-case beginning of the address. */
  readonly begins: string;
  readonly offset: number;
  readonly limit: number;
};

/** Sorts behind every digit of an address. */
const LAST = "g";

/** Lists addresses in their order, without the account of the fees. */
export async function listAddresses(
  sql: Sql,
  { begins, offset, limit }: AddressSearch,
): Promise<readonly string[]> {
  const rows = await sql<{ address: string }[]>`
    select address from accounts
    where address >= ${begins} and address < ${begins + LAST} and starts_with(address, ${begins})
      and address <> ${FEE_ACCOUNT}
    order by address limit ${limit} offset ${offset}`;
  return rows.map(({ address }) => address);
}
