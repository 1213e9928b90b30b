/**
 * The data interface over HTTP, at 10,000 positions with 100,000 trades and at a hundred times as many; wallets have
 * 500 positions at either size. Against the real process with its PostgreSQL, one connection that asks again when it
 * has its answer. The floor is a bare fastify route that sends a constant of the same size.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openExchange } from "../src/cli/open-exchange.ts";
import { readConfig } from "../src/config.ts";
import { balanceBooks } from "./support/balance-books.ts";
import { startProcess } from "./support/exchange-process.ts";
import { generateListings } from "./support/generated-catalog.ts";
import { quantile } from "./support/order-client.ts";
import { createRandom } from "./support/random.ts";
import type { Random } from "./support/random.ts";
import { sized } from "./support/sized.ts";
import {
  CURRENT_POSITIONS,
  LEAST_EVENTS,
  storePositions,
  TRADES_PER_WALLET,
  walletOf,
} from "./support/stored-positions.ts";
import { printTable } from "./support/table.ts";
import { tidy } from "./support/tidy.ts";
import { latencyTexts, timeFloor, timeRequests } from "./support/timed-requests.ts";

const REQUESTS = sized(1_000, 10);
/** Listings that are underway at a time. */
const GROUP = 200;

type Size = { readonly wallets: number; readonly events: number };

const SIZES: readonly Size[] = [
  { wallets: sized(20, 2), events: sized(400, LEAST_EVENTS) },
  { wallets: sized(2_000, 4), events: sized(40_000, 400) },
];

type Stored = Size & { readonly conditionIds: readonly string[] };
type Ask = (random: Random, stored: Stored) => string;

const wallet = (random: Random, { wallets }: Size): string => walletOf(1 + random.below(wallets));

const KINDS: readonly (readonly [name: string, ask: Ask])[] = [
  ["all 500 positions", (random, stored) => `/positions?user=${wallet(random, stored)}&limit=500`],
  [
    "100 positions by value",
    (random, stored) => `/positions?user=${wallet(random, stored)}&limit=100&sortBy=CURRENT`,
  ],
  ["50 closed positions", (random, stored) => `/closed-positions?user=${wallet(random, stored)}&limit=50`],
  ["value of a wallet", (random, stored) => `/value?user=${wallet(random, stored)}`],
  ["activity of a wallet", (random, stored) => `/activity?user=${wallet(random, stored)}&limit=100`],
  ["latest trades", () => "/trades?limit=100"],
  [
    "holders of a market",
    (random, { conditionIds }) => `/holders?market=${conditionIds[random.below(conditionIds.length)]}`,
  ],
  ["leaderboard of a week", () => "/v1/leaderboard?timePeriod=WEEK"],
  ["leaderboard of all time", () => "/v1/leaderboard?timePeriod=ALL&orderBy=VOL"],
];

/** Lists the markets as an exchange does, and stores what traders have and did. */
async function prepare(directory: string, size: Size): Promise<Stored> {
  const config = readConfig({ PRESAGE_LOG_LEVEL: "error" }, ["--data-dir", directory]);
  const { context, close } = await openExchange(config, (error) => {
    throw error;
  });
  const started = performance.now();
  const conditionIds: string[] = [];
  const group: Promise<unknown>[] = [];
  for (const listing of generateListings(size.events)) {
    conditionIds.push(...listing.markets.map(({ conditionId }) => conditionId));
    group.push(context.engine.submit({ type: "list", listing }));
    if (group.length === GROUP) await Promise.all(group.splice(0));
  }
  await Promise.all(group);
  await storePositions(context.sql, size.wallets);
  await balanceBooks(context.sql, size.wallets + 1);
  await tidy(context.sql);
  await close();
  const [positions, trades] = [size.wallets * CURRENT_POSITIONS, size.wallets * TRADES_PER_WALLET];
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `## ${positions} positions of ${size.wallets} wallets in ${conditionIds.length} markets, ${trades} trades ` +
      `(stored in ${seconds} s)`,
  );
  return { ...size, conditionIds };
}

/** Gives the 99th percentile of each kind of request. */
async function measure(size: Size): Promise<number[]> {
  const directory = mkdtempSync(join(tmpdir(), "presage-bench-"));
  const stored = await prepare(directory, size);
  const { addresses, stop } = await startProcess(directory);
  const rows: string[][] = [];
  const tails: number[] = [];
  for (const [name, ask] of KINDS) {
    const random = createRandom(size.wallets);
    const paths = Array.from({ length: REQUESTS * 1.1 }, () => ask(random, stored));
    const { latencies, bytes } = await timeRequests(addresses.data, paths);
    const floor = await timeFloor(bytes, REQUESTS);
    tails.push(quantile(latencies, 0.99));
    rows.push([
      name,
      `${(bytes / 1024).toFixed(0)} KB`,
      ...latencyTexts(latencies),
      quantile(floor.latencies, 0.5).toFixed(2),
    ]);
  }
  printTable(["request", "answer", "p50 ms", "p99 ms", "floor p50 ms"], rows);
  await stop();
  rmSync(directory, { recursive: true, force: true });
  return tails;
}

export async function bench(): Promise<void> {
  const [small, large] = [await measure(SIZES[0]), await measure(SIZES[1])];
  const rows = KINDS.map(([name], index) => [name, `${(large[index] / small[index]).toFixed(1)} x`]);
  printTable(["p99, from one size to the other", "ratio"], rows);
}
