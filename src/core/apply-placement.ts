/** Applies placements and cancels: fills with their money, shares and fees, holds, and the book. */
import { addOrder, reduceOrder, removeOrder } from "./book.ts";
import type { EventOf, Fill } from "./event.ts";
import { sumFills, fillValue } from "./fill-totals.ts";
import { dequeueExpiries, enqueueExpiry } from "./expiry-queue.ts";
import { feeAccount, restingFee } from "./fees.ts";
import { restingPart } from "./figures.ts";
import { addOwnOrder, removeOwnOrder } from "./own-orders.ts";
import { acquire, assertCovered, dispose, positionOf } from "./position.ts";
import type { Exchange, Order } from "./state.ts";
import {
  addLots,
  addMicros,
  addUpTo,
  averagePrice,
  cost,
  NO_LOTS,
  NO_MICROS,
  outcomePrice,
  setValue,
  sharePrice,
  subtractLots,
  subtractMicros,
} from "./units.ts";
import type { Lots, Micros, SharePrice } from "./units.ts";

export function applyPlacement(exchange: Exchange, event: EventOf<"order-placed">, at: number): void {
  const { order, fills, ended } = event;
  exchange.nextOrder = order.no + 1;
  if (fills.length > 0) applyFills(exchange, order, fills, at);
  if (order.remaining === 0 || ended !== undefined) return;
  changeHold(order, NO_LOTS, order.remaining);
  addOrder(order.market.book, order);
  exchange.orders.set(order.id, order);
  addOwnOrder(order);
  if (order.expiresAt !== 0) enqueueExpiry(exchange.expiries, order);
  order.market.changedAt = at;
}

/** Settles resting orders fill by fill, and then the incoming order with its totals, so that it has one average price. */
function applyFills(exchange: Exchange, taker: Order, fills: readonly Fill[], at: number): void {
  let fee = NO_MICROS;
  for (const fill of fills) {
    applyFill(exchange, taker, fill, at);
    fee = addMicros(fee, fill.takerFee);
  }
  const { lots, micros: money } = sumFills(taker, fills);
  settle(taker, { lots, money, fee, price: averagePrice(money, lots) }, at);
  taker.remaining = subtractLots(taker.remaining, lots);
}

function applyFill(exchange: Exchange, taker: Order, fill: Fill, at: number): void {
  const { maker, lots, price, takerFee, makerFee } = fill;
  const { market } = maker;
  exchange.nextTrade = fill.no + 1;
  changeHold(maker, maker.remaining, subtractLots(maker.remaining, lots));
  const own = outcomePrice(price, maker.outcome);
  settle(maker, { lots, money: cost(lots, own), fee: makerFee, price: sharePrice(own) }, at);
  if (maker.side === taker.side) {
    const value = setValue(lots);
    market.backing =
      maker.side === "BUY" ? addMicros(market.backing, value) : subtractMicros(market.backing, value);
  }
  if (takerFee + makerFee > 0) {
    const account = feeAccount(exchange);
    account.collateral = addMicros(account.collateral, addMicros(takerFee, makerFee));
  }
  market.volume = addUpTo(market.volume, fillValue(taker, fill));
  reduceOrder(market.book, maker, lots);
  if (maker.remaining === 0) leaveBook(exchange, [maker]);
  market.lastTrade = { price, side: taker.bid ? "BUY" : "SELL", at };
  market.changedAt = at;
}

type Settled = {
  readonly lots: Lots;
  readonly money: Micros;
  readonly fee: Micros;
  readonly price: SharePrice;
};

/** Moves collateral and shares of one party. */
function settle(order: Order, { lots, money, fee, price }: Settled, at: number): void {
  const { account, market, outcome } = order;
  const position = positionOf(account, market, outcome);
  account.volume = addUpTo(account.volume, money);
  if (order.side === "BUY") {
    account.collateral = subtractMicros(account.collateral, addMicros(money, fee));
    acquire(position, lots, price, at);
  } else {
    account.collateral = addMicros(account.collateral, subtractMicros(money, fee));
    dispose(account, position, { lots, price, at });
  }
  assertCovered(account, position);
}

/** Changes an order's hold from its need with `from` remaining to its need with `to`. */
function changeHold(order: Order, from: Lots, to: Lots): void {
  const { account, market, outcome } = order;
  const more = subtractLots(to, from);
  const value = cost(more, order.limit);
  const part = restingPart(order);
  market.resting[part] = addMicros(market.resting[part], value);
  if (order.side === "BUY") {
    const fee = subtractMicros(restingFee(order, to), restingFee(order, from));
    account.held = addMicros(account.held, addMicros(value, fee));
    return;
  }
  const position = positionOf(account, market, outcome);
  position.held = addLots(position.held, more);
}

/** Removes orders from the book and releases their holds. */
export function takeOut(exchange: Exchange, orders: readonly Order[], at: number): void {
  for (const order of orders) {
    changeHold(order, order.remaining, NO_LOTS);
    order.market.changedAt = at;
  }
  leaveBook(exchange, orders);
}

/** Removes the orders in passes, one step for all orders at a time: memory accesses of several orders then overlap. */
function leaveBook({ expiries, orders: open }: Exchange, orders: readonly Order[]): void {
  for (const order of orders) removeOrder(order.market.book, order);
  for (const order of orders) removeOwnOrder(order);
  dequeueExpiries(expiries, orders);
  for (const { id } of orders) open.delete(id);
}
