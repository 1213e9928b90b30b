/**
 * Accounts, orders, positions and markets that an applied event has changed: a row for each kind. The read tables, the
 * cached reads of markets and the check of the tables follow from these rows.
 */
import { canceledOrders } from "../orders/canceled-orders.ts";
import { elementAt } from "../values/element-at.ts";
import type { CancelReason, Event, EventKinds, OutcomeShares } from "./event.ts";
import { feeAccount } from "../ledger/fees.ts";
import { listReversals } from "../ledger/failed-settlement.ts";
import { findOrderGroup } from "../orders/order-groups.ts";
import type { GroupName } from "../orders/order-groups.ts";
import { OUTCOMES } from "../state.ts";
import type { Account, Exchange, Market, Order, OrderGroup, Outcome } from "../state.ts";

/** Receives each thing that an applied event has changed; a thing may come more than once. */
export type Touch = {
  /** Terms, state or filled shares of an order group; it is `undefined` if it was removed. */
  group(name: GroupName, group: OrderGroup | undefined): void;
  /** Collateral of an account. */
  account(account: Account): void;
  /** A new order: its hold, and its market. */
  placed(order: Order): void;
  /** Progress of a resting order, and its hold. */
  filled(order: Order): void;
  /** End of a resting order, and its hold. */
  canceled(order: Order, reason: CancelReason): void;
  /** Shares that an account got or gave, with their collateral. */
  shares(account: Account, market: Market, outcome: Outcome): void;
  /** Shares that a resolved market has paid: all that the account had. */
  redeemed(account: Account, market: Market, lots: OutcomeShares): void;
  /** Texts and terms of a market. */
  listed(market: Market): void;
  /** Status of a market, its proposed or its final payout. */
  status(market: Market): void;
  /** Another value of a market, such as its recorded price. */
  market(market: Market): void;
};

/** Receiver that ignores every change: a base for receivers of a few kinds. */
export const IGNORE: Touch = {
  group: ignore,
  account: ignore,
  placed: ignore,
  filled: ignore,
  canceled: ignore,
  shares: ignore,
  redeemed: ignore,
  listed: ignore,
  status: ignore,
  market: ignore,
};

function ignore(): void {}

type Row<T extends keyof EventKinds> = (touch: Touch, event: EventKinds[T], exchange: Exchange) => void;

const nothing = ignore;
const touchCanceledOrders = (touch: Touch, event: EventKinds["order-canceled" | "orders-canceled"]): void => {
  for (const order of canceledOrders(event)) touch.canceled(order, event.reason);
};
const touchPaid = (touch: Touch, { account }: EventKinds["credited" | "debited"]): void =>
  touch.account(account);
const touchSets = (touch: Touch, { account, market }: EventKinds["sets-split" | "sets-merged"]): void => {
  for (const outcome of OUTCOMES) touch.shares(account, market, outcome);
};
const touchGroup = (touch: Touch, name: GroupName, exchange: Exchange): void =>
  touch.group(name, findOrderGroup(exchange, name));
const touchStatus = (touch: Touch, { market }: { readonly market: Market }): void => touch.status(market);

const ROWS: { readonly [T in keyof EventKinds]: Row<T> } = {
  "account-opened": (touch, { no }, { accounts }) => touch.account(elementAt(accounts, no)),
  credited: touchPaid,
  debited: touchPaid,
  listed: (touch, event, exchange) => {
    for (const { no } of event.markets) touch.listed(elementAt(exchange.markets, no));
  },
  "tick-changed": (touch, { market }) => touch.listed(market),
  "market-status-changed": touchStatus,
  "order-placed": touchPlacement,
  "settlement-failed": touchFailure,
  "order-group-set": touchGroup,
  "order-group-changed": touchGroup,
  "order-canceled": touchCanceledOrders,
  "orders-canceled": touchCanceledOrders,
  "sets-split": touchSets,
  "sets-merged": touchSets,
  "resolution-proposed": touchStatus,
  "resolution-disputed": touchStatus,
  "market-resolved": touchStatus,
  "resolution-undone": touchStatus,
  redeemed: (touch, { account, market, lots }) => touch.redeemed(account, market, lots),
  converted: (touch, { account, given, got }) => {
    for (const market of given) touch.shares(account, market, 1);
    for (const market of got) touch.shares(account, market, 0);
  },
  banned: nothing,
  unbanned: nothing,
  "mode-changed": nothing,
  operated: nothing,
  "request-done": nothing,
  "prices-recorded": (touch, { midpoints }) => {
    for (const { market } of midpoints) touch.market(market);
  },
};

/** Reports what an event has changed, after its application. */
export const touchChanged = (touch: Touch, event: Event, exchange: Exchange): void =>
  touchRow(event.type, touch, event, exchange);

function touchRow<T extends keyof EventKinds>(
  type: T,
  touch: Touch,
  event: EventKinds[T],
  exchange: Exchange,
): void {
  ROWS[type](touch, event, exchange);
}

function touchPlacement(
  touch: Touch,
  { order, fills }: EventKinds["order-placed"],
  exchange: Exchange,
): void {
  touch.placed(order);
  if (fills.length > 0 && order.group !== undefined) touchGroup(touch, order.group, exchange);
  for (const { maker } of fills) {
    if (maker.group !== undefined) touchGroup(touch, maker.group, exchange);
    touch.filled(maker);
    touch.shares(maker.account, maker.market, maker.outcome);
  }
  if (fills.length > 0) touch.shares(order.account, order.market, order.outcome);
  if (fills.some(({ takerFee, makerFee }) => takerFee + makerFee > 0)) touch.account(feeAccount(exchange));
}

function touchFailure(touch: Touch, event: EventKinds["settlement-failed"], exchange: Exchange): void {
  const { market } = event;
  touch.market(market);
  for (const { account, shares } of listReversals(exchange, event)) {
    touch.account(account);
    for (const outcome of OUTCOMES) if (shares[outcome].lots !== 0) touch.shares(account, market, outcome);
  }
}

/** Lists the markets whose book, status or terms the events changed. */
export const findChangedMarkets = (exchange: Exchange, events: readonly Event[]): Set<Market> =>
  collectMarkets(exchange, events, (add) => {
    const addOf = ({ market }: Order): void => add(market);
    return { ...IGNORE, placed: addOf, canceled: addOf, listed: add, status: add };
  });

/** Lists the markets whose texts, terms, status or resolution the events changed. */
export const findRestatedMarkets = (exchange: Exchange, events: readonly Event[]): Set<Market> =>
  collectMarkets(exchange, events, (add) => ({ ...IGNORE, listed: add, status: add }));

function collectMarkets(
  exchange: Exchange,
  events: readonly Event[],
  touchWith: (add: (market: Market) => void) => Touch,
): Set<Market> {
  const markets = new Set<Market>();
  const touch = touchWith((market) => void markets.add(market));
  for (const event of events) touchChanged(touch, event, exchange);
  return markets;
}
