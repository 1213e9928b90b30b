/** The collateral of one account. */
import type { Micros } from "../core/units.ts";
import type { Sql } from "./database.ts";

/** `held` is what of the collateral open orders hold. */
export type AccountBalance = { readonly collateral: Micros; readonly held: Micros };

export async function findBalance(sql: Sql, address: string): Promise<AccountBalance | undefined> {
  const [row] = await sql<AccountBalance[]>`select collateral, held from accounts where address = ${address}`;
  return row;
}
