/**
 * What differs between the dialects, once: docs/dialects.md is made from this table, and code that does one thing or
 * another by the dialect asks it which. A cell says in words what is done; the type checker knows them, so that code
 * cannot ask for words that no cell has.
 */
import type { Dialect } from "./dialect.ts";

/** A row of the table. Words are markdown. */
export type Difference = {
  readonly interface: DifferingInterface;
  readonly topic: string;
} & { readonly [D in Dialect]: string };

export const DIFFERING_INTERFACES = ["trading", "streams", "data", "catalog"] as const;
export type DifferingInterface = (typeof DIFFERING_INTERFACES)[number];

export const DIFFERENCES = {
  failedSignature: {
    interface: "trading",
    topic: "failed request signature (401); refused credentials of `/ws/user`",
    spec: "`invalid_l2`",
    polymarket: "`Unauthorized/Invalid api key`",
    kuest: "`invalid_l2`",
  },
  refusedTerms: {
    interface: "trading",
    topic: "text for a refused tick or size",
    spec: "a fixed text",
    polymarket: "names the order, the value and the tick or minimum",
    kuest: "a fixed text",
  },
  uncoveredOrder: {
    interface: "trading",
    topic: "text for an uncovered order",
    spec: "a fixed text",
    polymarket: "adds balance, active orders and order amount in base units",
    kuest: "a fixed text",
  },
  routeTexts: {
    interface: "trading",
    topic: "texts of what single routes refuse",
    spec: "one text for a rejection on all routes",
    polymarket: "routes have [their own](rejections.md#on-single-routes)",
    kuest: "one text for a rejection on all routes",
  },
  malformedOrderId: {
    interface: "trading",
    topic: "GET /data/order/{id} with what can be no order id",
    spec: "404 `order_not_found`",
    polymarket: "400 `order_not_found`",
    kuest: "404 `order_not_found`",
  },
  repeatedOrder: {
    interface: "trading",
    topic: "the same signed order again",
    spec: "200 with the original result",
    polymarket: "400, duplicated",
    kuest: "400, duplicated",
  },
  bannedOwner: {
    interface: "trading",
    topic: "orders of a banned owner",
    spec: "403 `user_banned`",
    polymarket: "400 and the address",
    kuest: "403 `user_banned`",
  },
  orderStatus: {
    interface: "trading",
    topic: "`status` of an order record",
    spec: "lower case: `live`, `matched`, `canceled`",
    polymarket: "upper case: `LIVE`, `MATCHED`, `CANCELED`",
    kuest: "lower case: `live`, `matched`, `canceled`",
  },
  times: {
    interface: "trading",
    topic: "`match_time`, `last_update` of trades; `time` of ledger entries and of the solvency proof",
    spec: "ISO 8601, milliseconds",
    polymarket: "unix seconds as text",
    kuest: "unix seconds as text",
  },
  sidePrices: {
    interface: "trading",
    topic: "`BUY` and `SELL` of GET /price, GET and POST /prices",
    spec: "best ask and best bid",
    polymarket: "best bid and best ask",
    kuest: "best ask and best bid",
  },
  neverTraded: {
    interface: "trading",
    topic: "GET /last-trade-price of a market that was never traded",
    spec: "404 `no_trades`",
    polymarket: 'price 0.5 and side ""',
    kuest: "404 `no_trades`",
  },
  shortestInterval: {
    interface: "trading",
    topic: "`interval=1m` of price histories",
    spec: "a minute",
    polymarket: "30 days",
    kuest: "a minute",
  },
  intervalWithTimestamps: {
    interface: "trading",
    topic: "`interval` together with timestamps",
    spec: "400 `invalid_payload`",
    polymarket: "the timestamps are ignored",
    kuest: "400 `invalid_payload`",
  },
  fidelity: {
    interface: "trading",
    topic: "`fidelity` of price histories",
    spec: "any number of minutes",
    polymarket: "at least 5 with `1w`, 10 with `1m`",
    kuest: "1, 5, 30, 180 or 720: the next of them",
  },
  unknownInstants: {
    interface: "trading",
    topic: "instants that a market does not have, in its full record",
    spec: "blank",
    polymarket: "null",
    kuest: "null",
  },
  apiKeys: {
    interface: "trading",
    topic: "GET /auth/api-keys",
    spec: "a list of keys",
    polymarket: "`apiKeys`: a list of keys",
    kuest: "a list of keys",
  },
  revokedKey: {
    interface: "trading",
    topic: "DELETE /auth/api-key",
    spec: "`revoked`: true",
    polymarket: '"OK"',
    kuest: "`revoked`: true",
  },
  deletedReadonlyKey: {
    interface: "trading",
    topic: "DELETE /auth/readonly-api-key",
    spec: "`deleted`: true",
    polymarket: "true",
    kuest: "`deleted`: true",
  },
  builderTrades: {
    interface: "trading",
    topic: "GET /builder/trades without `next_cursor`",
    spec: "a bare array; the header `X-Next-Cursor` says where it goes on",
    polymarket: "a page",
    kuest: "a bare array; the header `X-Next-Cursor` says where it goes on",
  },
  derivedWallets: {
    interface: "trading",
    topic: "the wallet of `signature_type` 1 or 2 in GET /balance-allowance",
    spec: "whichever of both services' was opened last",
    polymarket: "Polymarket's",
    kuest: "Kuest's",
  },
  heartbeats: {
    interface: "streams",
    topic: "heartbeats",
    spec: 'sent, unless a subscription says `"heartbeat": false`',
    polymarket: 'not sent, unless a subscription says `"heartbeat": true`',
    kuest: 'not sent, unless a subscription says `"heartbeat": true`',
  },
  userTimestamps: {
    interface: "streams",
    topic: "`timestamp` of the messages of `/ws/user`",
    spec: "unix milliseconds as text",
    polymarket: "unix milliseconds as text",
    kuest: "unix seconds as text",
  },
  announcedIds: {
    interface: "streams",
    topic: "`id` of `new_market` and `market_resolved`",
    spec: "the condition id",
    polymarket: "the catalog's number",
    kuest: "the condition id",
  },
  assets: {
    interface: "data",
    topic: "a token (`asset`, `oppositeAsset`, `token`)",
    spec: "`<condition id>:<outcome>`",
    polymarket: "decimal token id",
    kuest: "decimal token id",
  },
  unknownParameter: {
    interface: "data",
    topic: "a parameter that the operation does not have",
    spec: "400 `unknown_field: <name>`",
    polymarket: "ignored",
    kuest: "400 `unknown_field: <name>`",
  },
  positionKeys: {
    interface: "data",
    topic: "keys of GET /positions",
    spec: "the specification's",
    polymarket: "`eventId` too, no `timestamp`; `endDate` is a date, 1970-01-01 where there is none",
    kuest: "the specification's",
  },
  closedPositionKeys: {
    interface: "data",
    topic: "keys of GET /closed-positions",
    spec: "the specification's",
    polymarket: "without size, values, percents, `redeemable` and `mergeable`; `endDate` is a midnight",
    kuest: "the specification's",
  },
  realizedPercent: {
    interface: "data",
    topic: "`percentRealizedPnl`",
    spec: "realizedPnl of what was bought, in percent",
    polymarket: "currentValue less the cost of what was bought, of that cost",
    kuest: "realizedPnl of what was bought, in percent",
  },
  falseClaims: {
    interface: "data",
    topic: "`redeemable=false`, `mergeable=false`",
    spec: "filter nothing",
    polymarket: "only those that are not",
    kuest: "filter nothing",
  },
  activityCash: {
    interface: "data",
    topic: "`usdcSize` of GET /activity",
    spec: "size x price",
    polymarket: "with the fee: more of a buy, less of a sale",
    kuest: "size x price",
  },
  tradeCash: {
    interface: "data",
    topic: "`usdcSize` of GET /trades",
    spec: "size x price",
    polymarket: "left out",
    kuest: "size x price",
  },
  events: {
    interface: "data",
    topic: "events",
    spec: "not asked by",
    polymarket: "`eventId` in place of `market`, `id` of GET /live-volume",
    kuest: "not asked by",
  },
  activityFilters: {
    interface: "data",
    topic: "filters and order of GET /activity",
    spec: "none",
    polymarket: "`market`, `eventId`, `type`, `side`, `start`, `end`, `sortBy`, `sortDirection`",
    kuest: "none",
  },
  badValue: {
    interface: "catalog",
    topic: "a value that cannot be used, a missing `q`",
    spec: "400 `bad request`",
    polymarket: "422 `validation error`",
    kuest: "400 `bad request`",
  },
  marketKeys: {
    interface: "catalog",
    topic: "keys of a market",
    spec: "the specification's, no others",
    polymarket: "prices, volumes, liquidity, tick and minimum size, rewards and negative risk beside them",
    kuest: "the specification's, no others",
  },
  eventKeys: {
    interface: "catalog",
    topic: "keys of an event",
    spec: "the specification's, no others",
    polymarket: "volume, liquidity, open interest, negative risk and `seriesSlug` beside them",
    kuest: "the specification's, no others",
  },
  listedEvents: {
    interface: "catalog",
    topic: "GET /events",
    spec: "scalar fields and `tags`",
    polymarket: "`creationDate`, `markets` and `series` as well",
    kuest: "scalar fields and `tags`",
  },
  eventsOfMarket: {
    interface: "catalog",
    topic: "`events` of a market",
    spec: "scalar fields",
    polymarket: "`series` as well",
    kuest: "scalar fields",
  },
  foundEvents: {
    interface: "catalog",
    topic: "events of GET /public-search",
    spec: "`id`, `ticker`, `slug`, `title`",
    polymarket: "rows of GET /events",
    kuest: "`id`, `ticker`, `slug`, `title`",
  },
} as const satisfies { readonly [name: string]: Difference };

export type DifferenceName = keyof typeof DIFFERENCES;
