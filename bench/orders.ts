/**
 * Durable signed orders over HTTP, against the real process with its PostgreSQL and fsync on: pre-signed orders of
 * 1,000 wallets, half of them crossing. The floor is a bare server that parses, checks the HMAC and recovers the
 * signer, under the same requests. All run on one machine. Rounds of the two alternate, in the order floor, ours, ours,
 * floor, and are pooled; one of each before them warms up. A second size has a hundred times fewer wallets, and a tenth
 * of the markets. Fewer rounds follow over more connections, and beside a process that takes one processor. The time in
 * which the disk synchronizes a write stands beside them.
 */
import { fork, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { quantile, runLoad } from "./support/order-client.ts";
import type { LoadResult } from "./support/order-client.ts";
import { orderRequest } from "./support/order-requests.ts";
import type { Trader } from "./support/order-requests.ts";
import { createTraders, listTokens, orderBodies, startExchange } from "./support/own-exchange.ts";
import type { Exchange } from "./support/own-exchange.ts";
import { addUses, openProcessorMeter, printUse } from "./support/processor-meter.ts";
import type { ProcessorMeter, ProcessorUse } from "./support/processor-meter.ts";
import { alternate, pool, printRatio } from "./support/rounds.ts";
import { sized } from "./support/sized.ts";
import { printTable } from "./support/table.ts";

const CONNECTIONS = 64;
const ORDERS = sized(12_000, 100);
const ROUNDS = sized(8, 2);
const FURTHER_ROUNDS = sized(4, 2);
const MORE_CONNECTIONS = [sized(500, 80), sized(3_000, 100)];
const SYNCS = sized(500, 10);
/** Bytes of a page of PostgreSQL's log. */
const PAGE_BYTES = 8_192;
const ORDERS_AT_HALF = sized(30_000, 100);
const SIZES = [
  { wallets: sized(1_000, 8), markets: 40 },
  { wallets: sized(10, 2), markets: 4 },
];

type Floor = { readonly port: number; readonly child: ChildProcess };

async function startFloor(traders: readonly Trader[]): Promise<Floor> {
  const child = fork(join(import.meta.dirname, "support", "floor-server.ts"));
  const port = await new Promise<number>((resolve) =>
    child.once("message", (message) => resolve(Number(message))),
  );
  child.send(traders.map(({ apiKey, secret }) => [apiKey, secret.toString("base64")]));
  return { port, child };
}

type LoadOptions = { readonly rate?: number; readonly connections?: number };

const load = (
  port: number,
  requests: readonly Buffer[],
  { rate, connections = CONNECTIONS }: LoadOptions = {},
): Promise<LoadResult> => runLoad({ port, requests, connections, rate });

/** Measures the milliseconds of the median write of a page that is synchronized with the disk, in the data directory. */
function measureSync(directory: string): number {
  const file = openSync(join(directory, "synchronized"), "w");
  const page = Buffer.alloc(PAGE_BYTES, 1);
  const times = Array.from({ length: SYNCS }, () => {
    const startedAt = performance.now();
    writeSync(file, page, 0, PAGE_BYTES, 0);
    fdatasyncSync(file);
    return performance.now() - startedAt;
  });
  closeSync(file);
  return quantile(Float64Array.from(times), 0.5);
}

/** A round of the exchange: the time from its last answer until reads have all of it, and the processor time. */
type OurRound = LoadResult & { readonly readAfterMs: number; readonly use: ProcessorUse };

/** Measures a round to the end of its work: until a read of the trades has answered, which has all orders in it. */
async function loadExchange(
  exchange: Exchange,
  meter: ProcessorMeter,
  requests: readonly Buffer[],
  connections: number,
): Promise<OurRound> {
  const [round, use] = await meter.measure(async () => {
    const result = await load(exchange.port, requests, { connections });
    const answeredAt = performance.now();
    await (await fetch(`${exchange.dataUrl}/trades?limit=1`)).text();
    return { ...result, readAfterMs: performance.now() - answeredAt };
  });
  return { ...round, use };
}

function rowOf(name: string, { seconds, latencies, statuses, samples }: LoadResult): string[] {
  const [p50, p99] = [quantile(latencies, 0.5).toFixed(1), quantile(latencies, 0.99).toFixed(1)];
  const answers = [...statuses].map(([status, count]) => `${status}: ${count}`).join(", ");
  for (const [status, body] of samples) console.log(`${name}, ${status}: ${body}`);
  return [name, (latencies.length / seconds).toFixed(0), p50, p99, answers];
}

const HEADINGS = ["", "orders/s", "p50 ms", "p99 ms", "answers"];

type Stage = {
  readonly exchange: Exchange;
  readonly floor: Floor;
  readonly meter: ProcessorMeter;
  /** Draws so many orders as requests, which are valid for a minute. */
  readonly draw: (count: number) => readonly Buffer[];
};

type RoundOptions = { readonly count: number; readonly connections: number };

const measureRounds = ({ exchange, floor, meter, draw }: Stage, { count, connections }: RoundOptions) =>
  alternate(count, () => {
    const requests = draw(ORDERS);
    return {
      floor: () => load(floor.port, requests, { connections }),
      ours: () => loadExchange(exchange, meter, requests, connections),
    };
  });

async function measureMaximum(stage: Stage): Promise<readonly OurRound[]> {
  const { exchange, floor, draw } = stage;
  const warmUp = draw(ORDERS);
  await load(floor.port, warmUp);
  await load(exchange.port, warmUp);
  const rounds = await measureRounds(stage, { count: ROUNDS, connections: CONNECTIONS });
  printTable(
    HEADINGS,
    rounds.flatMap((round) => [rowOf("floor", round.floor), rowOf("durable signed orders", round.ours)]),
  );
  printRatio(rounds, " (to reach: 0.62)");
  return rounds.map(({ ours }) => ours);
}

/** Measures over more connections, and beside a process that never waits. */
async function measureFurther(stage: Stage): Promise<void> {
  for (const connections of MORE_CONNECTIONS) {
    console.log(`${connections} connections:`);
    printRatio(await measureRounds(stage, { count: FURTHER_ROUNDS, connections }));
  }
  const busy = spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" });
  try {
    console.log("beside a process that takes one processor:");
    printRatio(
      await measureRounds(stage, { count: FURTHER_ROUNDS, connections: CONNECTIONS }),
      " (to reach: 0.7)",
    );
  } finally {
    busy.kill("SIGKILL");
  }
}

async function measure({ wallets, markets }: (typeof SIZES)[number]): Promise<void> {
  const exchange = await startExchange();
  const tokens = await listTokens(exchange.url, markets);
  const traders = await createTraders(exchange.url, wallets);
  const floor = await startFloor(traders);
  const meter = await openProcessorMeter(exchange.pid, exchange.directory);
  const draw = (count: number): Buffer[] =>
    orderBodies(traders, tokens, count).map(({ trader, body }) => orderRequest(trader, body));
  console.log(
    `## ${wallets} wallets, ${tokens.length} markets, ${ORDERS} orders a round, ${CONNECTIONS} connections`,
  );
  const stage = { exchange, floor, meter, draw };
  console.log(
    `a synchronized write of ${PAGE_BYTES} bytes: ${measureSync(exchange.directory).toFixed(2)} ms`,
  );
  const rounds = await measureMaximum(stage);
  printUse(addUses(rounds.map(({ use }) => use)), rounds.length * ORDERS);
  const latest = Math.max(...rounds.map(({ readAfterMs }) => readAfterMs));
  console.log(`a read right after a round took at most ${latest.toFixed(0)} ms`);
  const half = await load(exchange.port, draw(ORDERS_AT_HALF), { rate: pool(rounds) / 2 });
  printTable(HEADINGS, [rowOf("at half of the maximum (to reach: 3 and 20 ms)", half)]);
  await measureFurther(stage);
  floor.child.kill();
  await meter.close();
  await exchange.stop();
}

export async function bench(): Promise<void> {
  for (const size of SIZES) await measure(size);
}
