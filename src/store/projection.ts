/**
 * The read tables as a function of the journal: the rows that the events of one batch leave behind, one row per
 * account, position, order and market however often the batch touched it. Used by the commit of a batch and by a
 * rebuild from the journal, both after the batch was applied to the state.
 */
import { fillValue } from "../core/apply.ts";
import type { Event, EventOf, Fill } from "../core/event.ts";
import type { Account, Exchange, Market, MarketEvent, Order, Outcome } from "../core/state.ts";
import { tokenNumber } from "../core/state.ts";
import { addUpTo, NO_MICROS } from "../core/units.ts";
import type { Lots, Micros, Ticks } from "../core/units.ts";

export type TradeRow = {
  no: number;
  market: Market;
  taker: Order;
  maker: Order;
  lots: Lots;
  price: Ticks;
};

type PositionRow = { account: Account; market: Market; outcome: Outcome };
type PlacedOrder = { order: Order; builder: string; ended: string | undefined };
type Listing = EventOf<"listed">;

/** What one batch touched, keyed by number. Values are references: the rows are read off them after the batch. */
export type Touched = {
  readonly accounts: Map<number, Account>;
  readonly positions: Map<number, PositionRow>;
  readonly placed: PlacedOrder[];
  readonly changed: Map<number, Order>;
  /** Why an order ended, by order number, when it was not filled. */
  readonly canceled: Map<number, string>;
  readonly trades: TradeRow[];
  readonly markets: Map<number, Market>;
  /** Events of these markets, and those that were listed. */
  readonly events: Map<string, MarketEvent>;
  /** Markets whose status changed, and their events: their flags may have changed. Those listed are not among them. */
  readonly flaggedMarkets: Map<number, Market>;
  readonly flaggedEvents: Map<string, MarketEvent>;
  /** What the fills add to the volume of a market, by its number. */
  readonly volumes: Map<number, { market: Market; volume: Micros }>;
  readonly records: { market: Market; minute: number; midpoint: number }[];
  readonly listings: Listing[];
};

/** One number per account and token; room for 8 million markets and 500 million accounts. */
const positionKey = (account: Account, token: number): number => account.no * 2 ** 24 + token;

/** Collects what the events of a batch touched; call it after the batch was applied. */
export function collectTouched(exchange: Exchange, events: readonly Event[]): Touched {
  const touched: Touched = {
    accounts: new Map(),
    positions: new Map(),
    placed: [],
    changed: new Map(),
    canceled: new Map(),
    trades: [],
    markets: new Map(),
    events: new Map(),
    flaggedMarkets: new Map(),
    flaggedEvents: new Map(),
    volumes: new Map(),
    records: [],
    listings: [],
  };
  for (const event of events) collectEvent(touched, exchange, event);
  return touched;
}

function collectEvent(touched: Touched, exchange: Exchange, event: Event): void {
  switch (event.type) {
    case "order-placed":
      return collectPlacement(touched, event);
    case "order-canceled":
      touched.canceled.set(event.order.no, event.reason);
      touchMarket(touched, event.order.market);
      return touchOrder(touched, event.order);
    case "account-opened":
      return touchAccount(touched, exchange.accounts[event.no]);
    case "credited":
      return touchAccount(touched, event.account);
    case "sets-split":
    case "sets-merged":
    case "redeemed":
      touchAccount(touched, event.account);
      touchPosition(touched, event.account, event.market, 0);
      touchPosition(touched, event.account, event.market, 1);
      return touchMarket(touched, event.market);
    case "market-status-changed":
    case "market-resolved":
      return flagMarket(touched, event.market);
    case "listed":
      return collectListing(touched, exchange, event);
    case "prices-recorded":
      return collectRecords(touched, event);
  }
}

function collectPlacement(touched: Touched, event: EventOf<"order-placed">): void {
  const { order, fills, ended } = event;
  touched.placed.push({ order, builder: event.signed.builder, ended });
  touchHolder(touched, order);
  touchMarket(touched, order.market);
  for (const fill of fills) collectFill(touched, order, fill);
  if (fills.length > 0) touchBoth(touched, order);
}

function collectFill(touched: Touched, taker: Order, fill: Fill): void {
  const { no, maker, lots, price } = fill;
  const { market } = taker;
  touchOrder(touched, maker);
  touchBoth(touched, maker);
  touched.trades.push({ no, market, taker, maker, lots, price });
  const before = touched.volumes.get(market.no)?.volume ?? NO_MICROS;
  touched.volumes.set(market.no, { market, volume: addUpTo(before, fillValue(taker, fill)) });
}

function collectListing(touched: Touched, exchange: Exchange, event: EventOf<"listed">): void {
  touched.listings.push(event);
  for (const { no } of event.markets) touchMarket(touched, exchange.markets[no]);
  const listed = exchange.events.get(event.listing.event.id);
  if (listed !== undefined) touched.events.set(listed.id, listed);
}

function collectRecords(touched: Touched, event: EventOf<"prices-recorded">): void {
  for (const { market, midpoint } of event.midpoints) {
    touched.records.push({ market, minute: event.minute, midpoint });
    touchMarket(touched, market);
  }
}

function touchOrder(touched: Touched, order: Order): void {
  touched.changed.set(order.no, order);
  touchHolder(touched, order);
}

/** What a hold of the order changes: collateral for a buy, the position for a sell. */
function touchHolder(touched: Touched, order: Order): void {
  if (order.side === "BUY") touchAccount(touched, order.account);
  else touchPosition(touched, order.account, order.market, order.outcome);
}

/** What a fill of the order changes: both. */
function touchBoth(touched: Touched, order: Order): void {
  touchAccount(touched, order.account);
  touchPosition(touched, order.account, order.market, order.outcome);
}

function touchAccount(touched: Touched, account: Account): void {
  touched.accounts.set(account.no, account);
}

function touchPosition(touched: Touched, account: Account, market: Market, outcome: Outcome): void {
  touched.positions.set(positionKey(account, tokenNumber(market, outcome)), { account, market, outcome });
}

function touchMarket(touched: Touched, market: Market): void {
  touched.markets.set(market.no, market);
  touched.events.set(market.event.id, market.event);
}

function flagMarket(touched: Touched, market: Market): void {
  touchMarket(touched, market);
  touched.flaggedMarkets.set(market.no, market);
  touched.flaggedEvents.set(market.event.id, market.event);
}
