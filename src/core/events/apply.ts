/**
 * Applies an event to the state. An event was decided on exactly this state, so applying it cannot be rejected. Assertions
 * detect a wrong event, and stop the process before anything is acknowledged.
 */
import { addOrder, createBook, rebuildBook, reduceOrder, removeOrder } from "../orders/book.ts";
import { canceledOrders } from "../orders/canceled-orders.ts";
import type { CatalogEvent, CatalogMarket, MarketStatus } from "../markets/catalog.ts";
import { elementAt } from "../values/element-at.ts";
import type { Event, EventKinds, EventOf, Fill } from "./event.ts";
import { dequeueExpiries, enqueueExpiry } from "../orders/expiry-queue.ts";
import { feeAccount, computeRestingFee } from "../ledger/fees.ts";
import { restingPart } from "../ledger/liquidity.ts";
import { computeFlagsAfter, computeListedFlags, ownFlags } from "../markets/flags.ts";
import { applyInviteEntry } from "../people/invites.ts";
import { isOver } from "../markets/lifecycle.ts";
import { pickTerms } from "../markets/market-terms.ts";
import { fillValue, sumFills } from "../orders/match.ts";
import { applyGroupChange, applyTerms, countGroupFill } from "../orders/order-groups.ts";
import { isNo, isOpen } from "../ledger/negative-risk.ts";
import { addOwnOrder, removeOwnOrder } from "../orders/order.ts";
import { applyFailure } from "../ledger/failed-settlement.ts";
import { acquire, assertCovered, dispose, getPosition } from "../ledger/position.ts";
import { OUTCOMES } from "../state.ts";
import type { Account, Exchange, Market, MarketEvent, Order } from "../state.ts";
import {
  HALF,
  NO_LOTS,
  NO_MICROS,
  addLots,
  addMicros,
  addCapped,
  averagePrice,
  conversionPrice,
  cost,
  outcomePrice,
  payoutPrice,
  setValue,
  sharePrice,
  subtractLots,
  subtractMicros,
  times,
} from "../units.ts";
import type { Lots, Micros, SharePrice } from "../units.ts";

// Adds accounts to the exchange: opened by an event, or loaded from the store.

type KnownAccount = Pick<Account, "no" | "address" | "owner" | "collateral"> & Partial<Account>;

/** Creates an account without positions and resting orders. Statistics that are not known start at zero. */
export const newAccount = (known: KnownAccount): Account => ({
  held: NO_MICROS,
  volume: NO_MICROS,
  realized: NO_MICROS,
  ...known,
  positions: new Map(),
  firstOrder: undefined,
  lastOrder: undefined,
  open: 0,
  openIn: new Map(),
});

/** Indexes the account by its number, its address and its owner. */
export function addAccount(exchange: Exchange, account: Account): void {
  const { no, address, owner } = account;
  exchange.accounts[no] = account;
  exchange.accountByAddress.set(address, account);
  const owned = exchange.accountsByOwner.get(owner);
  if (owned === undefined) exchange.accountsByOwner.set(owner, [account]);
  else owned.push(account);
}

// Applies placements and cancels: fills with their money, shares and fees, holds, and the book.

function applyPlacement(exchange: Exchange, event: EventOf<"order-placed">, at: number): void {
  const { order, fills, ended } = event;
  exchange.nextOrder = order.no + 1;
  if (fills.length > 0) applyFills(exchange, order, fills, at);
  if (order.remaining === 0 || ended !== undefined) return;
  changeHold(order, NO_LOTS, order.remaining);
  addOrder(order.market.book, order);
  exchange.orders.set(order.id, order);
  addOwnOrder(order);
  if (order.leavesAt !== 0) enqueueExpiry(exchange.expiries, order);
  order.market.changedAt = at;
}

/** Settles resting orders fill by fill, and then the incoming order with its totals, so that it has one average price. */
function applyFills(exchange: Exchange, taker: Order, fills: readonly Fill[], at: number): void {
  let fee = NO_MICROS;
  for (const fill of fills) {
    applyFill(exchange, taker, fill, at);
    countGroupFill(fill.maker, fill.lots, at);
    fee = addMicros(fee, fill.takerFee);
  }
  const { lots, micros: money } = sumFills(taker, fills);
  settle(taker, { lots, money, fee, price: averagePrice(money, lots) }, at);
  taker.remaining = subtractLots(taker.remaining, lots);
  countGroupFill(taker, lots, at);
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
  market.volume = addCapped(market.volume, fillValue(taker, fill));
  reduceOrder(market.book, maker, lots);
  if (maker.remaining === 0) leaveBook(exchange, [maker]);
  market.lastTrade = { price, side: taker.bid ? "BUY" : "SELL", at };
  market.changedAt = at;
}

type SettledAmounts = {
  readonly lots: Lots;
  readonly money: Micros;
  readonly fee: Micros;
  readonly price: SharePrice;
};

/** Moves collateral and shares of one party. */
function settle(order: Order, { lots, money, fee, price }: SettledAmounts, at: number): void {
  const { account, market, outcome } = order;
  const position = getPosition(account, market, outcome);
  account.volume = addCapped(account.volume, money);
  if (order.side === "BUY") {
    account.collateral = subtractMicros(account.collateral, addMicros(money, fee));
    acquire(position, lots, price, at);
  } else {
    account.collateral = addMicros(account.collateral, subtractMicros(money, fee));
    dispose(account, position, { lots, price, at });
  }
  assertCovered(account, position);
}

/** Changes an order's hold from what `from` remaining lots need to what `to` remaining lots need. */
function changeHold(order: Order, from: Lots, to: Lots): void {
  const { account, market, outcome } = order;
  const more = subtractLots(to, from);
  const value = cost(more, order.limit);
  const part = restingPart(order);
  market.resting[part] = addMicros(market.resting[part], value);
  if (order.side === "BUY") {
    const fee = subtractMicros(computeRestingFee(order, to), computeRestingFee(order, from));
    account.held = addMicros(account.held, addMicros(value, fee));
    return;
  }
  const position = getPosition(account, market, outcome);
  position.held = addLots(position.held, more);
}

/** Removes orders from the book and releases their holds. */
function removeOrders(exchange: Exchange, orders: readonly Order[], at: number): void {
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

// Applies changes of shares other than fills: sets, redemptions, conversions, and the effect of a resolution on backing.

/** Turns collateral into complete sets: a purchase of both outcomes at half a unit each. */
function applySplit({ account, market, lots }: EventOf<"sets-split">, at: number): void {
  const value = setValue(lots);
  account.collateral = subtractMicros(account.collateral, value);
  market.backing = addMicros(market.backing, value);
  for (const outcome of OUTCOMES) acquire(getPosition(account, market, outcome), lots, sharePrice(HALF), at);
  assertCovered(account, getPosition(account, market, 0));
}

/** Turns complete sets back into collateral: a sale of both outcomes at half a unit each. */
function applyMerge({ account, market, lots }: EventOf<"sets-merged">, at: number): void {
  const value = setValue(lots);
  account.collateral = addMicros(account.collateral, value);
  market.backing = subtractMicros(market.backing, value);
  for (const outcome of OUTCOMES) {
    const position = getPosition(account, market, outcome);
    dispose(account, position, { lots, price: sharePrice(HALF), at });
    assertCovered(account, position);
  }
}

function applyRedemption(event: EventOf<"redeemed">, at: number): void {
  const { account, market, lots, paid } = event;
  const payout = market.payout ?? [0, 0];
  for (const outcome of OUTCOMES) {
    const price = payoutPrice(payout, outcome);
    dispose(account, getPosition(account, market, outcome), { lots: lots[outcome], price, at });
  }
  account.collateral = addMicros(account.collateral, paid);
  market.backing = subtractMicros(market.backing, paid);
  market.redeemed = addLots(market.redeemed, addLots(lots[0], lots[1]));
}

/**
 * Applies a conversion. The given shares leave at their own average cost, so they earn nothing; the received ones cost the
 * rest.
 */
function applyConversion(event: EventOf<"converted">, at: number): void {
  const { account, given, got, lots } = event;
  const averages = given.map((market) => {
    const position = getPosition(account, market, 1);
    const { average } = position;
    dispose(account, position, { lots, price: average, at });
    assertCovered(account, position);
    return average;
  });
  const price = conversionPrice(averages, got.length);
  for (const market of got) {
    acquire(getPosition(account, market, 0), lots, price, at);
    market.backing = addMicros(market.backing, setValue(lots));
  }
  for (const market of [...given, ...got]) market.burned = addLots(market.burned, lots);
  account.collateral = addMicros(account.collateral, times(setValue(lots), given.length - 1));
  const { event: parent } = elementAt(given, 0);
  parent.converted = addLots(parent.converted, lots);
}

/** Pays back what conversions paid ahead, from burned shares of the outcome that won. */
function payBurned(market: Market): void {
  if (isNo(market.payout)) market.backing = subtractMicros(market.backing, setValue(market.burned));
}

function unpayBurned(market: Market): void {
  if (isNo(market.payout)) market.backing = addMicros(market.backing, setValue(market.burned));
}

type Row<T extends keyof EventKinds> = (exchange: Exchange, event: EventKinds[T], at: number) => void;

const takeCanceled: Row<"order-canceled" | "orders-canceled"> = (exchange, event, at) =>
  removeOrders(exchange, canceledOrders(event), at);

const ROWS: { readonly [T in keyof EventKinds]: Row<T> } = {
  "account-opened": openAccount,
  credited: (exchange, { account, amount }) => {
    account.collateral = addMicros(account.collateral, amount);
    exchange.deposits = addMicros(exchange.deposits, amount);
  },
  debited: (exchange, { account, amount }) => {
    account.collateral = subtractMicros(account.collateral, amount);
    exchange.deposits = subtractMicros(exchange.deposits, amount);
  },
  listed: applyListing,
  "tick-changed": (_, { market, tick }, at) => {
    market.book = rebuildBook(market.book, tick);
    market.tick = tick;
    market.changedAt = at;
  },
  "market-status-changed": (_, { market, status }, at) => applyStatus(market, status, at),
  "order-placed": applyPlacement,
  "settlement-failed": applyFailure,
  "order-group-set": applyTerms,
  "order-group-changed": applyGroupChange,
  "order-canceled": takeCanceled,
  "orders-canceled": takeCanceled,
  "sets-split": (_, event, at) => applySplit(event, at),
  "sets-merged": (_, event, at) => applyMerge(event, at),
  "resolution-proposed": (_, { market, payout }) => {
    market.proposal = { payout, disputed: false };
  },
  "resolution-disputed": (_, { market }) => applyDispute(market),
  "market-resolved": (_, event, at) => applyResolution(event, at),
  "resolution-undone": (_, { market }, at) => applyUndoing(market, at),
  redeemed: (_, event, at) => applyRedemption(event, at),
  converted: (_, event, at) => applyConversion(event, at),
  banned: ({ bans }, { address }) => void bans.add(address),
  unbanned: ({ bans }, { address }) => void bans.delete(address),
  "mode-changed": (exchange, { mode }) => {
    exchange.mode = mode;
  },
  operated: (exchange, event, at) => applyInviteEntry(exchange, { ...event, at }),
  "request-done": () => undefined,
  "prices-recorded": (_, { midpoints, minute }) => {
    for (const { market, midpoint } of midpoints) market.recorded = { midpoint, minute };
  },
};

/** Applies one event at engine time `at` (ms). */
export const applyEvent = (exchange: Exchange, event: Event, at: number): void =>
  applyRow(event.type, exchange, event, at);

function applyRow<T extends keyof EventKinds>(
  type: T,
  exchange: Exchange,
  event: EventKinds[T],
  at: number,
): void {
  ROWS[type](exchange, event, at);
}

function applyStatus(market: Market, status: MarketStatus, at: number): void {
  market.flags = computeFlagsAfter(market.flags, market.status, status);
  market.status = status;
  if (status === "archived") market.proposal = undefined;
  market.changedAt = at;
}

function applyDispute(market: Market): void {
  if (market.proposal !== undefined) market.proposal = { ...market.proposal, disputed: true };
}

function applyResolution({ market, payout }: EventOf<"market-resolved">, at: number): void {
  market.payout = payout;
  market.proposal = undefined;
  market.resolvedAt = at;
  market.redeemed = NO_LOTS;
  payBurned(market);
  applyStatus(market, "resolved", at);
}

function applyUndoing(market: Market, at: number): void {
  unpayBurned(market);
  market.payout = undefined;
  market.resolvedAt = 0;
  applyStatus(market, "paused", at);
}

function openAccount(exchange: Exchange, event: EventOf<"account-opened">): void {
  const { no, address, owner, credit } = event;
  exchange.deposits = addMicros(exchange.deposits, credit);
  addAccount(exchange, newAccount({ no, address, owner, collateral: credit }));
}

function applyListing(exchange: Exchange, event: EventOf<"listed">, at: number): void {
  const { listing, markets } = event;
  const listedEvent = listEvent(exchange, listing.event);
  markets.forEach((listed, index) => {
    const terms = elementAt(listing.markets, index);
    const market = exchange.markets[listed.no] ?? newMarket(exchange, listedEvent, listed.no, terms);
    if (market.tick !== listed.tick) market.book = rebuildBook(market.book, listed.tick);
    market.outcomes = terms.outcomes;
    addOtherVersion(exchange, market, terms.otherVersionIds);
    Object.assign(market, pickTerms(listed));
    market.status = listed.status;
    market.flags = computeListedFlags(listed.status, terms);
    // Early journals have payouts of markets that are listed as open.
    market.payout = isOver(listed.status) ? listed.payout : undefined;
    if (!isOpen(market)) market.proposal = undefined;
    market.changedAt = at;
  });
}

/** Remembers the ids that a market has in the other version. */
export const addOtherVersion = (
  exchange: Exchange,
  market: Market,
  ids: CatalogMarket["otherVersionIds"],
): void =>
  ids?.forEach((id, index) => exchange.otherVersionTokens.set(id, { market, outcome: index === 0 ? 0 : 1 }));

function listEvent(exchange: Exchange, described: CatalogEvent): MarketEvent {
  const { id } = described;
  const event = exchange.events.get(id) ?? {
    id,
    listed: ownFlags(described),
    markets: [],
    converted: NO_LOTS,
  };
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
    outcomes: terms.outcomes,
    ...pickTerms(terms),
    status: "draft",
    flags: ownFlags(terms),
    payout: undefined,
    proposal: undefined,
    resolvedAt: 0,
    redeemed: NO_LOTS,
    burned: NO_LOTS,
    backing: NO_MICROS,
    volume: NO_MICROS,
    resting: [NO_MICROS, NO_MICROS, NO_MICROS],
    book: createBook(terms.tick),
    open: 0,
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
