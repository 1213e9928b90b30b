/**
 * Compares every order and trade with the journal during its replay. Orders are stored in the order of their placement,
 * so the table is read in parallel with the journal. Only resting orders are kept in memory, each with the row that
 * tells its outcome.
 */
import { canceledOrders } from "../../core/canceled-orders.ts";
import type { CancelReason, Event, EventOf } from "../../core/event.ts";
import type { Order } from "../../core/state.ts";
import { compareValues, addDifference } from "../journal/differences.ts";
import type { Differences } from "../journal/differences.ts";
import { TRADES } from "../tables/movements.ts";
import { ORDERS } from "../tables/orders.ts";
import { SHORT_ROWS, walkRows } from "../sql/table-stream.ts";
import type { NumberedRow, RowWalk, TableQuery, WalkOptions } from "../sql/table-stream.ts";
import { comparedColumns } from "./compared-columns.ts";
import type { ExpectedRow } from "./compared-columns.ts";

export const ORDER_ROWS: TableQuery = {
  cursor: "order_rows",
  page: SHORT_ROWS,
  text: `select ${comparedColumns(ORDERS)} from orders order by no`,
};
export const TRADE_ROWS: TableQuery = {
  cursor: "trade_rows",
  page: SHORT_ROWS,
  text: `select ${comparedColumns(TRADES)} from trades order by no`,
};

/** The columns that the placement determines, and those that the rest of an order's life determines. */
type ExpectedEnd = Pick<ExpectedRow<typeof ORDERS, "no">, "filled" | "status" | "reason" | "updated_at">;
type ExpectedPlacement = Omit<ExpectedRow<typeof ORDERS, "no">, keyof ExpectedEnd>;

/** An order whose end the replay has not reached. */
type FollowedOrder = {
  readonly order: Order;
  readonly row: NumberedRow;
  updatedAt: number;
  reason: string | undefined;
};

export type OrderCheck = {
  readonly orders: RowWalk<NumberedRow>;
  readonly trades: RowWalk<NumberedRow>;
  readonly followed: Map<number, FollowedOrder>;
  readonly differences: Differences;
  counts: { orders: number; trades: number };
};

export function createOrderCheck(
  orders: AsyncGenerator<NumberedRow>,
  trades: AsyncGenerator<NumberedRow>,
  differences: Differences,
): OrderCheck {
  const named = (what: string): WalkOptions<NumberedRow> => ({
    placeOf: ({ no }) => [no],
    onExtra: ({ no }) =>
      addDifference(differences, `${what} ${no}: it is in the table, and not in the journal`),
  });
  return {
    orders: walkRows(orders, named("order")),
    trades: walkRows(trades, named("trade")),
    followed: new Map(),
    differences,
    counts: { orders: 0, trades: 0 },
  };
}

type BatchPlace = { readonly seq: number; readonly at: number };

/** Checks the orders and trades of a batch, after it was applied. */
export async function checkOrders(
  check: OrderCheck,
  { seq, at }: BatchPlace,
  events: readonly Event[],
): Promise<void> {
  const touched = new Set<number>();
  for (const event of events) {
    if (event.type === "order-placed") {
      await checkPlacement(check, event, at);
      await checkFills(check, event, { seq, at });
      touched.add(event.order.no);
      for (const { maker } of event.fills) touched.add(touch(check, maker, at));
    } else if (event.type === "order-canceled" || event.type === "orders-canceled") {
      for (const order of canceledOrders(event))
        touched.add(noteCancel(check, order, { at, reason: event.reason }));
    }
  }
  for (const no of touched) concludeEnded(check, no);
}

/** Compares the orders that still rest, and reports the rows that no event explains. */
export async function finishOrders(check: OrderCheck): Promise<void> {
  for (const followed of check.followed.values()) compareEnd(check, followed, "live");
  await check.orders.finish();
  await check.trades.finish();
}

async function checkPlacement(check: OrderCheck, event: EventOf<"order-placed">, at: number): Promise<void> {
  const { order, signed, ended } = event;
  const { builder } = signed;
  check.counts.orders += 1;
  const row = await check.orders.take(order.no);
  if (row === undefined) return addDifference(check.differences, `order ${order.no}: it is not in the table`);
  check.followed.set(order.no, { order, row, updatedAt: at, reason: ended });
  const expected: ExpectedPlacement = {
    id: order.id.slice(2),
    account: order.account.no,
    market: order.market.no,
    outcome: order.outcome,
    side: order.side,
    kind: order.kind,
    post_only: order.postOnly,
    limit_price: order.limit,
    lots: order.lots,
    expires_at: order.expiresAt,
    placed_at: at,
    api_key: order.apiKey,
    builder: /^(0x0*)?$/.test(builder) ? null : builder.slice(2).toLowerCase(),
  };
  compareValues(check.differences, `order ${order.no}`, expected, row);
}

async function checkFills(
  check: OrderCheck,
  { order: taker, fills }: EventOf<"order-placed">,
  { seq, at }: BatchPlace,
): Promise<void> {
  for (const { no, maker, lots, price, takerFee, makerFee } of fills) {
    check.counts.trades += 1;
    const row = await check.trades.take(no);
    if (row === undefined) {
      addDifference(check.differences, `trade ${no}: it is not in the table`);
      continue;
    }
    const expected: ExpectedRow<typeof TRADES, "no"> = {
      batch: seq,
      at,
      market: taker.market.no,
      taker: taker.no,
      maker: maker.no,
      taker_account: taker.account.no,
      maker_account: maker.account.no,
      lots,
      price,
      taker_fee: takerFee,
      maker_fee: makerFee,
    };
    compareValues(check.differences, `trade ${no}`, expected, row);
  }
}

function noteCancel(
  check: OrderCheck,
  order: Order,
  { at, reason }: { readonly at: number; readonly reason: CancelReason },
): number {
  const followed = check.followed.get(order.no);
  if (followed !== undefined) followed.reason = reason;
  return touch(check, order, at);
}

function touch(check: OrderCheck, { no }: Order, at: number): number {
  const followed = check.followed.get(no);
  if (followed !== undefined) followed.updatedAt = at;
  return no;
}

function concludeEnded(check: OrderCheck, no: number): void {
  const followed = check.followed.get(no);
  if (followed === undefined) return;
  const { order, reason } = followed;
  if (reason === undefined && order.remaining > 0) return;
  check.followed.delete(no);
  compareEnd(check, followed, reason === undefined ? "matched" : "canceled");
}

function compareEnd(check: OrderCheck, followed: FollowedOrder, status: string): void {
  const { order, row, updatedAt, reason } = followed;
  const filled = order.lots - order.remaining;
  const expected: ExpectedEnd = { filled, status, reason, updated_at: updatedAt };
  compareValues(check.differences, `order ${order.no}`, expected, row);
}
