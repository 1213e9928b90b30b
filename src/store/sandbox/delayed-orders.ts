/** Delayed orders of a sandbox that wait for matching, stored so that they survive a restart. */
import type { PlaceOrder } from "../../core/events/command.ts";
import type { OwnSql } from "../sql/database.ts";

export type DelayedOrder = {
  readonly command: PlaceOrder;
  /** Times of the exchange's clock, ms. */
  readonly takenAt: number;
  readonly due: number;
  /** False if the order will be closed without a match in any case. */
  readonly matches: boolean;
  /** Closing without a match: the time, ms, and `unmatched` or the rejection code. */
  readonly ended: { readonly at: number; readonly reason: string } | undefined;
};

type DelayedRow = Omit<DelayedOrder, "ended"> & {
  readonly endedAt: number | null;
  readonly reason: string | null;
};

/** Lists delayed orders by due time. */
export async function listDelayedOrders(sql: OwnSql): Promise<readonly DelayedOrder[]> {
  const rows = await sql<DelayedRow[]>`
    select command, taken_at as "takenAt", due, matches, ended_at as "endedAt", reason
    from delayed_orders order by due, taken_at, id`;
  return rows.map(toDelayedOrder);
}

const toDelayedOrder = ({ command, endedAt, reason, ...order }: DelayedRow): DelayedOrder => ({
  ...order,
  // JSON omits an undefined budget.
  command: { ...command, budget: command.budget },
  ended: endedAt === null || reason === null ? undefined : { at: endedAt, reason },
});

/** Stores an order, and returns the stored one; an existing row stays as it is. */
export async function saveDelayedOrder(
  sql: OwnSql,
  { command, takenAt, due, matches }: DelayedOrder,
): Promise<DelayedOrder> {
  const [row] = await sql<[DelayedRow]>`
    insert into delayed_orders (id, command, taken_at, due, matches)
    values (decode(${command.id.slice(2)}, 'hex'), ${JSON.stringify(command)}::text::jsonb, ${takenAt}, ${due}, ${matches})
    on conflict (id) do update set id = excluded.id
    returning command, taken_at as "takenAt", due, matches, ended_at as "endedAt", reason`;
  return toDelayedOrder(row);
}

/** Marks an order as closed without a match. */
export async function endDelayedOrder(
  sql: OwnSql,
  id: string,
  { at, reason }: NonNullable<DelayedOrder["ended"]>,
): Promise<void> {
  await sql`
    update delayed_orders set ended_at = ${at}, reason = ${reason} where id = decode(${id.slice(2)}, 'hex')`;
}

/** Deletes an order that is now in the journal. */
export async function deleteDelayedOrder(sql: OwnSql, id: string): Promise<void> {
  await sql`delete from delayed_orders where id = decode(${id.slice(2)}, 'hex')`;
}
