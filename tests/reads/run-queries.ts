/** Draws queries of all kinds and has each compared; several are asked at once. */
import { listActivity, listFills, listHolders } from "./activity-queries.ts";
import { getSolvency, listLeaderboard, listLiveVolume, listOpenInterest } from "./figure-queries.ts";
import { getBalanceAllowance, listBalances, listLedger } from "./ledger-queries.ts";
import { dropSome, listNotifications } from "./notification-queries.ts";
import type { Query } from "./order-queries.ts";
import { getOrder, listOrders, lookUpOrders } from "./order-queries.ts";
import { getValue, listPositions } from "./position-queries.ts";
import { getPriceHistory, listMarkets } from "./price-queries.ts";
import { getProfit, listWallets } from "./profit-queries.ts";
import type { ReadWorld } from "./read-world.ts";
import {
  getBuilderVolume,
  listBuilderTrades,
  listTradeEvents,
  listTrades,
  listVolumes,
} from "./trade-queries.ts";

const AT_ONCE = 4;

/** Queries by name; those with more to draw come more often. */
const QUERIES: readonly (readonly [weight: number, name: string, query: Query])[] = [
  [3, "/data/orders", listOrders],
  [1, "/data/order", getOrder],
  [1, "POST /data/orders", lookUpOrders],
  [8, "/data/trades", listTrades],
  [3, "/builder/trades", listBuilderTrades],
  [1, "live activity", listTradeEvents],
  [1, "/data/volumes", listVolumes],
  [1, "/builder/volume", getBuilderVolume],
  [3, "/ledger", listLedger],
  [1, "/balances", listBalances],
  [1, "/balance-allowance", getBalanceAllowance],
  [2, "/notifications", listNotifications],
  [3, "/prices-history", getPriceHistory],
  [2, "market listings", listMarkets],
  [6, "/activity", listActivity],
  [6, "/trades", listFills],
  [3, "/holders", listHolders],
  [10, "/positions", listPositions],
  [2, "/value", getValue],
  [3, "/v1/leaderboard", listLeaderboard],
  [2, "/wallets", listWallets],
  [3, "/profit", getProfit],
  [1, "/oi", listOpenInterest],
  [1, "/live-volume", listLiveVolume],
  [1, "/proof/solvency", getSolvency],
];

const TICKETS = QUERIES.flatMap((query) => Array.from({ length: query[0] }, () => query));

export type Answers = { asked: number; found: number };

/** Counts the queries of each kind, and those of them that found anything; throws at the first difference. */
export async function runQueries(world: ReadWorld, count: number): Promise<Map<string, Answers>> {
  const answers = new Map<string, Answers>(QUERIES.map(([, name]) => [name, { asked: 0, found: 0 }]));
  for (let done = 0; done < count; done += AT_ONCE) {
    const drawn = Array.from({ length: Math.min(AT_ONCE, count - done) }, () => world.random.pick(TICKETS));
    await Promise.all(
      drawn.map(async ([, name, query]) => {
        const rows = await query(world);
        const counted = answers.get(name)!;
        counted.asked += 1;
        counted.found += rows > 0 ? 1 : 0;
      }),
    );
    if (world.random.chance(10)) await dropSome(world);
  }
  return answers;
}
