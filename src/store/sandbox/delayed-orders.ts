/** Orders of a sandbox whose matching is delayed, in their table: they outlive the process. */
import type { PlaceOrder } from "../../core/command.ts";
import type { OwnSql } from "../sql/database.ts";

export type DelayedOrder = {
  readonly command: PlaceOrder;
  /** Times of the exchange's clock, ms. */
  readonly takenAt: number;
  readonly due: number;
  /** False if it ends without a match in any case. */
  readonly matches: boolean;
  /** End without a match: the time, ms, and `unmatched` or the code of the refusal. */
  readonly ended: { readonly at: number; readonly reason: string } | undefined;
};

type DelayedRow = Omit<DelayedOrder, "ended"> & {
  readonly endedAt: number | null;
  readonly reason: string | null;
};

/** Lists them in the order in which they are due. */
export async function listDelayedOrders(sql: OwnSql): Promise<readonly DelayedOrder[]> {
  const rows = await sql<DelayedRow[]>`
    select command, taken_at as "takenAt", due, matches, ended_at as "endedAt", reason
    from delayed_orders order by due, taken_at, id`;
  return rows.map(orderOf);
}

const orderOf = ({ command, endedAt, reason, ...order }: DelayedRow): DelayedOrder => ({
  ...order,
  // JSON leaves out a budget that there is not.
  command: { ...command, budget: command.budget },
  ended: endedAt === null || reason === null ? undefined : { at: endedAt, reason },
});

/** Writes an order, and gives it as the table has it: one that was written before stays as it is. */
export async function saveDelayedOrder(
  sql: OwnSql,
  { command, takenAt, due, matches }: DelayedOrder,
): Promise<DelayedOrder> {
  const [row] = await sql<[DelayedRow]>`
    insert into delayed_orders (id, command, taken_at, due, matches)
    values (decode(${command.id.slice(2)}, 'hex'), ${JSON.stringify(command)}::text::jsonb, ${takenAt}, ${due}, ${matches})
    on conflict (id) do update set id = excluded.id
    returning command, taken_at as "takenAt", due, matches, ended_at as "endedAt", reason`;
  return orderOf(row);
}

/** Writes that an order ended without a match. */
export async function endDelayedOrder(
  sql: OwnSql,
  id: string,
  { at, reason }: NonNullable<DelayedOrder["ended"]>,
): Promise<void> {
  await sql`
    update delayed_orders set ended_at = ${at}, reason = ${reason} where id = decode(${id.slice(2)}, 'hex')`;
}

/** Takes out an order that the journal has now. */
export async function deleteDelayedOrder(sql: OwnSql, id: string): Promise<void> {
  await sql`delete from delayed_orders where id = decode(${id.slice(2)}, 'hex')`;
}
