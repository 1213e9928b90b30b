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
  readonly name: string;
  /** The operations that count together, as in `GET /book`; none of them is every operation of the interface. */
  readonly routes: readonly string[];
  readonly rates: readonly Rate[];
  /** Whether each API key, and each wallet with all its keys, is counted as well as each address. */
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

/** What every operation of an interface counts against, for each address. */
const EVERYTHING = "everything";

const EVENTS = ["GET /events", "GET /events/keyset", "GET /events/pagination"];
const MARKETS = ["GET /markets", "GET /markets/keyset"];

export const RATE_LIMITS: Readonly<Record<InterfaceName, readonly RateLimit[]>> = {
  trading: [
    { name: EVERYTHING, routes: [], rates: per10s(5_000) },
    { name: "orders", routes: ["POST /order", "POST /orders"], rates: TRADED, ofCallers: true, byItem: true },
    {
      name: "cancels",
      routes: ["DELETE /order", "DELETE /orders", "DELETE /cancel-all", "DELETE /cancel-market-orders"],
      rates: TRADED,
      ofCallers: true,
      byItem: true,
    },
    { name: "book", routes: ["GET /book"], rates: per10s(200) },
    { name: "books", routes: ["GET /books", "POST /books"], rates: per10s(80) },
    { name: "price", routes: ["GET /price"], rates: per10s(200) },
    { name: "prices", routes: ["GET /prices", "POST /prices"], rates: per10s(80) },
    { name: "midpoint", routes: ["GET /midpoint"], rates: per10s(200) },
    { name: "midpoints", routes: ["GET /midpoints", "POST /midpoints"], rates: per10s(80) },
    { name: "spread", routes: ["GET /spread"], rates: per10s(200) },
    { name: "spreads", routes: ["GET /spreads", "POST /spreads"], rates: per10s(80) },
    { name: "last trade", routes: ["GET /last-trade-price"], rates: per10s(200) },
    {
      name: "last trades",
      routes: ["GET /last-trades-prices", "POST /last-trades-prices"],
      rates: per10s(80),
    },
    { name: "price history", routes: ["GET /prices-history"], rates: per10s(100) },
    { name: "price histories", routes: ["POST /batch-prices-history"], rates: per10s(80) },
    {
      name: "terms",
      routes: ["/tick-size", "/neg-risk", "/fee-rate"].flatMap((path) => [
        `GET ${path}`,
        `GET ${path}/:token_id`,
      ]),
      rates: per10s(200),
    },
    {
      name: "trades",
      routes: ["GET /data/trades", "GET /builder/trades"],
      rates: per10s(150),
      ofCallers: true,
    },
    {
      name: "keys",
      routes: [
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
      ],
      rates: per10s(100),
      ofCallers: true,
    },
    { name: "balance", routes: ["GET /balance-allowance"], rates: per10s(200), ofCallers: true },
    { name: "balance update", routes: ["GET /balance-allowance/update"], rates: per10s(50), ofCallers: true },
    { name: "solvency", routes: ["GET /proof/solvency"], rates: per10s(50) },
  ],
  data: [
    { name: EVERYTHING, routes: [], rates: per10s(1_000) },
    { name: "trades", routes: ["GET /trades"], rates: per10s(200) },
    { name: "positions", routes: ["GET /positions"], rates: per10s(150) },
    { name: "closed positions", routes: ["GET /closed-positions"], rates: per10s(150) },
  ],
  catalog: [
    { name: EVERYTHING, routes: [], rates: per10s(4_000) },
    { name: "listings", routes: [...EVENTS, ...MARKETS], rates: per10s(900) },
    { name: "events", routes: EVENTS, rates: per10s(500) },
    { name: "markets", routes: MARKETS, rates: per10s(300) },
    { name: "tags", routes: ["GET /tags"], rates: per10s(200) },
    { name: "search", routes: ["GET /public-search"], rates: per10s(350) },
  ],
};

/** Credentials that are refused, of one address on every interface and the operator API: then none are looked at. */
export const FAILED_SIGN_INS: RateLimit = {
  name: "refused credentials",
  routes: [],
  rates: [{ count: 100, seconds: 60 }],
};

/** What says that the exchange is there: never limited, and answered under any load. */
const SERVICE: ReadonlySet<string> = new Set(["GET /", "GET /ok", "GET /time", "GET /version"]);

export const routeOf = ({ method, path }: Pick<Endpoint, "method" | "path">): string => `${method} ${path}`;

export const isService = (endpoint: Pick<Endpoint, "method" | "path">): boolean =>
  SERVICE.has(routeOf(endpoint));

/** The limits that an operation counts against; none for what is never limited, and for operators. */
export function limitsOf(
  name: LimitedInterface,
  endpoint: Pick<Endpoint, "method" | "path">,
): readonly RateLimit[] {
  if (name === "operator" || isService(endpoint)) return [];
  const route = routeOf(endpoint);
  return RATE_LIMITS[name].filter(({ routes }) => routes.length === 0 || routes.includes(route));
}

const tradingRoutes = (limit: string): ReadonlySet<string> =>
  new Set(RATE_LIMITS.trading.find(({ name }) => name === limit)?.routes);

const CANCELS = tradingRoutes("cancels");
const PLACEMENTS = tradingRoutes("orders");

/** Whether the operation is of those that a load leaves room for. */
export const isCancel = (endpoint: Pick<Endpoint, "method" | "path">): boolean =>
  CANCELS.has(routeOf(endpoint));

/** Whether the operation places orders: no more are taken than can be done in time. */
export const isPlacement = (endpoint: Pick<Endpoint, "method" | "path">): boolean =>
  PLACEMENTS.has(routeOf(endpoint));
