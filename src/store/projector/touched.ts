/** State that a batch touched, from which rows of the read tables are built, and the batch's daily statistics. */
import type { EventOf, FailedFill, MatchedParty, OutcomeShares } from "../../core/events/event.ts";
import type { ExchangeMode } from "../../core/exchange-mode.ts";
import { fillValue } from "../../core/orders/match.ts";
import type { GroupName } from "../../core/orders/order-groups.ts";
import { emptyPosition, realizedIn } from "../../core/ledger/position.ts";
import { getLots } from "../../core/ledger/sets.ts";
import { OUTCOMES, tokenNumber } from "../../core/state.ts";
import type { Account, Market, MarketEvent, Order, OrderGroup, Outcome } from "../../core/state.ts";
import type { Touch } from "../../core/events/touches.ts";
import { addCapped, addCappedSigned, NO_MICROS, negate } from "../../core/units.ts";
import type { Lots, Micros, Ticks } from "../../core/units.ts";
import type { MarketSums } from "../tables/accounts.ts";
import { emptyAccountStatistics, NO_TRADES } from "../tables/day-statistics.ts";
import type { AccountStatistics, MarketStatistics, TradeSums } from "../tables/day-statistics.ts";
import type { MovedPosition, PricedMarket } from "../tables/profit-history.ts";

export type TradeRow = {
  no: number;
  market: Market;
  taker: Order;
  maker: Order;
  lots: Lots;
  price: Ticks;
  takerFee: Micros;
  makerFee: Micros;
};

/** An amount that an event other than a fill added to an account; negative if the event took it. */
export type OperationRow = {
  readonly place: number;
  readonly leg: number;
  readonly account: Account;
  readonly kind:
    | "deposit"
    | "withdrawal"
    | "debit"
    | "split"
    | "merge"
    | "redemption"
    | "conversion"
    | "failed-settlement";
  readonly market: Market | undefined;
  readonly collateral: Micros;
  readonly lots: OutcomeShares;
};

/** A step towards a resolution, or back from it. */
export type ResolutionEvent = EventOf<
  "resolution-proposed" | "resolution-disputed" | "market-resolved" | "resolution-undone"
>;

export type TouchedPosition = { account: Account; market: Market; outcome: Outcome };

export type PlacedOrder = {
  order: Order;
  builder: string;
  ended: string | undefined;
  /** Number of the order that it replaced. */
  replaces: number | undefined;
};

/** Orders that ended together. */
export type CancelledOrders = Pick<EventOf<"orders-canceled">, "orders" | "reason">;

/** An order group, which is `undefined` if it was removed. */
export type TouchedGroup = { readonly name: GroupName; readonly group: OrderGroup | undefined };

/** A redemption with its index in the batch. */
export type PlacedRedemption = { readonly place: number; readonly event: EventOf<"redeemed"> };

/**
 * Ends of a batch that has many, whose rows are built when they are written. Nothing changes these rows any more:
 * neither those of a terminal order, nor those of an account's shares that a market has paid.
 */
export type BatchEnds = {
  readonly sweeps: readonly CancelledOrders[];
  readonly redemptions: readonly PlacedRedemption[];
};

export type ListedEvent = EventOf<"listed">;

/**
 * The state that one batch touched, keyed by number. Values are references: the rows are read from them after the
 * batch.
 */
export type TouchedState = {
  readonly accounts: Map<number, Account>;
  readonly positions: Map<number, TouchedPosition>;
  /** Positions whose shares changed; excludes those with changed order holds only. */
  readonly moved: Map<number, MovedPosition>;
  readonly placed: PlacedOrder[];
  readonly changed: Map<number, Order>;
  /** Reasons of orders that ended unfilled, by order number. */
  readonly canceled: Map<number, string>;
  /** Cancellations that are neither in `changed` nor in `canceled`, and redemptions whose rows are not built yet. */
  readonly sweeps: CancelledOrders[];
  readonly redemptions: PlacedRedemption[];
  readonly trades: TradeRow[];
  readonly markets: Map<number, Market>;
  /** Shown prices of markets in `markets`. */
  readonly priced: Map<number, PricedMarket>;
  /** Events of the markets in `markets`, and listed events. */
  readonly events: Map<string, MarketEvent>;
  /**
   * Markets whose status changed, and their events: their flags may have changed. Listed markets and events are not
   * included.
   */
  readonly flaggedMarkets: Map<number, Market>;
  readonly flaggedEvents: Map<string, MarketEvent>;
  /** Markets that opened or were archived, perhaps from a draft. */
  readonly opened: Map<number, Market>;
  /** Volume that the fills add to a market, by its number. */
  readonly volumes: Map<number, { market: Market; volume: Micros }>;
  readonly records: { market: Market; minute: number; midpoint: number }[];
  readonly listings: ListedEvent[];
  readonly operations: OperationRow[];
  /** Accounts whose volume or profit may have changed. */
  readonly traders: Map<number, Account>;
  /** Accounts whose volume or profit in a market may have changed, by account and market. */
  readonly marketSums: Map<number, MarketSums>;
  /** Trades that the batch adds to a market, by its number. */
  readonly marketFigures: Map<number, MarketStatistics>;
  /** Trades and payments that the batch adds to an account, by its number. */
  readonly accountFigures: Map<number, AccountStatistics>;
  /** Volume of incoming orders with a builder code, by the code. */
  readonly builders: Map<string, Micros>;
  readonly converted: Map<string, MarketEvent>;
  readonly bans: Map<string, boolean>;
  /** Order groups by owner and name. */
  readonly groups: Map<string, TouchedGroup>;
  /** Modes that the exchange went through, the last at the end. */
  readonly modes: ExchangeMode[];
  readonly steps: { readonly place: number; readonly event: ResolutionEvent }[];
  readonly operated: { readonly place: number; readonly event: EventOf<"operated"> }[];
  readonly requests: { readonly place: number; readonly event: EventOf<"request-done"> }[];
};

/** Creates the state of a batch that touched nothing. */
export const createTouched = (): TouchedState => ({
  accounts: new Map(),
  positions: new Map(),
  moved: new Map(),
  placed: [],
  changed: new Map(),
  canceled: new Map(),
  sweeps: [],
  redemptions: [],
  trades: [],
  markets: new Map(),
  priced: new Map(),
  events: new Map(),
  flaggedMarkets: new Map(),
  flaggedEvents: new Map(),
  opened: new Map(),
  volumes: new Map(),
  records: [],
  listings: [],
  operations: [],
  traders: new Map(),
  marketSums: new Map(),
  marketFigures: new Map(),
  accountFigures: new Map(),
  builders: new Map(),
  converted: new Map(),
  bans: new Map(),
  groups: new Map(),
  modes: [],
  steps: [],
  operated: [],
  requests: [],
});

/** Creates the receiver that records what the events of a batch change. */
export const receiveTouches = (touched: TouchedState): Touch => ({
  group: (name, group) => void touched.groups.set(`${name.owner} ${name.name}`, { name, group }),
  account: (account) => touchAccount(touched, account),
  placed(order) {
    touchHolder(touched, order);
    touchMarket(touched, order.market);
  },
  filled(order) {
    touched.changed.set(order.no, order);
    touchHolder(touched, order);
  },
  canceled(order, reason) {
    touched.changed.set(order.no, order);
    touched.canceled.set(order.no, reason);
    touchHolder(touched, order);
    touchMarket(touched, order.market);
  },
  shares(account, market, outcome) {
    touchTrader(touched, account);
    touchMarket(touched, market);
    movePosition(touched, account, market, outcome);
  },
  redeemed(account, market, lots) {
    touchTrader(touched, account);
    touchMarket(touched, market);
    touchRedeemed(touched, account, market, lots);
  },
  listed: (market) => touchMarket(touched, market),
  status(market) {
    touchMarket(touched, market);
    touched.flaggedMarkets.set(market.no, market);
    touched.flaggedEvents.set(market.event.id, market.event);
  },
  market: (market) => touchMarket(touched, market),
});

/**
 * Creates the receiver for a batch with many ends. Leaves out rows that nothing changes any more: those of ended orders,
 * and of positions that were paid.
 */
export function receiveEnds(touched: TouchedState): Touch {
  let last: Market | undefined;
  return {
    ...receiveTouches(touched),
    canceled(order) {
      if (order.market !== last) touchMarket(touched, order.market);
      last = order.market;
      if (!hasLostShares(order)) touchHolder(touched, order);
    },
    redeemed(account, market) {
      touchTrader(touched, account);
      touchMarket(touched, market);
    },
  };
}

/**
 * True for a sell order whose shares are gone: the event of this batch that took the shares has recorded the position's
 * row.
 */
const hasLostShares = ({ side, account, market, outcome }: Order): boolean =>
  side === "SELL" && getLots(account, market, outcome) === 0;

/** Records the positions that a redemption took. */
export function touchRedeemed(
  touched: TouchedState,
  account: Account,
  market: Market,
  lots: OutcomeShares,
): void {
  for (const outcome of OUTCOMES) if (lots[outcome] > 0) movePosition(touched, account, market, outcome);
}

/** Records the row that a hold of the order changes: the account of a buy, the position of a sell. */
function touchHolder(touched: TouchedState, order: Order): void {
  if (order.side === "BUY") touchAccount(touched, order.account);
  else touchPosition(touched, order.account, order.market, order.outcome);
}

function touchAccount(touched: TouchedState, account: Account): void {
  touched.accounts.set(account.no, account);
}

function touchTrader(touched: TouchedState, account: Account): void {
  touchAccount(touched, account);
  touched.traders.set(account.no, account);
}

function touchPosition(touched: TouchedState, account: Account, market: Market, outcome: Outcome): void {
  touched.positions.set(positionKey(account, tokenNumber(market, outcome)), { account, market, outcome });
}

/** Records a position whose shares moved, as the batch left it. */
function movePosition(touched: TouchedState, account: Account, market: Market, outcome: Outcome): void {
  touchPosition(touched, account, market, outcome);
  const token = tokenNumber(market, outcome);
  const { lots, average, realized } = account.positions.get(token) ?? emptyPosition();
  touched.moved.set(positionKey(account, token), { account, market, outcome, lots, average, realized });
}

function touchMarket(touched: TouchedState, market: Market): void {
  touched.markets.set(market.no, market);
  touched.events.set(market.event.id, market.event);
}

// Daily statistics: sums of markets and accounts, to which a batch adds its trades, account openings and payments.

/** A fill of an incoming order, or one whose settlement failed. */
export type CountedTrade = {
  readonly market: Market;
  readonly taker: MatchedParty;
  readonly fill: Omit<FailedFill, "no">;
};

type Statistics = Pick<TouchedState, "marketSums" | "marketFigures" | "accountFigures">;

/** Returns one number per account and token; room for 8 million markets and 500 million accounts. */
export const positionKey = (account: Account, token: number): number => account.no * 2 ** 24 + token;

/** Counts a trade for its market and for both accounts, each with its own volume. */
export function countTrade(touched: Statistics, trade: CountedTrade): void {
  const { market, taker, fill } = trade;
  const { maker } = fill;
  const [taken, made] = splitTradeSums(trade);
  countInMarket(touched, market, addSums(taken, made));
  countForAccount(touched, taker.account, { ...taken, fills: 1 });
  countForAccount(touched, maker.account, { ...made, fills: 1 });
  addMarketSums(touched, { account: taker.account, market, volume: fillValue(taker, fill), taken });
  addMarketSums(touched, { account: maker.account, market, volume: fillValue(maker, fill), taken: made });
}

/**
 * Takes back a trade whose settlement failed. The accounts still count as active traders, and keep their volume in
 * rankings.
 */
export function takeBackTrade(touched: Statistics, trade: CountedTrade): void {
  const { market, taker, fill } = trade;
  const [ofTaker, ofMaker] = splitTradeSums(trade);
  const [taken, made] = [negateSums(ofTaker), negateSums(ofMaker)];
  countInMarket(touched, market, addSums(taken, made));
  countForAccount(touched, taker.account, taken);
  countForAccount(touched, fill.maker.account, made);
  addMarketSums(touched, { account: taker.account, market, volume: NO_MICROS, taken });
  addMarketSums(touched, { account: fill.maker.account, market, volume: NO_MICROS, taken: made });
}

/** Counts a deposit or withdrawal of an account, and its opening. */
export function countPayment(
  touched: Statistics,
  account: Account,
  event: EventOf<"account-opened" | "credited" | "debited">,
): void {
  switch (event.type) {
    case "account-opened":
      return countForAccount(touched, account, { opened: 1, deposits: event.credit });
    case "credited":
      return countForAccount(touched, account, { deposits: event.amount });
    case "debited":
      return countForAccount(touched, account, { withdrawals: event.amount });
  }
}

/** Returns the sums of the incoming order's account, which the trade counts for, and of the other account. */
function splitTradeSums({ taker, fill }: CountedTrade): [TradeSums, TradeSums] {
  const { takerFee, makerFee } = fill;
  const taken = { trades: 1, volume: fillValue(taker, fill), fees: takerFee };
  return [taken, { ...NO_TRADES, fees: makerFee }];
}

const negateSums = ({ trades, volume, fees }: TradeSums): TradeSums => ({
  trades: 0 - trades,
  volume: negate(volume),
  fees: negate(fees),
});

/** Adds sums of trades. */
export const addSums = (a: TradeSums, b: TradeSums): TradeSums => ({
  trades: a.trades + b.trades,
  volume: addCappedSigned(a.volume, b.volume),
  fees: addCappedSigned(a.fees, b.fees),
});

function countInMarket({ marketFigures }: Statistics, market: Market, sums: TradeSums): void {
  const before = marketFigures.get(market.no) ?? NO_TRADES;
  marketFigures.set(market.no, { market, ...addSums(before, sums) });
}

function countForAccount(
  { accountFigures }: Statistics,
  account: Account,
  more: Partial<AccountStatistics>,
): void {
  const before = accountFigures.get(account.no) ?? emptyAccountStatistics(account);
  accountFigures.set(
    account.no,
    addAccountStatistics(before, { ...emptyAccountStatistics(account), ...more }),
  );
}

/** Adds an account's later statistics to its earlier ones. */
export const addAccountStatistics = (
  before: AccountStatistics,
  more: AccountStatistics,
): AccountStatistics => ({
  ...addSums(before, more),
  account: before.account,
  opened: before.opened + more.opened,
  fills: before.fills + more.fills,
  deposits: addCapped(before.deposits, more.deposits),
  withdrawals: addCapped(before.withdrawals, more.withdrawals),
});

type AddedSums = {
  readonly account: Account;
  readonly market: Market;
  readonly volume: Micros;
  readonly taken?: TradeSums;
};

/** Adds to an account's sums in a market; its profit there is read as the batch left it. */
export function addMarketSums({ marketSums }: Statistics, added: AddedSums): void {
  const { account, market, volume, taken = NO_TRADES } = added;
  const key = positionKey(account, tokenNumber(market, 0));
  const before = marketSums.get(key) ?? { volume: NO_MICROS, taken: NO_TRADES };
  marketSums.set(key, {
    account,
    market,
    volume: addCapped(before.volume, volume),
    realized: realizedIn(account, market),
    taken: addSums(before.taken, taken),
  });
}
