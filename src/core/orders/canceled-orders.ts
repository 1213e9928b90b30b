/** Makes events of cancelled resting orders: one event for a single order, and one event for several with the same reason. */
import type { CancelReason, Event } from "../events/event.ts";
import type { Order } from "../state.ts";

const NONE: readonly Order[] = [];

/** Makes the event that cancels these orders; no event without orders. */
export function buildCancelEvents(orders: readonly Order[], reason: CancelReason): Event[] {
  if (orders.length > 1) return [{ type: "orders-canceled", orders, reason }];
  return orders.map((order) => ({ type: "order-canceled", order, reason }));
}

/** Lists the orders that an event cancels; orders that it fills are not among them. */
export function canceledOrders(event: Event): readonly Order[] {
  if (event.type === "orders-canceled") return event.orders;
  return event.type === "order-canceled" ? [event.order] : NONE;
}
