/** Places of fills in lists that are in order of time. */
import type { Sql } from "../sql/database.ts";
import type { ActivityPlace, Party } from "./fills.ts";

export type PlacedFill = {
  readonly place: ActivityPlace;
  /** Milliseconds. */
  readonly at: number;
  /** Lower-case address of the party. */
  readonly wallet: string;
};

/** The row of a party of a trade; `undefined` when there is no such trade. */
export async function findFillPlace(sql: Sql, no: number, party: Party): Promise<PlacedFill | undefined> {
  const [found] = await sql<{ batch: number; at: number; wallet: string }[]>`
    select batch, at, address as wallet from trades join accounts on accounts.no = ${sql(`${party}_account`)}
    where trades.no = ${no}`;
  if (found === undefined) return undefined;
  const { batch, at, wallet } = found;
  const role = party === "taker" ? 1 : 0;
  return { place: { batch, isFill: true, number: no, role, lastFill: no }, at, wallet };
}
