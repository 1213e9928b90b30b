/**
 * `GET /candles` over HTTP of an exchange with a million trades, spread over four markets and thirty days, by resolution
 * and size of a page. One connection to the real process with its PostgreSQL sends its next request once it has the
 * answer. The floor is a bare fastify route that sends a constant of the same size.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "../src/store/sql/database.ts";
import { startProcess } from "./support/exchange-process.ts";
import { quantile } from "./support/order-client.ts";
import { sized } from "./support/sized.ts";
import { storeExchange } from "./support/stored-exchange.ts";
import { MIN_EVENTS } from "./support/stored-positions.ts";
import { printTable } from "./support/table.ts";
import { latencyTexts, timeFloor, timeRequests } from "./support/timed-requests.ts";

const TRADES = sized(1_000_000, 1_000);
/** Trades that a statement stores. */
const SLICE = 50_000;
const REQUESTS = sized(400, 10);
const MARKETS = 4;
const SPAN_SECONDS = 30 * 86_400;
const START_SECONDS = 1_700_006_400;

/** Pages by resolution and number of candles; the first are those of the newest trades. */
const PAGES: readonly (readonly [resolution: string, limit: number])[] = [
  ["1m", 100],
  ["1m", 500],
  ["1m", 5_000],
  ["5m", 500],
  ["1h", 500],
  ["1d", 30],
];

/** Puts the trades in place of those that the stored exchange has; numbers and times grow together. */
async function storeTrades(sql: Sql): Promise<void> {
  await sql`truncate trades`;
  // A statement has a time limit.
  for (let first = 1; first <= TRADES; first += SLICE)
    await sql`
      insert into trades (no, batch, at, market, taker, maker, taker_account, maker_account, lots, price)
      select no, no, (${START_SECONDS} + no * ${SPAN_SECONDS / TRADES}::float8)::bigint * 1000, 1 + no % ${MARKETS}::int, 1, 2, 1, 2,
        1 + no % 977, 1 + (no::bigint * 7919) % 9999
      from generate_series(${first}::int, ${Math.min(first + SLICE - 1, TRADES)}::int) as no`;
}

/** Paths of such pages: the newest of each market, and those that end at other times. */
function pathsOf(conditionIds: readonly string[], resolution: string, limit: number): string[] {
  return Array.from({ length: Math.ceil(REQUESTS * 1.1) }, (_, index) => {
    const token = `${conditionIds[index % MARKETS]}:${index % 2}`;
    const end = START_SECONDS + Math.round((SPAN_SECONDS * (1 + (index % 10))) / 10);
    return `/candles?token_id=${token}&resolution=${resolution}&limit=${limit}&end=${end}`;
  });
}

export async function bench(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "presage-bench-"));
  try {
    const stored = await storeExchange(directory, { wallets: 2, events: MIN_EVENTS }, storeTrades);
    const { addresses, stop } = await startProcess(directory);
    const rows: string[][] = [];
    for (const [resolution, limit] of PAGES) {
      const paths = pathsOf(stored.conditionIds, resolution, limit);
      const { latencies, bytes } = await timeRequests(addresses.data, paths);
      const floor = await timeFloor(bytes, REQUESTS);
      rows.push([
        `${limit} of ${resolution}`,
        `${(bytes / 1024).toFixed(0)} KB`,
        ...latencyTexts(latencies),
        quantile(floor.latencies, 0.5).toFixed(2),
      ]);
    }
    console.log(`## ${TRADES} trades`);
    printTable(["candles", "answer", "p50 ms", "p99 ms", "floor p50 ms"], rows);
    await stop();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
