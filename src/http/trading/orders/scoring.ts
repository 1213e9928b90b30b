/** GET /order-scoring and POST /orders-scoring: orders that currently count for rewards. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { listLevels } from "../../../core/book.ts";
import { elementAt } from "../../../core/element-at.ts";
import { isScoring } from "../../../core/scoring.ts";
import type { RewardedBook } from "../../../core/scoring.ts";
import type { MarketRead } from "../../../engine/committed-reads.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { listRewardedOrders } from "../../../store/reads/orders.ts";
import type { RewardedOrder } from "../../../store/reads/orders.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { ORDERS } from "../groups.ts";
import { keyOperation } from "../keys.ts";
import { OrderId, parseOrderId } from "./orders.ts";

// The caller's orders that currently count for liquidity rewards: live orders in rewarded markets.

/** Lists the ids of scoring orders, as the request writes them. */
async function listScoring(
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
  method: "GET",
  path: "/order-scoring",
  summary: "Tell whether an order counts for liquidity rewards now",
  group: ORDERS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  query: Type.Object({ order_id: OrderId }),
  answer: Type.Object({ scoring: Type.Boolean() }),
  handle: async ({ context, query, caller }) => {
    const scoring = await listScoring(context, [query.order_id], caller);
    return { body: { scoring: scoring.has(query.order_id) } };
  },
});

/** Maximum orders per request. */
const MAX_ORDERS = 500;

/** POST /orders-scoring: for each of several orders, whether it currently counts for liquidity rewards. */
export const listOrdersScoring = keyOperation({
  method: "POST",
  path: "/orders-scoring",
  kind: "read",
  summary: "Tell which orders count for liquidity rewards now",
  group: ORDERS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  body: Type.Array(OrderId, { maxItems: MAX_ORDERS }),
  answer: Type.Record(Type.String(), Type.Boolean(), { description: "By order id, as it was asked for" }),
  handle: async ({ context, body, caller }) => {
    const scoring = await listScoring(context, body, caller);
    return { body: Object.fromEntries(body.map((id) => [id, scoring.has(id)])) };
  },
});
