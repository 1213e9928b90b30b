/**
 * The state of the exchange: accounts, markets with their books, and resting orders, as plain data. Only applying an event
 * changes it (apply.ts and the files that it calls). Objects refer to each other directly; on the wire and in the journal
 * they are named by their numbers (`no`), which are dense and never reused.
 */
import type { Flags, MarketStatus, Payout } from "./markets/catalog.ts";
import type { DigestMap } from "./values/digest-map.ts";
import type { ExchangeMode } from "./exchange-mode.ts";
import type { Invite } from "./people/invite.ts";
import type { MarketTerms } from "./markets/market-terms.ts";
import { NO_LOTS, subtractLots, subtractMicros } from "./units.ts";
import type { Lots, Micros, SharePrice, Ticks } from "./units.ts";

export type Side = "BUY" | "SELL";
export type Outcome = 0 | 1;
/** Both outcomes of a market. */
export const OUTCOMES: readonly [0, 1] = [0, 1];
/**
 * Time in force: until cancelled (GTC), until a time (GTD), all or nothing at once (FOK), or as much as possible at once
 * (FAK).
 */
export type OrderKind = "GTC" | "GTD" | "FOK" | "FAK";
/** Treatment of orders of one owner that meet. */
export type SelfTradePolicy = "allow" | "cancel-resting" | "cancel-incoming" | "cancel-both";

/**
 * Orders of one owner with a limit of filled shares over a rolling window; orders/order-groups.ts changes these. When the
 * limit is reached the group stops: its orders are cancelled, and it takes no orders until its owner resets it.
 */
export type OrderGroup = {
  /** Lower-case address. */
  readonly owner: string;
  /** Unique among the owner's groups. */
  readonly name: string;
  limit: Lots;
  /** Length of the window, ms. */
  windowMs: number;
  isStopped: boolean;
  /** Shares that counted at the end of the latest event, oldest first, by the time at which they were filled. */
  filled: readonly FilledShares[];
};

/** Shares filled up to engine time `at`, ms. */
export type FilledShares = { readonly at: number; readonly lots: Lots };

/** Shares of one outcome token of an account, with their statistics; position.ts changes these. */
export type Position = {
  lots: Lots;
  /** Shares that resting sell orders hold. */
  held: Lots;
  /** Average cost of a share, over shares bought since the position was last empty. */
  average: SharePrice;
  /** Shares ever bought. */
  bought: Lots;
  /** Profit of all disposals. */
  realized: Micros;
  /** Engine time at which shares last moved. */
  changedAt: number;
};

/** A wallet's ledger. `owner` is the wallet that signs for it: the wallet itself, or the owner of a contract wallet. */
export type Account = {
  readonly no: number;
  /** Lower-case address. */
  readonly address: string;
  /** Lower-case address. */
  readonly owner: string;
  collateral: Micros;
  /** Collateral that resting buy orders hold; available = collateral - held. */
  held: Micros;
  /** Positions by token number, which is 2 x market number + outcome. */
  readonly positions: Map<number, Position>;
  /** The account's first and last resting order, in the order in which they came to rest; orders/order.ts changes these. */
  firstOrder: Order | undefined;
  lastOrder: Order | undefined;
  /** Number of resting orders, in total and by market number. */
  open: number;
  readonly openIn: Map<number, number>;
  /** Collateral that changed hands in all its fills. */
  volume: Micros;
  /** Profit of all its disposals. */
  realized: Micros;
};

/** An event: markets that are listed together. */
export type MarketEvent = {
  /** Numeric catalog id, decimal text. */
  readonly id: string;
  /** Flags in the event's listing. */
  listed: Flags;
  /** Markets in the order in which they were listed. */
  readonly markets: Market[];
  /** Sets of NO shares ever converted. */
  converted: Lots;
};

/** A proposed resolution that is not decided. */
export type Proposal = { readonly payout: Payout; readonly disputed: boolean };

/**
 * Worth of resting orders, in parts that each stay below all deposits: the buys, and the sells of each outcome.
 * Together they can be worth more, since the shares of both outcomes may be for sale above the price of a set.
 */
export type RestingValue = [buys: Micros, firstSells: Micros, secondSells: Micros];

export type Market = { -readonly [Term in keyof MarketTerms]: MarketTerms[Term] } & {
  readonly no: number;
  readonly event: MarketEvent;
  readonly conditionId: string;
  readonly tokenIds: readonly [string, string];
  /** Names of the outcomes, as in the latest listing. */
  outcomes: readonly [string, string];
  status: MarketStatus;
  flags: Flags;
  /** Payout of a resolved market; it stays after archiving. */
  payout: Payout | undefined;
  proposal: Proposal | undefined;
  /** Engine time of the resolution; 0 if the market was not resolved on this exchange. */
  resolvedAt: number;
  /** Shares redeemed since the resolution. */
  redeemed: Lots;
  /** Shares of outcome 1 that conversions took out of circulation. Part of the backing belongs to these shares. */
  burned: Lots;
  /** Collateral locked behind the outstanding shares. */
  backing: Micros;
  /** Collateral that changed hands in all fills: shares at the price of the incoming order's token. */
  volume: Micros;
  /** Worth of the resting orders, in parts. */
  resting: RestingValue;
  book: Book;
  /** Resting orders. */
  open: number;
  /** The latest execution, in terms of outcome 0. */
  lastTrade: { price: Ticks; side: Side; at: number } | undefined;
  /** The latest shown price recorded in the price history, in half ticks of outcome 0, and its minute. */
  recorded: { midpoint: number; minute: number } | undefined;
  /** Engine time of the last change of the book or of the last trade. */
  changedAt: number;
};

export type Order = {
  readonly no: number;
  /** EIP-712 digest, lower-case hex. */
  readonly id: string;
  readonly account: Account;
  readonly market: Market;
  readonly outcome: Outcome;
  readonly side: Side;
  /** Worst acceptable price, for the order's own token. */
  readonly limit: Ticks;
  /** Size in lots. A market buy has a budget; its size is the shares that the budget could buy on arrival. */
  readonly lots: Lots;
  readonly kind: OrderKind;
  readonly postOnly: boolean;
  /** Engine time of the expiration, ms; 0 means never. */
  readonly expiresAt: number;
  /** Time at which the order leaves the book, ms: its expiration, or somewhat earlier; 0 means never. */
  readonly leavesAt: number;
  readonly placedAt: number;
  /** API key that placed the order. */
  readonly apiKey: string;
  /**
   * Place among the orders of its price, the lowest first: the order's number, or that of the order whose place it took.
   */
  readonly priority: number;
  readonly group: OrderGroup | undefined;
  /** Unfilled size; it rests only while the order is in the book. */
  remaining: Lots;
  /** Side and price in the unified book; set when the order is placed. */
  readonly bid: boolean;
  readonly price: Ticks;
  previous: Order | undefined;
  next: Order | undefined;
  /** Neighbours among the resting orders of its account. */
  previousOwn: Order | undefined;
  nextOwn: Order | undefined;
  /** Index in the expiry queue; -1 if the order is not in the queue. */
  expiryIndex: number;
};

/** Resting orders of a market by price level; only book.ts changes a book. */
export type Book = {
  /** Price step between neighbouring levels. */
  tick: Ticks;
  /** Number of levels; level i is the price i x tick. */
  size: number;
  /** Level of the highest bid, 0 when there is none. */
  bestBid: number;
  /** Level of the lowest ask, `size` when there is none. */
  bestAsk: number;
  /** Queues by level, each created by its first order and then reused. */
  queues: (Queue | undefined)[];
  used: Int32Array;
};

/** The resting orders of one level, oldest first, with their number and total size. */
export type Queue = { first: Order | undefined; last: Order | undefined; orders: number; lots: Lots };

/** Resting orders with an expiration, as a binary heap; expiry-queue.ts changes it. */
export type ExpiryQueue = Order[];

/** The signed order as received, so that the journal can prove every order; the core never reads it. */
export type SignedFields = {
  readonly domain: string;
  readonly salt: string;
  readonly signer: string;
  readonly makerAmount: string;
  readonly takerAmount: string;
  readonly signatureType: number;
  readonly signature: string;
  readonly timestamp: string;
  readonly expiration: string;
  readonly metadata: string;
  /** Builder's code. Version 1 orders sign no code: they have the code of the builder that signed the request, or a blank. */
  readonly builder: string;
  readonly nonce: string;
  readonly feeRateBps: string;
};

export type Exchange = {
  readonly rules: Rules;
  /** Mode that the operator set. */
  mode: ExchangeMode;
  /** Owners whose orders are refused. */
  readonly bans: Set<string>;
  readonly accounts: Account[];
  readonly accountByAddress: DigestMap<Account>;
  /** Accounts by the wallet that signs for them. */
  readonly accountsByOwner: DigestMap<Account[]>;
  /** Events by catalog id. */
  readonly events: Map<string, MarketEvent>;
  readonly markets: Market[];
  readonly marketByCondition: Map<string, Market>;
  readonly tokens: DigestMap<Token>;
  /** Tokens by the ids of the other version, for hints. An id that a later listing leaves out stays until the next start. */
  readonly otherVersionTokens: Map<string, Token>;
  /** Resting orders by id. */
  readonly orders: DigestMap<Order>;
  readonly expiries: ExpiryQueue;
  /** Order groups by the owner, and then by the name. */
  readonly orderGroups: Map<string, Map<string, OrderGroup>>;
  /** Invites by id, in the order in which they were made. */
  readonly invites: Map<string, Invite>;
  /** All collateral ever credited minus all ever debited. */
  deposits: Micros;
  nextOrder: number;
  nextTrade: number;
};

/** Settings of the operator for the whole exchange. */
export type Rules = {
  readonly selfTrade: SelfTradePolicy;
  /** True if resolutions pay everyone at once in markets without an own setting. */
  readonly autoRedeem: boolean;
  /** True if price steps become finer near 0 and 1. */
  readonly refinesTicks?: boolean;
  readonly limits: OrderLimits;
};

/** Limits on the number of resting orders. */
export type OrderLimits = {
  /** Resting orders of an account in one market. */
  readonly ofAccountInMarket: number;
  /** Resting orders of an account. */
  readonly ofAccount: number;
  readonly inMarket: number;
  readonly inAll: number;
  /** Resting orders that one incoming order may match; beyond them, the incoming order's remainder is cancelled. */
  readonly metByOne: number;
};

export type Token = { readonly market: Market; readonly outcome: Outcome };

export const tokenNumber = (market: Market, outcome: Outcome): number => market.no * 2 + outcome;

/** Computes a market's number from the number of its token. */
export const marketNumber = (token: number): number => (token - (token % 2)) / 2;

/** Tells whether an order is a bid in the unified book. A buy of outcome 1 at q is an ask at 1 - q there. */
export const isBid = ({ side, outcome }: Pick<Order, "side" | "outcome">): boolean =>
  (side === "BUY") === (outcome === 0);

/** Computes the collateral that the account may spend or withdraw. */
export const availableCollateral = (account: Account): Micros =>
  subtractMicros(account.collateral, account.held);

/** Computes the shares of a token that the account may sell. */
export function availableLots(account: Account, token: number): Lots {
  const position = account.positions.get(token);
  return position === undefined ? NO_LOTS : subtractLots(position.lots, position.held);
}
