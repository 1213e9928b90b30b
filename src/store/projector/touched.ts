/** The state that a batch touched, from which the rows of the read tables are read. */
import type { EventOf, SharesOfBoth } from "../../core/event.ts";
import type { ExchangeMode } from "../../core/exchange-mode.ts";
import type { Account, Market, MarketEvent, Order, Outcome } from "../../core/state.ts";
import type { Lots, Micros, Ticks } from "../../core/units.ts";
import type { MarketSums } from "../tables/accounts.ts";
import type { AccountFigures, MarketFigures } from "../tables/day-figures.ts";
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

/** An amount that an event besides fills added to an account, negative if it took. */
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
  readonly lots: SharesOfBoth;
};

/** A step towards a resolution, or back from it. */
export type ResolutionEvent = EventOf<
  "resolution-proposed" | "resolution-disputed" | "market-resolved" | "resolution-undone"
>;

export type TouchedPosition = { account: Account; market: Market; outcome: Outcome };

export type PlacedOrder = { order: Order; builder: string; ended: string | undefined };

/** Orders that ended together. */
export type Sweep = Pick<EventOf<"orders-canceled">, "orders" | "reason">;

/** A redemption with its index in the batch. */
export type PlacedRedemption = { readonly place: number; readonly event: EventOf<"redeemed"> };

/**
 * Ends of a batch that has many, whose rows are built when they are written. Nothing changes these rows any more:
 * neither those of a terminal order, nor those of an account's shares that a market has paid.
 */
export type Ends = { readonly sweeps: readonly Sweep[]; readonly redemptions: readonly PlacedRedemption[] };

export type ListedEvent = EventOf<"listed">;

/**
 * The state that one batch touched, keyed by number. Values are references: the rows are read from them after the
 * batch.
 */
export type TouchedState = {
  readonly accounts: Map<number, Account>;
  readonly positions: Map<number, TouchedPosition>;
  /** Positions whose shares moved; the others were touched only by holds of their orders. */
  readonly moved: Map<number, MovedPosition>;
  readonly placed: PlacedOrder[];
  readonly changed: Map<number, Order>;
  /** Reasons of orders that ended unfilled, by order number. */
  readonly canceled: Map<number, string>;
  /** Cancellations that are neither in `changed` nor in `canceled`, and redemptions whose rows are not built yet. */
  readonly sweeps: Sweep[];
  readonly redemptions: PlacedRedemption[];
  readonly trades: TradeRow[];
  readonly markets: Map<number, Market>;
  /** Prices of these markets. */
  readonly priced: Map<number, PricedMarket>;
  /** Events of these markets, and listed ones. */
  readonly events: Map<string, MarketEvent>;
  /** Markets whose status changed, and their events: their flags may have changed. Listed ones are not included. */
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
  readonly marketFigures: Map<number, MarketFigures>;
  /** Trades and payments that the batch adds to an account, by its number. */
  readonly accountFigures: Map<number, AccountFigures>;
  /** Volume of incoming orders with a builder code, by the code. */
  readonly builders: Map<string, Micros>;
  readonly converted: Map<string, MarketEvent>;
  readonly bans: Map<string, boolean>;
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
  modes: [],
  steps: [],
  operated: [],
  requests: [],
});
