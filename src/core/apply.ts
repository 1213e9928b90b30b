/**
 * Applies an event to the state. An event was decided on exactly this state, so nothing here can say no; what a
 * wrong event would break is found by the assertions and stops the process before anything is acknowledged.
 */
import { addOrder, createBook, reduceOrder, removeOrder } from "./book.ts";
import type { CatalogEvent, CatalogMarket, MarketStatus } from "./catalog.ts";
import type { Event, EventOf, Fill } from "./event.ts";
import { dequeueExpiry, enqueueExpiry } from "./expiry-queue.ts";
import { restingPart } from "./figures.ts";
import { flagsAfter, flagsOfListed, ownFlags } from "./flags.ts";
import { tokenNumber } from "./state.ts";
import type { Account, Exchange, Market, MarketEvent, Order, Position } from "./state.ts";
import {
  addLots,
  addMicros,
  addUpTo,
  complement,
  cost,
  NO_LOTS,
  NO_MICROS,
  setValue,
  subtractLots,
  subtractMicros,
} from "./units.ts";
import type { Lots, Micros, Ticks } from "./units.ts";

/** Applies one event at engine time `at` (ms). */
export function applyEvent(exchange: Exchange, event: Event, at: number): void {
  switch (event.type) {
    case "order-placed":
      return applyPlacement(exchange, event, at);
    case "order-canceled":
      return takeOut(exchange, event.order, at);
    case "account-opened":
      return openAccount(exchange, event);
    case "credited":
      event.account.collateral = addMicros(event.account.collateral, event.amount);
      exchange.deposits = addMicros(exchange.deposits, event.amount);
      return undefined;
    case "listed":
      return applyListing(exchange, event, at);
    case "market-status-changed":
      return applyStatus(event.market, event.status, at);
    case "sets-split":
      return changeSets(event.account, event.market, event.lots);
    case "sets-merged":
      return changeSets(event.account, event.market, subtractLots(NO_LOTS, event.lots));
    case "market-resolved":
      event.market.payout = event.payout;
      return applyStatus(event.market, "resolved", at);
    case "redeemed":
      return applyRedemption(event);
    case "prices-recorded":
      for (const { market, midpoint } of event.midpoints)
        market.recorded = { midpoint, minute: event.minute };
      return undefined;
  }
}

function applyStatus(market: Market, status: MarketStatus, at: number): void {
  market.flags = flagsAfter(market.flags, market.status, status);
  market.status = status;
  market.changedAt = at;
}

function openAccount(exchange: Exchange, event: EventOf<"account-opened">): void {
  const { no, address, owner, credit } = event;
  const account: Account = { no, address, owner, collateral: credit, held: NO_MICROS, positions: new Map() };
  exchange.deposits = addMicros(exchange.deposits, credit);
  exchange.accounts[no] = account;
  exchange.accountByAddress.set(address, account);
}

function applyPlacement(exchange: Exchange, event: EventOf<"order-placed">, at: number): void {
  const { order, fills, ended } = event;
  exchange.nextOrder = order.no + 1;
  for (const fill of fills) applyFill(exchange, order, fill, at);
  if (order.remaining === 0 || ended !== undefined) return;
  hold(order, order.remaining);
  addOrder(order.market.book, order);
  exchange.orders.set(order.id, order);
  if (order.expiresAt !== 0) enqueueExpiry(exchange.expiries, order);
  order.market.changedAt = at;
}

function applyFill(exchange: Exchange, taker: Order, fill: Fill, at: number): void {
  const { maker, lots, price } = fill;
  const { market } = maker;
  exchange.nextTrade = fill.no + 1;
  release(maker, lots);
  settle(maker, lots, price);
  settle(taker, lots, price);
  if (maker.side === taker.side) {
    const value = setValue(lots);
    market.backing =
      maker.side === "BUY" ? addMicros(market.backing, value) : subtractMicros(market.backing, value);
  }
  market.volume = addUpTo(market.volume, fillValue(taker, fill));
  taker.remaining = subtractLots(taker.remaining, lots);
  reduceOrder(market.book, maker, lots);
  if (maker.remaining === 0) leaveBook(exchange, maker);
  market.lastTrade = { price, side: taker.bid ? "BUY" : "SELL", at };
  market.changedAt = at;
}

/** What a fill counts as volume: its shares at the price of the incoming order's token. */
export const fillValue = (taker: Order, { lots, price }: Fill): Micros =>
  cost(lots, taker.outcome === 0 ? price : complement(price));

/** Moves collateral and shares of one party; `price` is in terms of outcome 0. */
function settle(order: Order, lots: Lots, price: Ticks): void {
  const { account, market, outcome } = order;
  const position = positionOf(account, tokenNumber(market, outcome));
  const money = cost(lots, outcome === 0 ? price : complement(price));
  if (order.side === "BUY") {
    account.collateral = subtractMicros(account.collateral, money);
    position.lots = addLots(position.lots, lots);
  } else {
    account.collateral = addMicros(account.collateral, money);
    position.lots = subtractLots(position.lots, lots);
  }
  assertCovered(account, position);
}

function assertCovered(account: Account, position: Position): void {
  if (account.held > account.collateral || position.held > position.lots) {
    throw new Error(`account ${account.no} holds more than it has`);
  }
}

function hold(order: Order, lots: Lots): void {
  const { account, market } = order;
  const value = cost(lots, order.limit);
  const part = restingPart(order);
  market.resting[part] = addMicros(market.resting[part], value);
  if (order.side === "BUY") {
    account.held = addMicros(account.held, value);
    return;
  }
  const position = positionOf(account, tokenNumber(market, order.outcome));
  position.held = addLots(position.held, lots);
}

function release(order: Order, lots: Lots): void {
  hold(order, subtractLots(NO_LOTS, lots));
}

function takeOut(exchange: Exchange, order: Order, at: number): void {
  release(order, order.remaining);
  leaveBook(exchange, order);
  order.market.changedAt = at;
}

function leaveBook(exchange: Exchange, order: Order): void {
  removeOrder(order.market.book, order);
  dequeueExpiry(exchange.expiries, order);
  exchange.orders.delete(order.id);
}

function positionOf(account: Account, token: number): Position {
  const found = account.positions.get(token);
  if (found !== undefined) return found;
  const position: Position = { lots: NO_LOTS, held: NO_LOTS };
  account.positions.set(token, position);
  return position;
}

/** Turns collateral into complete sets; a negative quantity turns sets back into collateral. */
function changeSets(account: Account, market: Market, lots: Lots): void {
  const value = setValue(lots);
  account.collateral = subtractMicros(account.collateral, value);
  market.backing = addMicros(market.backing, value);
  for (const outcome of [0, 1] as const) {
    const position = positionOf(account, tokenNumber(market, outcome));
    position.lots = addLots(position.lots, lots);
    assertCovered(account, position);
  }
}

function applyRedemption(event: EventOf<"redeemed">): void {
  const { account, market, paid } = event;
  for (const outcome of [0, 1] as const) {
    positionOf(account, tokenNumber(market, outcome)).lots = NO_LOTS;
  }
  account.collateral = addMicros(account.collateral, paid);
  market.backing = subtractMicros(market.backing, paid);
}

function applyListing(exchange: Exchange, event: EventOf<"listed">, at: number): void {
  const { listing, markets } = event;
  const listedEvent = listEvent(exchange, listing.event);
  markets.forEach((listed, index) => {
    const terms = listing.markets[index];
    const market = exchange.markets[listed.no] ?? newMarket(exchange, listedEvent, listed.no, terms);
    if (market.tick !== listed.tick) market.book = createBook(listed.tick);
    market.tick = listed.tick;
    market.minimumLots = listed.minimumLots;
    market.negativeRisk = listed.negativeRisk;
    market.status = listed.status;
    market.flags = flagsOfListed(listed.status, terms);
    market.payout = listed.payout;
    market.changedAt = at;
  });
}

function listEvent(exchange: Exchange, described: CatalogEvent): MarketEvent {
  const { id } = described;
  const event = exchange.events.get(id) ?? { id, listed: ownFlags(described), markets: [] };
  event.listed = ownFlags(described);
  exchange.events.set(id, event);
  return event;
}

function newMarket(exchange: Exchange, event: MarketEvent, no: number, terms: CatalogMarket): Market {
  const market: Market = {
    no,
    event,
    conditionId: terms.conditionId,
    tokenIds: terms.tokenIds,
    tick: terms.tick,
    minimumLots: terms.minimumLots,
    negativeRisk: terms.negativeRisk,
    status: "draft",
    flags: ownFlags(terms),
    payout: undefined,
    backing: NO_MICROS,
    volume: NO_MICROS,
    resting: [NO_MICROS, NO_MICROS, NO_MICROS],
    book: createBook(terms.tick),
    lastTrade: undefined,
    recorded: undefined,
    changedAt: 0,
  };
  event.markets.push(market);
  exchange.markets[no] = market;
  exchange.marketByCondition.set(market.conditionId, market);
  exchange.tokens.set(market.tokenIds[0], { market, outcome: 0 });
  exchange.tokens.set(market.tokenIds[1], { market, outcome: 1 });
  return market;
}
