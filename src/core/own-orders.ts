/**
 * The resting orders of each owner, so that they can be cancelled without scanning all orders. Each account has a linked
 * list through its orders, and each owner has a list of accounts.
 */
import type { Account, Exchange, Order } from "./state.ts";

/** Appends an order that came to rest. */
export function addOwnOrder(order: Order): void {
  const { account } = order;
  count(order, 1);
  const last = account.lastOrder;
  order.previousOwn = last;
  order.nextOwn = undefined;
  if (last === undefined) account.firstOrder = order;
  else last.nextOwn = order;
  account.lastOrder = order;
}

/** Takes out an order that no longer rests. */
export function removeOwnOrder(order: Order): void {
  const { account, previousOwn, nextOwn } = order;
  if (previousOwn === undefined) account.firstOrder = nextOwn;
  else previousOwn.nextOwn = nextOwn;
  if (nextOwn === undefined) account.lastOrder = previousOwn;
  else nextOwn.previousOwn = previousOwn;
  order.previousOwn = undefined;
  order.nextOwn = undefined;
  count(order, -1);
}

function count({ account, market }: Order, change: 1 | -1): void {
  const inMarket = (account.openIn.get(market.no) ?? 0) + change;
  if (inMarket === 0) account.openIn.delete(market.no);
  else account.openIn.set(market.no, inMarket);
  account.open += change;
  market.open += change;
}

/** Lists the resting orders of all accounts that the owner signs for, in order of placement. */
export const listOwnOrders = ({ accountsByOwner }: Exchange, owner: string): Order[] =>
  (accountsByOwner.get(owner) ?? []).flatMap(listAccountOrders).sort((a, b) => a.no - b.no);

/** Lists the resting orders of one account, in the order in which they came to rest. */
export function listAccountOrders({ firstOrder }: Account): Order[] {
  const orders: Order[] = [];
  for (let order = firstOrder; order !== undefined; order = order.nextOwn) orders.push(order);
  return orders;
}
