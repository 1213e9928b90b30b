/**
 * Rate limits of one client: the numbers that docs/limits.md publishes. The trading interface's are those that Kuest
 * publishes and, where it has none, Polymarket's; the catalog's are of both, the data interface's Polymarket's.
 */
import type { InterfaceName } from "../interfaces.ts";

/** Requests that are let through at once; they come back evenly over the time. */
export type Rate = { readonly count: number; readonly seconds: number };

/** An interface whose requests are counted; those of operators are not. */
export type LimitedInterface = InterfaceName | "operator";

/** A limit that all operations which name it count against together. */
export type RateLimit = {
  /** Shown to clients and in docs/limits.md. */
  readonly name: string;
  readonly rates: readonly Rate[];
  /** False where requests of an address do not count together: no neighbour behind it takes from them. */
  readonly ofAddress?: false;
  /** True where each API key counts, and each wallet with all its keys. */
  readonly ofCallers?: true;
  /** True where each item of a batch counts. */
  readonly byItem?: true;
};

declare const ALONE: unique symbol;
/** No limit of its own: an operation that counts against its interface's alone says so by this name. */
export const ONLY_INTERFACE_LIMIT = [] as unknown as readonly never[] & { readonly [ALONE]: true };
export type OwnLimits = readonly [RateLimit, ...RateLimit[]] | typeof ONLY_INTERFACE_LIMIT;

const limit = (name: string, count: number, of: Pick<RateLimit, "ofCallers"> = {}): RateLimit => ({
  name,
  rates: [{ count, seconds: 10 }],
  ...of,
});

const TRADED: readonly Rate[] = [
  { count: 2_400, seconds: 10 },
  { count: 24_000, seconds: 600 },
];
const OF_CALLERS = { ofCallers: true } as const;

/** Factor between the limits of a wallet and those of each of its keys. */
export const WALLET_FACTOR = 2;

/** Limits of all operations of an interface, but those that no address is held for. */
export const INTERFACE_LIMITS: Readonly<Record<InterfaceName, RateLimit>> = {
  trading: limit("everything", 5_000),
  data: limit("everything", 1_000),
  catalog: limit("everything", 4_000),
};

export const TRADING_LIMITS = {
  orders: { name: "orders", rates: TRADED, ofCallers: true, byItem: true },
  cancels: { name: "cancels", rates: TRADED, ofAddress: false, ofCallers: true, byItem: true },
  heartbeats: { name: "heartbeats", rates: TRADED, ofAddress: false, ofCallers: true },
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
  trades: limit("trades", 150, OF_CALLERS),
  keys: limit("keys", 100, OF_CALLERS),
  balance: limit("balance", 200, OF_CALLERS),
  balanceUpdate: limit("balance update", 50, OF_CALLERS),
  names: limit("names", 20, OF_CALLERS),
  invites: limit("invites", 100, OF_CALLERS),
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

/** Keys of every kind, wallets' own signatures, and operators' tokens: each kind counts by itself. */
export type CredentialKind = "key" | "wallet" | "operator";

/** Wrong credentials: so many are answered with what is wrong. Right ones are let in whatever was used of it. */
export const WRONG_CREDENTIALS: Readonly<Record<"ofAddress" | "ofClaim", Rate>> = {
  ofAddress: { count: 500, seconds: 60 },
  ofClaim: { count: 100, seconds: 60 },
};

/** Microseconds that wrong credentials of one kind may cost for an address: a fifth of a processor. */
export const CHECKS: Rate = { count: 200_000, seconds: 1 };

/**
 * Microseconds that a check costs. A key that is at hand and an operator's token cost less than a refusal does, a few
 * microseconds: they are always checked.
 */
export const CHECK_MICROS = { atHand: 0, lookup: 150, walletOnChain: 60 } as const;

/** A published rate times the configured factor, at least one. */
export const scaled = ({ count, seconds }: Rate, factor: number): Rate => ({
  count: Math.max(Math.round(count * factor), 1),
  seconds,
});
