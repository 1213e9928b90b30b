/**
 * Ends of resting orders as events: one order is an event of its own, and several that end together for one reason are
 * one event, however many they are.
 */
import type { CancelReason, Event } from "./event.ts";
import type { Order } from "./state.ts";

const NONE: readonly Order[] = [];

/** Makes the event that ends these orders; none when there are none. */
export function cancelsOf(orders: readonly Order[], reason: CancelReason): Event[] {
  if (orders.length > 1) return [{ type: "orders-canceled", orders, reason }];
  return orders.map((order) => ({ type: "order-canceled", order, reason }));
}

/** Lists the orders that an event ends, apart from those that it fills. */
export function canceledOrders(event: Event): readonly Order[] {
  if (event.type === "orders-canceled") return event.orders;
  return event.type === "order-canceled" ? [event.order] : NONE;
}
