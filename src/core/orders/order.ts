/**
 * Creates orders, whether they come from a placement, the journal or the store. One function gives all orders the same
 * object shape, for which the engine optimizes the book's code.
 */
import { isBid } from "../state.ts";
import type { Account, Exchange, Order, OrderGroup } from "../state.ts";
import { outcomePrice } from "../units.ts";

/** Fields that cannot be derived from the others. Without a priority the order's number is its priority. */
export type NewOrder = Omit<
  Order,
  | "bid"
  | "price"
  | "previous"
  | "next"
  | "previousOwn"
  | "nextOwn"
  | "expiryIndex"
  | "leavesAt"
  | "priority"
  | "group"
> & {
  /** The expiration unless given. */
  readonly leavesAt?: number | undefined;
  /** The order's number unless given. */
  readonly priority?: number | undefined;
  readonly group?: OrderGroup | undefined;
};

/** Returns the priority of an order that took another one's place; `undefined` for other orders. */
export const takenPriority = ({ no, priority }: Pick<Order, "no" | "priority">): number | undefined =>
  priority === no ? undefined : priority;

/** Creates an order that is in no book yet. */
export const createOrder = (terms: NewOrder): Order => ({
  no: terms.no,
  id: terms.id,
  account: terms.account,
  market: terms.market,
  outcome: terms.outcome,
  side: terms.side,
  limit: terms.limit,
  lots: terms.lots,
  kind: terms.kind,
  postOnly: terms.postOnly,
  expiresAt: terms.expiresAt,
  leavesAt: terms.leavesAt ?? terms.expiresAt,
  placedAt: terms.placedAt,
  apiKey: terms.apiKey,
  priority: terms.priority ?? terms.no,
  group: terms.group,
  remaining: terms.remaining,
  bid: isBid(terms),
  price: outcomePrice(terms.limit, terms.outcome),
  previous: undefined,
  next: undefined,
  previousOwn: undefined,
  nextOwn: undefined,
  expiryIndex: -1,
});

// The resting orders of each owner, so that they can be cancelled without scanning all orders. Each account has a linked
// list through its orders, and each owner has a list of accounts.

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
