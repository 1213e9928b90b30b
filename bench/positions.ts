/**
 * The data interface over HTTP, at 10,000 positions with 100,000 trades and at a hundred times as many; wallets have
 * 500 positions at either size. One connection to the real process with its PostgreSQL sends its next request once it
 * has the answer. The floor is a bare fastify route that sends a constant of the same size.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FIRST_WORDS, generateName } from "../src/core/people/generated-name.ts";
import { startProcess } from "./support/exchange-process.ts";
import { quantile } from "./support/order-client.ts";
import { createRandom } from "./support/random.ts";
import type { Random } from "./support/random.ts";
import { sized } from "./support/sized.ts";
import { storeExchange } from "./support/stored-exchange.ts";
import type { Stored, StoredSize } from "./support/stored-exchange.ts";
import { MIN_EVENTS, walletOf } from "./support/stored-positions.ts";
import { printTable } from "./support/table.ts";
import { latencyTexts, timeFloor, timeRequests } from "./support/timed-requests.ts";

const REQUESTS = sized(1_000, 10);

const SIZES: readonly StoredSize[] = [
  { wallets: sized(20, 2), events: sized(400, MIN_EVENTS) },
  { wallets: sized(2_000, 4), events: sized(40_000, 400) },
];

type MakePath = (random: Random, stored: Stored) => string;

const wallet = (random: Random, { wallets }: StoredSize): string => walletOf(1 + random.below(wallets));

const KINDS: readonly (readonly [name: string, makePath: MakePath])[] = [
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
  ["profit of a wallet in 30 days", (random, stored) => `/profit?user=${wallet(random, stored)}&interval=1m`],
  [
    "25 wallets in figures",
    (random, stored) => `/wallets?user=${Array.from({ length: 25 }, () => wallet(random, stored)).join()}`,
  ],
  ["ranking by profit", () => "/profit-ranking"],
  ["people by a name", (random, stored) => `/wallets/search?q=${generateName(wallet(random, stored))}`],
  [
    "20 people by the beginning of names",
    (random) => `/wallets/search?q=${FIRST_WORDS[random.below(FIRST_WORDS.length)]?.slice(0, 2)}`,
  ],
  ["20 people by the beginning of addresses", () => "/wallets/search?q=0x00"],
  ["leaderboard of a week", () => "/v1/leaderboard?timePeriod=WEEK"],
  ["leaderboard of all time", () => "/v1/leaderboard?timePeriod=ALL&orderBy=VOL"],
];

/** Gives the 99th percentile of each kind of request. */
async function measure(size: StoredSize): Promise<number[]> {
  const directory = mkdtempSync(join(tmpdir(), "presage-bench-"));
  const stored = await storeExchange(directory, size);
  const { addresses, stop } = await startProcess(directory);
  const rows: string[][] = [];
  const tails: number[] = [];
  for (const [name, makePath] of KINDS) {
    const random = createRandom(size.wallets);
    const paths = Array.from({ length: REQUESTS * 1.1 }, () => makePath(random, stored));
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
  const [small, large] = [await measure(SIZES[0]!), await measure(SIZES[1]!)];
  const rows = KINDS.map(([name], index) => [name, `${(large[index]! / small[index]!).toFixed(1)} x`]);
  printTable(["p99, from one size to the other", "ratio"], rows);
}
