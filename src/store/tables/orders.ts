/** Orders: their parameters and their progress. */
import { createOrder, takenPriority } from "../../core/orders/order.ts";
import { findOrderGroup } from "../../core/orders/order-groups.ts";
import type { Exchange, Order } from "../../core/state.ts";
import { subtractLots } from "../../core/units.ts";
import { elementAt } from "../../core/values/element-at.ts";
import type { PlacedOrder, TouchedState } from "../projector/touched.ts";
import type { CopiedRow } from "../sql/copied-rows.ts";
import { BATCH, copiedColumns } from "./table.ts";
import type { Columns, Table } from "./table.ts";

/** An order with the reason of its cancellation, if it was cancelled. */
type ChangedOrder = { readonly order: Order; readonly reason: string | undefined };

/** An order with its builder's code as it was signed; `updatedAt` is engine time in milliseconds. */
type WrittenOrder = ChangedOrder & Pick<PlacedOrder, "builder" | "replaces"> & { readonly updatedAt: number };

/** The order's number, and the columns that change while the order is open. */
const PROGRESS = {
  no: { type: "bigint", value: ({ order }) => order.no },
  filled: { type: "bigint", value: ({ order }) => subtractLots(order.lots, order.remaining) },
  status: { type: "text", value: orderStatus },
  reason: { type: "text", value: ({ reason }) => reason },
} satisfies Columns<ChangedOrder>;

export const ORDERS = {
  name: "orders",
  key: ["no"],
  columns: {
    ...PROGRESS,
    id: { type: "bytea", value: ({ order }) => order.id.slice(2) },
    account: { type: "integer", value: ({ order }) => order.account.no },
    market: { type: "integer", value: ({ order }) => order.market.no },
    outcome: { type: "smallint", value: ({ order }) => order.outcome },
    side: { type: "text", value: ({ order }) => order.side },
    kind: { type: "text", value: ({ order }) => order.kind },
    post_only: { type: "boolean", value: ({ order }) => order.postOnly },
    limit_price: { type: "smallint", value: ({ order }) => order.limit },
    lots: { type: "bigint", value: ({ order }) => order.lots },
    expires_at: { type: "bigint", value: ({ order }) => order.expiresAt },
    leaves_at: { type: "bigint", value: ({ order }) => order.leavesAt },
    api_key: { type: "uuid", value: ({ order }) => order.apiKey },
    builder: { type: "bytea", value: ({ builder }) => builderCode(builder) },
    priority: { type: "bigint", value: ({ order }) => takenPriority(order) },
    replaces: { type: "bigint", value: ({ replaces }) => replaces },
    order_group: { type: "text", value: ({ order }) => order.group?.name },
    placed_at: { ...BATCH.at, value: ({ order }) => order.placedAt },
    updated_at: { ...BATCH.at, value: ({ updatedAt }) => updatedAt },
  },
} satisfies Table<WrittenOrder>;

/** The part of `orders` that a batch writes for earlier orders. */
export const ORDER_PROGRESS = {
  name: "orders",
  key: ["no"],
  columns: { ...PROGRESS, updated_at: BATCH.at },
} satisfies Table<ChangedOrder>;

function orderStatus({ order, reason }: ChangedOrder): "canceled" | "matched" | "live" {
  if (reason !== undefined) return "canceled";
  return order.remaining === 0 ? "matched" : "live";
}

/** Returns the builder code of an order as hex without 0x; `undefined` if it has none. */
export const builderCode = (builder: string): string | undefined =>
  /^0x0*$/.test(builder) || builder === "" ? undefined : builder.slice(2);

/** Returns an order of this batch or an earlier one, as of the end of the batch. */
export const writtenOrder = (
  { canceled }: Pick<TouchedState, "canceled">,
  { order, builder, ended, replaces }: PlacedOrder,
  updatedAt: number,
): WrittenOrder => ({ order, builder, replaces, reason: canceled.get(order.no) ?? ended, updatedAt });

export const listPlaced = (touched: TouchedState): WrittenOrder[] =>
  touched.placed.map((placed) => writtenOrder(touched, placed, placed.order.placedAt));

/** Lists the orders that a batch changed and did not place. */
export function listChanged({ placed, changed, canceled }: TouchedState): ChangedOrder[] {
  const written = new Set(placed.map(({ order }) => order.no));
  return [...changed.values()]
    .filter(({ no }) => !written.has(no))
    .map((order) => ({ order, reason: canceled.get(order.no) }));
}

const COPIED_COLUMNS = [
  "no",
  "id",
  "account",
  "market",
  "outcome",
  "side",
  "limit_price",
  "lots",
  "filled",
  "kind",
  "post_only",
  "expires_at",
  "leaves_at",
  "placed_at",
  "api_key",
] as const;

const COPIED = copiedColumns(ORDERS, COPIED_COLUMNS);

/** The columns of an open order; the last ones are its priority and its group, which few rows state. */
export const COPIED_ORDER_LIST = `${COPIED.list}, coalesce(priority, no), coalesce(order_group, '')`;

/** Reads an open order, which is in no book yet. */
export function readOrder(row: CopiedRow, exchange: Exchange): Order {
  const { read } = COPIED;
  const lots = read.lots(row);
  const account = elementAt(exchange.accounts, read.account(row));
  const name = row.word(COPIED_COLUMNS.length + 1);
  return createOrder({
    no: read.no(row),
    id: read.id(row),
    account,
    market: elementAt(exchange.markets, read.market(row)),
    outcome: read.outcome(row),
    side: read.side(row),
    limit: read.limit_price(row),
    lots,
    remaining: subtractLots(lots, read.filled(row)),
    kind: read.kind(row),
    postOnly: read.post_only(row),
    expiresAt: read.expires_at(row),
    leavesAt: read.leaves_at(row),
    placedAt: read.placed_at(row),
    apiKey: read.api_key(row),
    priority: row.integer(COPIED_COLUMNS.length),
    group: name === "" ? undefined : findOrderGroup(exchange, { owner: account.owner, name }),
  });
}
