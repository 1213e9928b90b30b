/** Finds the caller's orders that count for liquidity rewards now: live ones in rewarded markets. */
import type { Context } from "../../../context.ts";
import { listLevels } from "../../../core/book.ts";
import { elementAt } from "../../../core/element-at.ts";
import { isScoring } from "../../../core/scoring.ts";
import type { RewardedBook } from "../../../core/scoring.ts";
import type { MarketRead } from "../../../engine/committed-reads.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { listRewardedOrders } from "../../../store/reads/orders.ts";
import type { RewardedOrder } from "../../../store/reads/orders.ts";
import { parseOrderId } from "./order-id.ts";

/** Ids of orders that score, as they were written. */
export async function listScoring(
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

/** Levels of a market that trades; of any other there are none. */
const LEVELS: MarketRead<Levels> = {
  build: ({ status, book }) =>
    status === "active" ? { bids: listLevels(book, true), asks: listLevels(book, false) } : NO_LEVELS,
};

function readLevels({ engine }: Context, { conditionId }: RewardedOrder): Levels | Promise<Levels> {
  const market = engine.exchange.marketByCondition.get(conditionId);
  return market === undefined ? NO_LEVELS : engine.reads.read(market, LEVELS);
}
