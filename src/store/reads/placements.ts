/** Result of a placement when it was accepted: the fills in which the order was the incoming one. */
import { killOf } from "../../core/place-order.ts";
import type { KillCode } from "../../core/place-order.ts";
import type { OrderKind, Outcome, Side } from "../../core/state.ts";
import type { Lots, Ticks } from "../../core/units.ts";
import type { Sql } from "../sql/database.ts";

export type StoredPlacement = {
  readonly side: Side;
  readonly outcome: Outcome;
  readonly fills: readonly { readonly no: number; readonly lots: Lots; readonly price: Ticks }[];
  /** Journal hash of the batch that settled the fills; absent when there were none. */
  readonly hash: Buffer | null;
  /** Refusal of an order that was killed; absent of all others. */
  readonly killed: KillCode | undefined;
};

/** Finds a placement by order id (0x + 64 hex digits). An incoming order fills only in the batch that accepted it. */
export async function findPlacement(sql: Sql, id: string): Promise<StoredPlacement | undefined> {
  const [order] = await sql<PlacedRow[]>`
    select no, side, outcome, kind, reason from orders where id = decode(${id.slice(2)}, 'hex')`;
  if (order === undefined) return undefined;
  const fills = await sql<{ no: number; lots: Lots; price: Ticks; hash: Buffer }[]>`
    select no, lots, price, hash from trades join journal on journal.seq = trades.batch
    where taker = ${order.no} order by no`;
  const { side, outcome, kind, reason } = order;
  return { side, outcome, fills, hash: fills[0]?.hash ?? null, killed: killOf(kind, fills, reason) };
}

type PlacedRow = {
  readonly no: number;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly kind: OrderKind;
  readonly reason: string | null;
};
