/** Makes events of cancelled resting orders: one event for a single order, and one event for several with the same reason. */
import type { CancelReason, Event, EventOf } from "../events/event.ts";
import type { Order } from "../state.ts";
import { subtractLots } from "../units.ts";
import type { Lots } from "../units.ts";

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

/** Finds the order that a placement among the events replaces, which has an event of its own; `undefined` if there is none. */
export function findReplacedOrder(
  events: readonly Event[],
  { replaces }: Pick<EventOf<"order-placed">, "replaces">,
): Order | undefined {
  if (replaces === undefined) return undefined;
  const canceled = events.find((event) => event.type === "order-canceled" && event.order.no === replaces);
  return canceled?.type === "order-canceled" ? canceled.order : undefined;
}

/** Sizes of a cancelled order: as placed, filled before the cancel, and taken out of the book by it. */
export type CanceledSizes = { readonly placed: Lots; readonly matched: Lots; readonly canceled: Lots };

/** Returns the sizes of a cancelled order, whose remainder stays as the cancel found it. */
export const canceledSizes = ({ lots, remaining }: Order): CanceledSizes => ({
  placed: lots,
  matched: subtractLots(lots, remaining),
  canceled: remaining,
});
