/** Orders of a key's owner, open and completed, listed and by id. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { listLevels } from "../../../core/orders/book.ts";
import { elementAt } from "../../../core/values/element-at.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { isScoring } from "../../../core/orders/scoring.ts";
import type { RewardedBook } from "../../../core/orders/scoring.ts";
import type { Outcome } from "../../../core/state.ts";
import { NO_LOTS, priceText, sharesText } from "../../../core/units.ts";
import { normalizeCondition } from "../../../core/markets/market-version.ts";
import type { MarketRead } from "../../../engine/committed-reads.ts";
import { checksumAddress } from "../../../signing/address.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import {
  findOrder,
  listLiveOrders,
  listOrders as readOrders,
  listRewardedOrders,
} from "../../../store/reads/orders.ts";
import type { LiveOrderQuery, OrderRecord, RewardedOrder } from "../../../store/reads/orders.ts";
import type { TradeUnit } from "../../../store/reads/trades.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { endpoint } from "../../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { CONDITION_PATTERN, TOKEN_PATTERN } from "../../operation/id-patterns.ts";
import { WALLET_FORMAT } from "../../values/wallets.ts";
import { ORDERS } from "../groups.ts";
import { getHiddenKey, keyOperation, formatApiKey } from "../account/keys.ts";
import {
  ACCOUNT_PAGE,
  RejectedItemFields,
  answerPage,
  pageSchema,
  listingPage,
  describeRejectedItem,
  walkPage,
  CursorField,
} from "../pages.ts";
import {
  INVALID_ORDER_ID,
  INVALID_ORDER_PARAMS,
  MALFORMED_ID,
  MALFORMED_ORDER_ID,
  NO_ORDERS,
} from "../wire-error.ts";
import { rejectSize } from "./place-orders.ts";

// Reads of orders, including those whose matching a sandbox fault delays, which are not in the journal yet.

/** Finds an order by its id, including delayed orders. */
async function findAnyOrder(context: Context, id: string, unit: TradeUnit): Promise<OrderRecord | undefined> {
  // Reads delayed orders first: a matched order moves from there to the tables.
  const delayed = findDelayed(context, id);
  return (await findOrder(await context.sql(), id, unit)) ?? delayed;
}

/** Lists orders by their ids, including delayed orders; unknown ids are left out. */
async function listAnyOrders(
  context: Context,
  ids: readonly string[],
  unit: TradeUnit,
): Promise<OrderRecord[]> {
  const delayed = ids.flatMap((id) => findDelayed(context, id) ?? []);
  const stored = await readOrders(await context.sql(), ids, unit);
  const found = new Set(stored.map(({ id }) => id));
  return [...stored, ...delayed.filter(({ id }) => !found.has(id))];
}

function findDelayed({ delayedOrders, engine }: Context, id: string): OrderRecord | undefined {
  const delayed = delayedOrders?.find(id);
  const token = delayed && engine.exchange.tokens.get(delayed.command.tokenId);
  if (delayed === undefined || token === undefined) return undefined;
  const { command, takenAt, ended } = delayed;
  const { market, outcome } = token;
  return {
    no: engine.exchange.nextOrder,
    id,
    maker: command.maker,
    owner: command.owner,
    apiKey: command.apiKey,
    conditionId: market.conditionId,
    tokenId: command.tokenId,
    outcome,
    outcomeLabel: market.outcomes[outcome],
    side: command.side,
    kind: command.kind,
    postOnly: command.postOnly,
    limit: command.limit,
    lots: command.lots,
    filled: NO_LOTS,
    status: ended === undefined ? "delayed" : "unmatched",
    reason: ended?.reason ?? null,
    expiresAt: command.expiresAt,
    placedAt: takenAt,
    updatedAt: ended?.at ?? takenAt,
    tradeIds: [],
  };
}

// Order ids in requests: the EIP-712 digest of the order, in any letter case.

/** Text that may be an order's id; any other text finds no order. */
export const OrderId = Type.String({ maxLength: 100, description: "Order id: the EIP-712 digest" });

/** Returns the id in its stored form; `undefined` if the text is no valid order id. */
export function parseOrderId(text: string): string | undefined {
  const id = text.toLowerCase();
  return /^0x[0-9a-f]{64}$/.test(id) ? id : undefined;
}

/** Rejects an id that matches no order of the caller. */
const unknownOrder = (given: string): Rejection =>
  parseOrderId(given) === undefined
    ? reject("order_not_found", `no order has id ${given}; expected 0x and 64 hex digits`, MALFORMED_ID)
    : reject("order_not_found", `no order has id ${given}`);

// An order in answers: the specification's record, and the same facts under the flat names that the client libraries read.

const Text = Type.String();
const Instant = Type.Union([Type.Integer(), Text], {
  description: "Unix seconds; in the Kuest dialect ISO 8601 with milliseconds",
});

const Shared = {
  id: Text,
  status: Text,
  market: Text,
  outcome: Text,
  owner: Type.String({
    description: "The API key that placed it; blank where the order is read without one",
  }),
  side: Text,
  price: Text,
  type: Text,
};

const NestedOrder = Type.Object({
  ...Shared,
  originalSize: Text,
  sizeMatched: Text,
  makerAddress: Text,
  assetId: Text,
  associateTrades: Type.Array(Text),
  createdAt: Text,
  updatedAt: Text,
  reason: Type.Optional(Type.String({ description: "Why it was cancelled" })),
});
type NestedOrder = Type.Static<typeof NestedOrder>;

export const FlatOrder = Type.Object({
  ...Shared,
  original_size: Text,
  size_matched: Text,
  maker_address: Text,
  asset_id: Text,
  order_type: Text,
  associate_trades: Type.Array(Text),
  created_at: Instant,
  updated_at: Instant,
  expiration: Type.String({ description: "Unix seconds; 0 is never" }),
  post_only: Type.Boolean(),
  cancel_reason: Type.Optional(Type.String({ description: "Why it was cancelled" })),
});
export type FlatOrder = Type.Static<typeof FlatOrder>;

type OrderView = {
  readonly dialect: Dialect;
  /** True if the read has no API key. */
  readonly anonymous: boolean;
};

function nestedOrder(order: OrderRecord, view: OrderView): NestedOrder {
  return {
    ...sharedFields(order, view),
    originalSize: sharesText(order.lots),
    sizeMatched: sharesText(order.filled),
    makerAddress: checksumAddress(order.maker),
    assetId: order.tokenId,
    associateTrades: [...order.tradeIds],
    createdAt: new Date(order.placedAt).toISOString(),
    updatedAt: new Date(order.updatedAt).toISOString(),
    ...(order.reason !== null && { reason: order.reason }),
  };
}

export function flatOrder(order: OrderRecord, view: OrderView): FlatOrder {
  return {
    ...sharedFields(order, view),
    original_size: sharesText(order.lots),
    size_matched: sharesText(order.filled),
    maker_address: checksumAddress(order.maker),
    asset_id: order.tokenId,
    order_type: order.kind,
    associate_trades: [...order.tradeIds],
    created_at: instant(order.placedAt, view),
    updated_at: instant(order.updatedAt, view),
    expiration: String(seconds(order.expiresAt)),
    post_only: order.postOnly,
    ...(order.reason !== null && { cancel_reason: order.reason }),
  };
}

const sharedFields = (order: OrderRecord, { dialect, anonymous }: OrderView) => ({
  id: order.id,
  status: DIFFERENCES.orderStatus.does[dialect] === "upper-case" ? order.status.toUpperCase() : order.status,
  market: order.conditionId,
  outcome: order.outcomeLabel,
  owner: anonymous ? getHiddenKey(dialect) : formatApiKey(order.apiKey, dialect),
  side: order.side,
  price: priceText(order.limit),
  type: order.kind,
});

const instant = (ms: number, { dialect }: OrderView): FlatOrder["created_at"] =>
  DIFFERENCES.orderTimes.does[dialect] === "iso" ? new Date(ms).toISOString() : seconds(ms);

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** Maximum orders per request. */
const MAX_LOOKUPS = 500;

const FoundOrder = Type.Object({
  order_id: Type.String({ description: "As it was asked for" }),
  status: Type.Integer({ description: "200, or 404 when there is no such order" }),
  order: Type.Optional(Type.Object({ ...NestedOrder.properties, ...FlatOrder.properties })),
  ...RejectedItemFields,
});

const ORDERS_READ = { group: ORDERS, limits: ONLY_INTERFACE_LIMIT } as const;

/**
 * POST /data/orders: several orders by their ids, each with its own status, under the same access rule as GET of a single
 * order.
 */
export const lookupOrders = endpoint({
  ...ORDERS_READ,
  method: "POST",
  path: "/data/orders",
  kind: "read",
  summary: "Look up orders by their ids",
  refuses: ["batch_size"],
  texts: [NO_ORDERS],
  access: "key-or-public",
  body: Type.Array(Type.Object({ orderId: OrderId }), { description: `1 to ${MAX_LOOKUPS} orders` }),
  answer: Type.Array(FoundOrder, { description: "In the order of the request" }),
  handle: async ({ context, dialect, body, caller }) => {
    const rejection = rejectSize(body, MAX_LOOKUPS);
    if (rejection !== undefined) return { rejection };
    const requestedOrders = body.map(({ orderId }) => ({ written: orderId, id: parseOrderId(orderId) }));
    const ids = requestedOrders.flatMap(({ id }) => (id === undefined ? [] : [id]));
    const orders = await listAnyOrders(context, ids, DIFFERENCES.tradeUnits.does[dialect]);
    const readableOrders = orders.filter(({ owner }) => caller === undefined || owner === caller.address);
    const byId = new Map(readableOrders.map((order) => [order.id, order]));
    const view = { dialect, anonymous: caller === undefined };
    return {
      body: requestedOrders.map(({ written, id }) => {
        const order = id === undefined ? undefined : byId.get(id);
        return order === undefined
          ? { order_id: written, ...describeRejectedItem(unknownOrder(written), dialect) }
          : {
              order_id: written,
              status: 200,
              order: { ...nestedOrder(order, view), ...flatOrder(order, view) },
            };
      }),
    };
  },
});

/**
 * GET /data/order/{id}: one order in any state. The specification's record is under `order`; the flat names that the client
 * libraries read are beside it.
 */
export const getOrder = endpoint({
  ...ORDERS_READ,
  method: "GET",
  path: "/data/order/:id",
  summary: "Get one order of the caller",
  refuses: ["order_not_found"],
  texts: [INVALID_ORDER_ID, MALFORMED_ORDER_ID],
  access: "key-or-public",
  params: Type.Object({ id: Type.String({ description: "Order id: the EIP-712 digest, in any case" }) }),
  answer: Type.Object({ order: NestedOrder, ...FlatOrder.properties }),
  handle: async ({ context, dialect, params, caller }) => {
    const id = parseOrderId(params.id);
    const unit = DIFFERENCES.tradeUnits.does[dialect];
    const order = id === undefined ? undefined : await findAnyOrder(context, id, unit);
    if (order === undefined || (caller !== undefined && order.owner !== caller.address))
      return { rejection: unknownOrder(params.id) };
    const view = { dialect, anonymous: caller === undefined };
    return { body: { order: nestedOrder(order, view), ...flatOrder(order, view) } };
  },
});

const OrderQuery = Type.Object({
  id: Type.Optional(Type.String({ description: "Order id; the order is answered whatever became of it" })),
  market: Type.Optional(
    Type.String({
      pattern: CONDITION_PATTERN,
      description: "Condition id: 0x and 64 hex digits that name the market",
    }),
  ),
  asset_id: Type.Optional(
    Type.String({ pattern: TOKEN_PATTERN, description: "Token id: a decimal number that names the outcome" }),
  ),
  maker_address: Type.Optional(
    Type.String({
      format: WALLET_FORMAT,
      description: "Wallet of the orders, one that the caller signs for",
    }),
  ),
  ...CursorField,
});
type OrderQuery = Type.Static<typeof OrderQuery>;

/**
 * GET /data/orders: the caller's live orders, oldest first. Reading all pages returns every order that stays live
 * meanwhile; new orders come last. An order requested by id is returned in any state, since clients poll until it
 * completes.
 */
export const listOrders = keyOperation({
  ...ORDERS_READ,
  method: "GET",
  path: "/data/orders",
  summary: "List the caller's live orders, oldest first",
  texts: [INVALID_ORDER_PARAMS],
  access: "key-or-reader",
  query: OrderQuery,
  answer: pageSchema(FlatOrder),
  handle: async ({ context, dialect, query, caller }) => {
    const unit = DIFFERENCES.tradeUnits.does[dialect];
    const read = createOrderReader(context, query, { owner: caller.address, unit });
    const page = await walkPage({
      cursor: query.next_cursor,
      limit: ACCOUNT_PAGE,
      start: () => [0],
      read: ([after = 0], limit) => read(after, limit),
      after: (_place, rows) => [rows.at(-1)?.no ?? 0],
    });
    if (isRejection(page)) return { rejection: page };
    return answerPage(
      page,
      page.rows.map((order) => flatOrder(order, { dialect, anonymous: false })),
    );
  },
});

type ReaderScope = Pick<LiveOrderQuery, "owner" | "unit">;
type ReadOrders = (after: number, limit: number) => Promise<readonly OrderRecord[]>;

/** Returns the reader of the owner's orders that the query selects: one order by its id, or the live orders. */
function createOrderReader(context: Context, query: OrderQuery, { owner, unit }: ReaderScope): ReadOrders {
  const named = readMarketFilter(context, query);
  if (named === undefined) return async () => [];
  if (query.id === undefined)
    return async (after, limit) =>
      listLiveOrders(await context.sql(), {
        owner,
        maker: findMakerWallet(query),
        ...named,
        after,
        limit,
        unit,
      });
  const id = parseOrderId(query.id);
  return async (after) => {
    const order = id === undefined ? undefined : await findAnyOrder(context, id, unit);
    return order?.owner === owner && order.no > after && matchesQuery(order, query) ? [order] : [];
  };
}

type NamedMarket = { readonly market?: number; readonly outcome?: Outcome };

/** Converts the filter to the exchange's market and token; `undefined` if no order can match. */
function readMarketFilter(
  { engine }: Context,
  { market, asset_id: tokenId }: OrderQuery,
): NamedMarket | undefined {
  const listedMarket =
    market === undefined ? undefined : engine.exchange.marketByCondition.get(normalizeCondition(market));
  if (market !== undefined && listedMarket === undefined) return undefined;
  if (tokenId === undefined) return listedMarket === undefined ? {} : { market: listedMarket.no };
  const token = engine.exchange.tokens.get(tokenId);
  if (token === undefined || (listedMarket !== undefined && token.market !== listedMarket)) return undefined;
  return { market: token.market.no, outcome: token.outcome };
}

const findMakerWallet = ({ maker_address: maker }: OrderQuery): string | undefined => maker?.toLowerCase();

const matchesQuery = (order: OrderRecord, query: OrderQuery): boolean =>
  matchesMarket(order, query) && order.maker === (findMakerWallet(query) ?? order.maker);

const matchesMarket = (order: OrderRecord, { market, asset_id: tokenId }: OrderQuery): boolean =>
  (market === undefined || order.conditionId === normalizeCondition(market)) &&
  (tokenId === undefined || order.tokenId === tokenId);

/**
 * GET /data/pre-migration-orders: orders from before a service moved to another exchange. This exchange never moved, so
 * there are none.
 */
export const listEarlierOrders = keyOperation({
  ...ORDERS_READ,
  method: "GET",
  path: "/data/pre-migration-orders",
  fromMemory: true,
  summary: "List orders from before a migration: there are none",
  query: Type.Object(CursorField),
  answer: pageSchema(Type.Object({})),
  handle: ({ query }) => listingPage(query.next_cursor, ACCOUNT_PAGE, async () => []),
});

// GET /order-scoring and POST /orders-scoring: orders that currently count for rewards.

// The caller's orders that currently count for liquidity rewards: live orders in rewarded markets.

/** Lists the ids of orders that count for rewards, spelled as in the request. */
async function listScoringIds(
  context: Context,
  written: readonly string[],
  caller: ActiveKey,
): Promise<ReadonlySet<string>> {
  const ids = written.flatMap((text) => parseOrderId(text) ?? []);
  const orders = await listRewardedOrders(await context.sql(), caller.address, ids);
  const books = await Promise.all(orders.map((order) => readLevels(context, order)));
  const now = context.clock();
  const scoring = new Set(
    orders
      .filter((order, index) => isScoring(order, { ...elementAt(books, index), rewards: order.rewards }, now))
      .map(({ id }) => id),
  );
  return new Set(written.filter((text) => scoring.has(text.toLowerCase())));
}

type Levels = Pick<RewardedBook, "bids" | "asks">;

const NO_LEVELS: Levels = { bids: [], asks: [] };

/** Book levels of an active market; empty for any other market. */
const LEVELS: MarketRead<Levels> = {
  build: ({ status, book }) =>
    status === "active" ? { bids: listLevels(book, true), asks: listLevels(book, false) } : NO_LEVELS,
};

function readLevels({ engine }: Context, { conditionId }: RewardedOrder): Levels | Promise<Levels> {
  const market = engine.exchange.marketByCondition.get(conditionId);
  return market === undefined ? NO_LEVELS : engine.reads.read(market, LEVELS);
}

/** GET /order-scoring: whether an order of the caller currently counts for liquidity rewards. */
export const getOrderScoring = keyOperation({
  ...ORDERS_READ,
  method: "GET",
  path: "/order-scoring",
  summary: "Tell whether an order counts for liquidity rewards now",
  query: Type.Object({ order_id: OrderId }),
  answer: Type.Object({ scoring: Type.Boolean() }),
  handle: async ({ context, query, caller }) => {
    const scoring = await listScoringIds(context, [query.order_id], caller);
    return { body: { scoring: scoring.has(query.order_id) } };
  },
});

/** Maximum orders per request. */
const MAX_ORDERS = 500;

/** POST /orders-scoring: for each of several orders, whether it currently counts for liquidity rewards. */
export const listOrdersScoring = keyOperation({
  ...ORDERS_READ,
  method: "POST",
  path: "/orders-scoring",
  kind: "read",
  summary: "Tell which orders count for liquidity rewards now",
  body: Type.Array(OrderId, { maxItems: MAX_ORDERS }),
  answer: Type.Record(Type.String(), Type.Boolean(), { description: "By order id, as it was asked for" }),
  handle: async ({ context, body, caller }) => {
    const scoring = await listScoringIds(context, body, caller);
    return { body: Object.fromEntries(body.map((id) => [id, scoring.has(id)])) };
  },
});
