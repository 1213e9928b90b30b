/**
 * Fuzzes a whole exchange: requests to every operation of every interface in every dialect, raw bytes, and frames over
 * the live channels, from a thread of their own; then looks at what is left.
 */
import { Worker } from "node:worker_threads";
import { countSockets, endFaults, handlesInUse, heapInUse } from "./end-state.ts";
import type { Before } from "./end-state.ts";
import type { Figures } from "./figures.ts";
import { startFuzzedExchange } from "./fuzzed-exchange.ts";
import type { FuzzedExchange, Mode } from "./fuzzed-exchange.ts";
import type { FuzzPart } from "./worker.ts";

export type FuzzOptions = {
  /** Requests to each operation of the specification, and messages to each live channel. */
  readonly count: number;
  /** Requests to each other operation. */
  readonly others: number;
  readonly seed: number;
  readonly mode: Mode;
  /** Part of the names of the operations that are asked; all when absent. */
  readonly only?: string | undefined;
};

export type FuzzReport = {
  readonly figures: Figures;
  /** What does not hold at the end. */
  readonly faults: readonly string[];
  /** What the exchange did meanwhile: rows of its tables. */
  readonly done: Readonly<Record<string, number>>;
  readonly heapGrowthBytes: number;
  readonly seconds: number;
  /** Of both threads, while requests were sent. */
  readonly cpuSeconds: number;
};

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const fuzzed = await startFuzzedExchange(options.mode);
  const before: Before = { heap: heapInUse(), handles: handlesInUse(), sockets: countSockets() };
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
/** So that what was signed at the start is fresh until the end. */
const MOST_TIME_MS = 50_000;

/** The exchange's clock goes on meanwhile. */
async function runWorker({ exchange, world }: FuzzedExchange, options: FuzzOptions): Promise<Figures> {
  const began = performance.now();
  const timer = setInterval(() => {
    exchange.clock.now = world.now + Math.floor(Math.min(MOST_TIME_MS, performance.now() - began));
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
  const { sql } = exchange.context;
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
