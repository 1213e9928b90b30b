/**
 * Fuzzes a whole exchange from a thread of its own: requests to every operation of every interface in every dialect,
 * raw bytes, and frames on the live channels. Then it checks the end state.
 */
import { Worker } from "node:worker_threads";
import { countSockets, endFaults, handlesInUse, heapInUse } from "./end-state.ts";
import type { StartState } from "./end-state.ts";
import type { Figures } from "./figures.ts";
import { startFuzzedExchange } from "./fuzzed-exchange.ts";
import type { FuzzedExchange, Mode } from "./fuzzed-exchange.ts";
import type { FuzzPart } from "./worker.ts";

export type FuzzOptions = {
  /** Number of requests to each operation of the specification, and of messages to each live channel. */
  readonly count: number;
  /** Number of requests to each other operation. */
  readonly others: number;
  readonly seed: number;
  readonly mode: Mode;
  /** Part of the names of the called operations; all when absent. */
  readonly only?: string | undefined;
};

export type FuzzReport = {
  readonly figures: Figures;
  /** Faults of the end state. */
  readonly faults: readonly string[];
  /** Number of rows in tables of the exchange. */
  readonly done: Readonly<Record<string, number>>;
  readonly heapGrowthBytes: number;
  readonly seconds: number;
  /** CPU seconds of both threads while requests were sent. */
  readonly cpuSeconds: number;
};

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const fuzzed = await startFuzzedExchange(options.mode);
  const before: StartState = { heap: heapInUse(), handles: handlesInUse(), sockets: countSockets() };
  try {
    const began = performance.now();
    const cpu = process.cpuUsage();
    const figures = await runWorker(fuzzed, options);
    const seconds = (performance.now() - began) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    const cpuSeconds = (user + system) / 1e6;
    const faults = await endFaults(fuzzed, before);
    const heapGrowthBytes = heapInUse() - before.heap;
    return { figures, faults, done: await countDone(fuzzed), heapGrowthBytes, seconds, cpuSeconds };
  } finally {
    before.sockets.close();
    await fuzzed.close();
  }
}

const CLOCK_MS = 200;
/** Most time that the exchange's clock may pass, so that early signatures stay valid. */
const MAX_TIME_MS = 50_000;

/** Runs the sending thread, while the exchange's clock goes on. */
async function runWorker({ exchange, world }: FuzzedExchange, options: FuzzOptions): Promise<Figures> {
  const began = performance.now();
  const timer = setInterval(() => {
    exchange.clock.now = world.now + Math.floor(Math.min(MAX_TIME_MS, performance.now() - began));
  }, CLOCK_MS);
  const { count, others, seed, only } = options;
  const part: FuzzPart = { world, count, others, seed, only };
  const worker = new Worker(new URL("worker.ts", import.meta.url), { workerData: part });
  try {
    return await new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", (code) => reject(new Error(`the sending thread ended with ${code}`)));
    });
  } finally {
    clearInterval(timer);
    await worker.terminate();
  }
}

async function countDone({ exchange }: FuzzedExchange): Promise<Record<string, number>> {
  const sql = await exchange.context.sql();
  const [counts] = await sql<[Record<string, number>]>`
    select (select count(*) from journal)::int as batches,
      (select count(*) from orders)::int as orders,
      (select count(*) from orders where status = 'canceled')::int as canceled,
      (select count(*) from trades)::int as trades,
      (select count(*) from operations)::int as operations,
      (select count(*) from audit)::int as audited,
      (select count(*) from markets)::int as markets`;
  return counts;
}
