/**
 * Ends: cancelled orders, and redeemed shares. A resolution ends every order and holding of its market at once. If a
 * batch has many, their rows are built when they are written, in slices; the batch itself only records what ended.
 */
import { canceledOrders } from "../../core/canceled-orders.ts";
import type { Event, EventOf } from "../../core/event.ts";
import { lotsOf } from "../../core/sets.ts";
import type { Market, Order } from "../../core/state.ts";
import { NO_MICROS } from "../../core/units.ts";
import { addMarketSums } from "./count-figures.ts";
import { collectOwnOperations } from "./projected-operations.ts";
import { movePosition, touchAccount, touchHolder, touchMarket } from "./touch.ts";
import type { Ends, PlacedRedemption, Sweep, TouchedState } from "./touched.ts";

const OUTCOMES = [0, 1] as const;

/** Counts the orders that the events cancel, and the redemptions. */
export const countEnds = (events: readonly Event[]): number =>
  events.reduce((count, event) => count + (event.type === "redeemed" ? 1 : canceledOrders(event).length), 0);

/** Collects a cancellation or redemption, except for rows that nothing changes any more; false for any other event. */
export function collectEnd(touched: TouchedState, event: Event, place: number): boolean {
  switch (event.type) {
    case "order-canceled":
    case "orders-canceled":
      collectSweep(touched, { orders: canceledOrders(event), reason: event.reason });
      return true;
    case "redeemed":
      collectPaid(touched, event);
      touched.redemptions.push({ place, event });
      return true;
    default:
      return false;
  }
}

function collectSweep(touched: TouchedState, sweep: Sweep): void {
  touched.sweeps.push(sweep);
  let last: Market | undefined;
  for (const order of sweep.orders) {
    if (order.market !== last) touchMarket(touched, order.market);
    last = order.market;
    if (!isGone(order)) touchHolder(touched, order);
  }
}

/** True for a sell order whose shares are gone: the event of this batch that took them has recorded the row. */
const isGone = ({ side, account, market, outcome }: Order): boolean =>
  side === "SELL" && lotsOf(account, market, outcome) === 0;

/** Records the rows of a redemption that later events can change. */
export function collectPaid(touched: TouchedState, { account, market }: EventOf<"redeemed">): void {
  touchAccount(touched, account);
  touched.traders.set(account.no, account);
  touchMarket(touched, market);
}

/**
 * Records the other rows of a redemption. They are final: the account had all its shares paid, and the market changes
 * no more.
 */
export function collectRedemption(touched: TouchedState, { place, event }: PlacedRedemption): void {
  const { account, market, lots } = event;
  for (const outcome of OUTCOMES) if (lots[outcome] > 0) movePosition(touched, account, market, outcome);
  addMarketSums(touched, { account, market, volume: NO_MICROS });
  collectOwnOperations(touched, account, event, place);
}

/** Records the rows of ends. */
export function collectEnds(touched: TouchedState, { sweeps, redemptions }: Ends): void {
  for (const { orders, reason } of sweeps)
    for (const order of orders) {
      touched.changed.set(order.no, order);
      touched.canceled.set(order.no, reason);
    }
  for (const redemption of redemptions) collectRedemption(touched, redemption);
}

/** Splits ends into parts of at most `mostRows` orders, or redemptions with as many rows. */
export function* partsOf({ sweeps, redemptions }: Ends, mostRows: number): Generator<Ends> {
  yield* partsOfSweeps(sweeps, mostRows);
  const most = Math.ceil(mostRows / REDEMPTION_ROWS);
  for (let start = 0; start < redemptions.length; start += most)
    yield { sweeps: [], redemptions: redemptions.slice(start, start + most) };
}

function* partsOfSweeps(sweeps: readonly Sweep[], most: number): Generator<Ends> {
  let part: Sweep[] = [];
  let left = most;
  for (const { orders, reason } of sweeps)
    for (let start = 0; start < orders.length;) {
      const some = orders.slice(start, start + left);
      part.push({ orders: some, reason });
      start += some.length;
      left -= some.length;
      if (left > 0) continue;
      yield { sweeps: part, redemptions: [] };
      part = [];
      left = most;
    }
  if (part.length > 0) yield { sweeps: part, redemptions: [] };
}

/** Approximate rows of a redemption: most wallets have shares of one outcome or of both. */
const REDEMPTION_ROWS = 5;

/** Counts the rows of ends approximately. */
export const countEndRows = ({ sweeps, redemptions }: Ends): number =>
  sweeps.reduce((count, { orders }) => count + orders.length, REDEMPTION_ROWS * redemptions.length);
