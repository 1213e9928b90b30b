/** GET /queue-position: orders and shares ahead of an open order of the caller at its price. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { countAhead } from "../../../core/orders/book.ts";
import type { Ahead } from "../../../core/orders/book.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Exchange, Order } from "../../../core/state.ts";
import { priceText, sharesText } from "../../../core/units.ts";
import type { Lots } from "../../../core/units.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { keyOperation } from "../account/keys.ts";
import { ORDERS } from "../groups.ts";
import { MALFORMED_ID } from "../wire-error.ts";
import { OrderId, parseOrderId } from "./orders.ts";
import { isDelayed } from "./placement.ts";

export const QueuePosition = Type.Object({
  order_id: Type.String(),
  market: Type.String({ description: "Condition id: 0x and 64 hex digits that name the market" }),
  asset_id: Type.String({ description: "Token id: a decimal number that names the outcome" }),
  side: Type.Enum(["BUY", "SELL"]),
  price: Type.String(),
  size_open: Type.String({ description: "Shares of the order that are still to fill" }),
  orders_ahead: Type.Integer({ description: "Orders of the same price that are filled before it" }),
  shares_ahead: Type.String({
    description:
      "Shares of these orders. Orders for the other outcome at the rest of the price are among them",
  }),
});
export type QueuePosition = Type.Static<typeof QueuePosition>;

/** Describes the position of an open order, of which `open` is still to fill. */
export const queuePosition = (
  { id, market, outcome, side, limit }: Order,
  ahead: Ahead,
  open: Lots,
): QueuePosition => ({
  order_id: id,
  market: market.conditionId,
  asset_id: market.tokenIds[outcome],
  side,
  price: priceText(limit),
  size_open: sharesText(open),
  orders_ahead: ahead.orders,
  shares_ahead: sharesText(ahead.lots),
});

/** Finds the position of an open order of the owner; `undefined` if no such order is open. */
function findPosition({ orders }: Exchange, id: string, owner: string): QueuePosition | undefined {
  const order = orders.get(id);
  if (order === undefined || order.account.owner !== owner) return undefined;
  return queuePosition(order, countAhead(order), order.remaining);
}

/** Rejects an order that is not open; an order that the caller had is told from an unknown one. */
async function rejectNotOpen(context: Context, id: string, owner: string): Promise<Rejection> {
  const { entries } = context;
  if (isDelayed(context, id, owner))
    return reject(
      "order_not_open",
      `order ${id} is delayed: it has no place in a queue before it is matched`,
    );
  const own = await entries.findOwnedOrders(owner, [id]);
  return own.has(id)
    ? reject("order_not_open", `order ${id} is not open: it was matched or cancelled`)
    : reject("order_not_found", `no order of ${owner} has id ${id}`);
}

/**
 * GET /queue-position: the orders and shares ahead of an open order at its price. The position is that of the moment at which
 * every command before the request is durable.
 */
export const getQueuePosition = keyOperation({
  method: "GET",
  path: "/queue-position",
  summary: "Tell what is ahead of an open order at its price",
  group: ORDERS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["order_not_found", "order_not_open", "not_accepting"],
  access: "key-or-reader",
  query: Type.Object({ order_id: OrderId }),
  answer: QueuePosition,
  handle: async ({ context, query, caller }) => {
    const id = parseOrderId(query.order_id);
    if (id === undefined) {
      const hint = `no order has id ${query.order_id}; expected 0x and 64 hex digits`;
      return { rejection: reject("order_not_found", hint, MALFORMED_ID) };
    }
    const found = await context.engine.examine((exchange) => ({
      position: findPosition(exchange, id, caller.address),
    }));
    if (isRejection(found)) return { rejection: found };
    const { position } = found;
    return position === undefined
      ? { rejection: await rejectNotOpen(context, id, caller.address) }
      : { body: position };
  },
});
