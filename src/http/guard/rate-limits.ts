/**
 * How much one client may ask: the numbers that docs/limits.md publishes. The trading interface's are those that Kuest
 * publishes and, where it has none, Polymarket's; the catalog's are of both, the data interface's Polymarket's.
 */
import type { Endpoint } from "../endpoint.ts";
import type { InterfaceName } from "../interfaces.ts";

/** So many requests at once; they come back evenly over the time. */
export type Rate = { readonly count: number; readonly seconds: number };

/** Whose interface the limits are of. */
export type LimitedInterface = InterfaceName | "operator";

export type RateLimit = {
  /** Shown to clients and in docs/limits.md; nothing is found by it. */
  readonly name: string;
  /** The operations that count together, as in `GET /book`; none of them is every operation of the interface. */
  readonly routes: readonly string[];
  readonly rates: readonly Rate[];
  /** Whether requests of an address count together; no neighbour behind it takes from what does not. */
  readonly ofAddress?: false;
  /** Whether each API key counts, and each wallet with all its keys. */
  readonly ofCallers?: true;
  /** Whether each item of a batch counts. */
  readonly byItem?: true;
};

const per10s = (count: number): readonly Rate[] => [{ count, seconds: 10 }];
const TRADED: readonly Rate[] = [
  { count: 2_400, seconds: 10 },
  { count: 24_000, seconds: 600 },
];

/** A wallet may have several keys, and so much more than one of them. */
export const WALLET_FACTOR = 2;

/** Counts every operation of an interface but those that no address is held for. */
const everything = (count: number): RateLimit => ({
  name: "everything",
  routes: [],
  rates: per10s(count),
});

const limit = (
  name: string,
  rates: readonly Rate[],
  routes: readonly string[],
  of: Pick<RateLimit, "ofCallers"> = {},
): RateLimit => ({ name, routes, rates, ...of });

const OF_CALLERS = { ofCallers: true } as const;

const TERMS = ["/tick-size", "/neg-risk", "/fee-rate"].flatMap((path) => [
  `GET ${path}`,
  `GET ${path}/:token_id`,
]);
const KEYS = [
  "POST /auth/api-key",
  "GET /auth/derive-api-key",
  "GET /auth/api-keys",
  "DELETE /auth/api-key",
  "POST /auth/readonly-api-key",
  "GET /auth/readonly-api-keys",
  "DELETE /auth/readonly-api-key",
  "GET /auth/validate-readonly-api-key",
  "POST /auth/builder-api-key",
  "GET /auth/builder-api-key",
  "DELETE /auth/builder-api-key",
];
const EVENTS = ["GET /events", "GET /events/keyset", "GET /events/pagination"];
const MARKETS = ["GET /markets", "GET /markets/keyset"];

export const RATE_LIMITS: Readonly<Record<InterfaceName, readonly RateLimit[]>> = {
  trading: [
    everything(5_000),
    {
      name: "orders",
      routes: ["POST /order", "POST /orders"],
      rates: TRADED,
      ofCallers: true,
      byItem: true,
    },
    {
      name: "cancels",
      routes: ["DELETE /order", "DELETE /orders", "DELETE /cancel-all", "DELETE /cancel-market-orders"],
      rates: TRADED,
      ofAddress: false,
      ofCallers: true,
      byItem: true,
    },
    {
      name: "heartbeats",
      routes: ["POST /v1/heartbeats", "POST /heartbeats"],
      rates: TRADED,
      ofAddress: false,
      ofCallers: true,
    },
    limit("book", per10s(200), ["GET /book"]),
    limit("books", per10s(80), ["GET /books", "POST /books"]),
    limit("price", per10s(200), ["GET /price"]),
    limit("prices", per10s(80), ["GET /prices", "POST /prices"]),
    limit("midpoint", per10s(200), ["GET /midpoint"]),
    limit("midpoints", per10s(80), ["GET /midpoints", "POST /midpoints"]),
    limit("spread", per10s(200), ["GET /spread"]),
    limit("spreads", per10s(80), ["GET /spreads", "POST /spreads"]),
    limit("last trade", per10s(200), ["GET /last-trade-price"]),
    limit("last trades", per10s(80), ["GET /last-trades-prices", "POST /last-trades-prices"]),
    limit("price history", per10s(100), ["GET /prices-history"]),
    limit("price histories", per10s(80), ["POST /batch-prices-history"]),
    limit("terms", per10s(200), TERMS),
    limit("trades", per10s(150), ["GET /data/trades", "GET /builder/trades"], OF_CALLERS),
    limit("keys", per10s(100), KEYS, OF_CALLERS),
    limit("balance", per10s(200), ["GET /balance-allowance"], OF_CALLERS),
    limit("balance update", per10s(50), ["GET /balance-allowance/update"], OF_CALLERS),
    limit("solvency", per10s(50), ["GET /proof/solvency"]),
  ],
  data: [
    everything(1_000),
    limit("trades", per10s(200), ["GET /trades"]),
    limit("positions", per10s(150), ["GET /positions"]),
    limit("closed positions", per10s(150), ["GET /closed-positions"]),
  ],
  catalog: [
    everything(4_000),
    limit("listings", per10s(900), [...EVENTS, ...MARKETS]),
    limit("events", per10s(500), EVENTS),
    limit("markets", per10s(300), MARKETS),
    limit("tags", per10s(200), ["GET /tags"]),
    limit("search", per10s(350), ["GET /public-search"]),
  ],
};

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

export const routeOf = ({ method, path }: Pick<Endpoint, "method" | "path">): string => `${method} ${path}`;

/** The limits that an operation counts against; none for what is never limited, and for operators. */
export function limitsOf(
  name: LimitedInterface,
  endpoint: Pick<Endpoint, "method" | "path" | "kind">,
): readonly RateLimit[] {
  if (name === "operator" || endpoint.kind === "service") return [];
  const [all, own] = [RATE_LIMITS[name].filter(isOfAll), ownLimits(name, endpoint)];
  return own.some(({ ofAddress }) => ofAddress === false) ? own : [...all, ...own];
}

const isOfAll = ({ routes }: RateLimit): boolean => routes.length === 0;

const ownLimits = (name: InterfaceName, endpoint: Pick<Endpoint, "method" | "path">): RateLimit[] =>
  RATE_LIMITS[name].filter(({ routes }) => routes.includes(routeOf(endpoint)));
