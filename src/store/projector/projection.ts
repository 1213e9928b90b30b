/**
 * The read tables as a function of the journal: the rows that the events of one batch result in. An account, position,
 * order or market has one row, however often the batch touched it. Used by the projector and by a rebuild from the
 * journal, both after the batch was applied to the state.
 */
import { canceledOrders } from "../../core/orders/canceled-orders.ts";
import { elementAt } from "../../core/values/element-at.ts";
import type { Event, EventOf, Fill, OutcomeShares } from "../../core/events/event.ts";
import { sumFills, fillValue } from "../../core/orders/match.ts";
import { listReversals } from "../../core/ledger/failed-settlement.ts";
import { computeShownPrice } from "../../core/markets/shown-price.ts";
import type { Account, Exchange, Market, Order } from "../../core/state.ts";
import { touchChanged } from "../../core/events/touches.ts";
import { addCapped, NO_LOTS, NO_MICROS, setValue, times, negate } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import { builderCode } from "../tables/orders.ts";
import { PROJECTOR_LIMITS } from "./projector-limits.ts";
import {
  addMarketSums,
  countPayment,
  countTrade,
  createTouched,
  receiveEnds,
  receiveTouches,
  takeBackTrade,
  touchRedeemed,
} from "./touched.ts";
import type { BatchEnds, OperationRow, PlacedRedemption, CancelledOrders, TouchedState } from "./touched.ts";

/**
 * Collects the state that the events of a batch touched; call it after the batch was applied. If a batch has more ends
 * than `manyEnds`, their rows are built only when they are written: all at once would block the process.
 */
export function collectTouched(
  exchange: Exchange,
  events: readonly Event[],
  manyEnds = PROJECTOR_LIMITS.manyEnds,
): TouchedState {
  const touched = createTouched();
  const hasMany = countEnds(events) > manyEnds;
  const touch = hasMany ? receiveEnds(touched) : receiveTouches(touched);
  for (const [place, event] of events.entries()) {
    touchChanged(touch, event, exchange);
    if (!hasMany || !deferEnd(touched, event, place)) collectEvent(touched, exchange, event, place);
  }
  for (const market of touched.markets.values())
    touched.priced.set(market.no, { no: market.no, price: computeShownPrice(market) });
  return touched;
}

/** Collects the rows that an event adds, besides the rows of accounts, positions, orders and markets that it changed. */
function collectEvent(touched: TouchedState, exchange: Exchange, event: Event, place: number): void {
  switch (event.type) {
    case "order-placed":
      return collectPlacement(touched, event);
    case "account-opened":
    case "credited":
    case "debited":
      countPayment(touched, getAccount(exchange, event), event);
      return collectOperations(touched, exchange, event, place);
    case "redeemed":
      return collectRedemption(touched, { place, event });
    case "sets-merged":
      addMarketSums(touched, { account: event.account, market: event.market, volume: NO_MICROS });
      return collectOperations(touched, exchange, event, place);
    case "sets-split":
      return collectOperations(touched, exchange, event, place);
    case "converted":
      collectConversion(touched, event);
      return collectOperations(touched, exchange, event, place);
    case "settlement-failed":
      for (const fill of event.undone)
        takeBackTrade(touched, { market: event.market, taker: event.taker, fill });
      return collectOperations(touched, exchange, event, place);
    case "market-status-changed":
      return collectStatus(touched, event);
    case "resolution-proposed":
    case "resolution-disputed":
    case "market-resolved":
    case "resolution-undone":
      touched.steps.push({ place, event });
      return undefined;
    case "mode-changed":
      touched.modes.push(event.mode);
      return undefined;
    case "banned":
    case "unbanned":
      touched.bans.set(event.address, event.type === "banned");
      return undefined;
    case "operated":
      touched.operated.push({ place, event });
      return undefined;
    case "request-done":
      touched.requests.push({ place, event });
      return undefined;
    case "listed":
      return collectListing(touched, exchange, event);
    case "prices-recorded":
      for (const { market, midpoint } of event.midpoints)
        touched.records.push({ market, minute: event.minute, midpoint });
      return undefined;
    case "order-canceled":
    case "orders-canceled":
    case "order-group-set":
    case "order-group-changed":
      return undefined;
  }
}

function collectStatus(touched: TouchedState, { market, status }: EventOf<"market-status-changed">): void {
  if (status === "active" || status === "archived") touched.opened.set(market.no, market);
}

function collectPlacement(touched: TouchedState, event: EventOf<"order-placed">): void {
  const { order, fills, ended, replaces } = event;
  touched.placed.push({ order, builder: event.signed.builder, ended, replaces });
  for (const fill of fills) collectFill(touched, order, fill);
  if (fills.length === 0) return;
  const code = builderCode(event.signed.builder);
  if (code === undefined) return;
  const volume = sumFills(order, fills).micros;
  touched.builders.set(code, addCapped(touched.builders.get(code) ?? NO_MICROS, volume));
}

function collectFill(touched: TouchedState, taker: Order, fill: Fill): void {
  const { no, maker, lots, price, takerFee, makerFee } = fill;
  const { market } = taker;
  countTrade(touched, { market, taker, fill });
  touched.trades.push({ no, market, taker, maker, lots, price, takerFee, makerFee });
  const before = touched.volumes.get(market.no)?.volume ?? NO_MICROS;
  touched.volumes.set(market.no, { market, volume: addCapped(before, fillValue(taker, fill)) });
}

function collectConversion(touched: TouchedState, { given }: EventOf<"converted">): void {
  const { event } = elementAt(given, 0);
  touched.converted.set(event.id, event);
}

function collectListing(touched: TouchedState, exchange: Exchange, event: EventOf<"listed">): void {
  touched.listings.push(event);
  const listed = exchange.events.get(event.listing.event.id);
  if (listed !== undefined) touched.events.set(listed.id, listed);
}

// Ends: cancelled orders, and redeemed shares. A resolution ends every order and holding of its market at once. If a
// batch has many, their rows are built when they are written, in slices; the batch itself only records what ended.

/** Counts the orders that the events cancel, and the redemptions. */
const countEnds = (events: readonly Event[]): number =>
  events.reduce((count, event) => count + (event.type === "redeemed" ? 1 : canceledOrders(event).length), 0);

/** Records a cancellation or redemption, whose other rows are built later; false for any other event. */
function deferEnd(touched: TouchedState, event: Event, place: number): boolean {
  switch (event.type) {
    case "order-canceled":
    case "orders-canceled":
      touched.sweeps.push({ orders: canceledOrders(event), reason: event.reason });
      return true;
    case "redeemed":
      touched.redemptions.push({ place, event });
      return true;
    default:
      return false;
  }
}

function collectRedemption(touched: TouchedState, { place, event }: PlacedRedemption): void {
  const { account, market } = event;
  addMarketSums(touched, { account, market, volume: NO_MICROS });
  collectOwnOperations(touched, account, event, place);
}

/** Records the rows of ends. */
export function collectEnds(touched: TouchedState, { sweeps, redemptions }: BatchEnds): void {
  for (const { orders, reason } of sweeps)
    for (const order of orders) {
      touched.changed.set(order.no, order);
      touched.canceled.set(order.no, reason);
    }
  for (const redemption of redemptions) {
    const { account, market, lots } = redemption.event;
    touchRedeemed(touched, account, market, lots);
    collectRedemption(touched, redemption);
  }
}

/** Splits ends into parts of at most `mostRows` orders, or redemptions with as many rows. */
export function* splitEnds({ sweeps, redemptions }: BatchEnds, mostRows: number): Generator<BatchEnds> {
  yield* splitCancelledOrders(sweeps, mostRows);
  const most = Math.ceil(mostRows / REDEMPTION_ROWS);
  for (let start = 0; start < redemptions.length; start += most)
    yield { sweeps: [], redemptions: redemptions.slice(start, start + most) };
}

function* splitCancelledOrders(sweeps: readonly CancelledOrders[], most: number): Generator<BatchEnds> {
  let part: CancelledOrders[] = [];
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
export const countEndRows = ({ sweeps, redemptions }: BatchEnds): number =>
  sweeps.reduce((count, { orders }) => count + orders.length, REDEMPTION_ROWS * redemptions.length);

// Rows of the events besides fills that change accounts. Together with the fills they are the complete history of an
// account.

type OperationEvent = EventOf<
  | "account-opened"
  | "credited"
  | "debited"
  | "sets-split"
  | "sets-merged"
  | "redeemed"
  | "converted"
  | "settlement-failed"
>;

type SingleEvent = Exclude<OperationEvent, { type: "settlement-failed" }>;
type Operations = Pick<TouchedState, "operations">;
type OperationAmount = Omit<OperationRow, "place" | "leg" | "account">;

/** Appends the rows of the event with index `place` in its batch. */
export function collectOperations(
  touched: Operations,
  exchange: Exchange,
  event: OperationEvent,
  place: number,
): void {
  if (event.type !== "settlement-failed")
    return collectOwnOperations(touched, getAccount(exchange, event), event, place);
  const { market } = event;
  for (const [leg, { account, collateral, shares }] of listReversals(exchange, event).entries()) {
    const lots: OutcomeShares = [shares[0].lots, shares[1].lots];
    touched.operations.push({ kind: "failed-settlement", account, market, collateral, lots, place, leg });
  }
}

/** Appends the rows of an event that changes one account. */
function collectOwnOperations(
  touched: Operations,
  account: Account,
  event: SingleEvent,
  place: number,
): void {
  for (const [leg, amount] of moved(event).entries())
    touched.operations.push({ ...amount, account, place, leg });
}

const getAccount = (exchange: Exchange, event: SingleEvent): Account =>
  event.type === "account-opened" ? elementAt(exchange.accounts, event.no) : event.account;

const NO_SHARES: OutcomeShares = [NO_LOTS, NO_LOTS];
const money = (kind: OperationAmount["kind"], collateral: Micros): OperationAmount[] => [
  { kind, collateral, market: undefined, lots: NO_SHARES },
];

function moved(event: SingleEvent): OperationAmount[] {
  switch (event.type) {
    case "account-opened":
      return event.credit === 0 ? [] : money("deposit", event.credit);
    case "credited":
      return money("deposit", event.amount);
    case "debited":
      return money(event.by === "owner" ? "withdrawal" : "debit", negate(event.amount));
    case "sets-split": {
      const { market, lots } = event;
      return [{ kind: "split", market, collateral: negate(setValue(lots)), lots: [lots, lots] }];
    }
    case "sets-merged": {
      const { market, lots } = event;
      return [{ kind: "merge", market, collateral: setValue(lots), lots: [negate(lots), negate(lots)] }];
    }
    case "redeemed": {
      const { market, lots, paid } = event;
      return [{ kind: "redemption", market, collateral: paid, lots: [negate(lots[0]), negate(lots[1])] }];
    }
    case "converted":
      return converted(event);
  }
}

/** Returns a row per market, the first with the collateral. */
function converted({ given, got, lots }: EventOf<"converted">): OperationAmount[] {
  const leg = (market: Market, shares: OutcomeShares, index: number): OperationAmount => ({
    kind: "conversion",
    market,
    collateral: index === 0 ? times(setValue(lots), given.length - 1) : NO_MICROS,
    lots: shares,
  });
  const legs = [
    ...given.map((market) => [market, [NO_LOTS, negate(lots)]] as const),
    ...got.map((market) => [market, [lots, NO_LOTS]] as const),
  ];
  return legs.map(([market, shares], index) => leg(market, shares, index));
}
