/** Result of a placement when it was accepted: the fills in which the order was the incoming one. */
import type { Outcome, Side } from "../../core/state.ts";
import type { Lots, Ticks } from "../../core/units.ts";
import type { Sql } from "../sql/database.ts";

export type StoredPlacement = {
  readonly side: Side;
  readonly outcome: Outcome;
  readonly fills: readonly { readonly no: number; readonly lots: Lots; readonly price: Ticks }[];
  /** Journal hash of the batch that settled the fills; absent when there were none. */
  readonly hash: Buffer | null;
};

/** Finds a placement by order id (0x + 64 hex digits). An incoming order fills only in the batch that accepted it. */
export async function findPlacement(sql: Sql, id: string): Promise<StoredPlacement | undefined> {
  const [order] = await sql<{ no: number; side: Side; outcome: Outcome }[]>`
    select no, side, outcome from orders where id = decode(${id.slice(2)}, 'hex')`;
  if (order === undefined) return undefined;
  const fills = await sql<{ no: number; lots: Lots; price: Ticks; hash: Buffer }[]>`
    select no, lots, price, hash from trades join journal on journal.seq = trades.batch
    where taker = ${order.no} order by no`;
  return { side: order.side, outcome: order.outcome, fills, hash: fills[0]?.hash ?? null };
}
