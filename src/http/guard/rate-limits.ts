/**
 * Rate limits of one client: the numbers that docs/reference/limits.md publishes. The trading interface has Kuest's published limits
 * or, where Kuest has none, Polymarket's. The catalog's come from both, the data interface's from Polymarket.
 */
import type { InterfaceName } from "../mounts/interfaces.ts";

/** Number of requests that are admitted at once; the allowance refills evenly over `seconds`. */
export type Rate = { readonly count: number; readonly seconds: number };

/** Interface that a request belongs to; `operator` requests count against no rate limit. */
export type LimitedInterface = InterfaceName | "operator";

/** A limit shared by all operations that name it. */
export type RateLimit = {
  /** Name in hints and in docs/reference/limits.md. */
  readonly name: string;
  readonly rates: readonly Rate[];
  /** False if the limit does not count by address: neighbours at one address do not affect each other. */
  readonly ofAddress?: false;
  /** True if the limit counts by API key, and by wallet with all its keys. */
  readonly ofCallers?: true;
  /** True if each item of a batch counts. */
  readonly byItem?: true;
};

declare const ALONE: unique symbol;
/** Limits of an operation that counts only against its interface's limit. */
export const ONLY_INTERFACE_LIMIT = [] as unknown as readonly never[] & { readonly [ALONE]: true };
export type OwnLimits = readonly [RateLimit, ...RateLimit[]] | typeof ONLY_INTERFACE_LIMIT;

const limit = (name: string, count: number, of: Pick<RateLimit, "ofCallers"> = {}): RateLimit => ({
  name,
  rates: [{ count, seconds: 10 }],
  ...of,
});

const TRADING_RATES: readonly Rate[] = [
  { count: 2_400, seconds: 10 },
  { count: 24_000, seconds: 600 },
];
const CALLER_RATES = { ofCallers: true } as const;

/** Ratio of a wallet's limit to that of each of its keys. */
export const WALLET_FACTOR = 2;

/** Limits of all operations of an interface, except those whose limits do not count by address. */
export const INTERFACE_LIMITS: Readonly<Record<InterfaceName, RateLimit>> = {
  trading: limit("everything", 5_000),
  data: limit("everything", 1_000),
  catalog: limit("everything", 4_000),
};

export const TRADING_LIMITS = {
  orders: { name: "orders", rates: TRADING_RATES, ofCallers: true, byItem: true },
  cancels: { name: "cancels", rates: TRADING_RATES, ofAddress: false, ofCallers: true, byItem: true },
  heartbeats: { name: "heartbeats", rates: TRADING_RATES, ofAddress: false, ofCallers: true },
  book: limit("book", 200),
  books: limit("books", 80),
  price: limit("price", 200),
  prices: limit("prices", 80),
  midpoint: limit("midpoint", 200),
  midpoints: limit("midpoints", 80),
  spread: limit("spread", 200),
  spreads: limit("spreads", 80),
  lastTrade: limit("last trade", 200),
  lastTrades: limit("last trades", 80),
  priceHistory: limit("price history", 100),
  priceHistories: limit("price histories", 80),
  terms: limit("terms", 200),
  trades: limit("trades", 150, CALLER_RATES),
  keys: limit("keys", 100, CALLER_RATES),
  balance: limit("balance", 200, CALLER_RATES),
  balanceUpdate: limit("balance update", 50, CALLER_RATES),
  names: limit("names", 20, CALLER_RATES),
  invites: limit("invites", 100, CALLER_RATES),
  solvency: limit("solvency", 50),
} as const satisfies Readonly<Record<string, RateLimit>>;

export const DATA_LIMITS = {
  trades: limit("trades", 200),
  positions: limit("positions", 150),
  closedPositions: limit("closed positions", 150),
} as const satisfies Readonly<Record<string, RateLimit>>;

export const CATALOG_LIMITS = {
  listings: limit("listings", 900),
  events: limit("events", 500),
  markets: limit("markets", 300),
  tags: limit("tags", 200),
  search: limit("search", 350),
} as const satisfies Readonly<Record<string, RateLimit>>;

/** Kinds of credentials: keys of every kind, wallets' own signatures, and operators' tokens. Each kind counts separately. */
export type CredentialKind = "key" | "wallet" | "operator";

/**
 * Number of wrong credentials whose refusals explain the fault. Valid credentials are admitted even when the number is used
 * up.
 */
export const WRONG_CREDENTIAL_RATES: Readonly<Record<"ofAddress" | "ofClaim", Rate>> = {
  ofAddress: { count: 500, seconds: 60 },
  ofClaim: { count: 100, seconds: 60 },
};

/**
 * Processor time, in microseconds, that checks of wrong credentials of one kind may cost per address: a fifth of a
 * processor.
 */
export const CHECKS: Rate = { count: 200_000, seconds: 1 };

/**
 * Cost of a check, in microseconds. Checks of a cached key and of an operator's token cost less than a refusal, and are
 * always made.
 */
export const CHECK_MICROS = { atHand: 0, lookup: 150, walletOnChain: 60 } as const;

/** Scales a published rate by the configured factor; at least one request. */
export const scaleRate = ({ count, seconds }: Rate, factor: number): Rate => ({
  count: Math.max(Math.round(count * factor), 1),
  seconds,
});
