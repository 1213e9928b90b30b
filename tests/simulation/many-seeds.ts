/** Runs many seeds on several threads, of the core alone or of the whole exchange, and adds up their counts. */
import { Worker } from "node:worker_threads";
import { add } from "./statistics.ts";
import type { Counts } from "./statistics.ts";

export type Simulated = "core" | "whole";
export type ManySeeds = {
  readonly what: Simulated;
  readonly first: number;
  readonly count: number;
  readonly threads: number;
};

/** Report of a thread on one seed: its counts, and its failure or the hash of its trace. Only the whole exchange has one. */
export type SeedReport = {
  readonly seed: number;
  readonly statistics: Readonly<Record<string, Counts>>;
  readonly hash: string | undefined;
  readonly failure: string | undefined;
};

/**
 * Runs seeds on threads, each of which takes every `threads`-th seed. Counts are added to `sum`; `onSeed` gets each
 * report as it comes. Resolves with the failures.
 */
export async function simulateMany(
  { what, first, count, threads }: ManySeeds,
  sum: Readonly<Record<string, Counts>>,
  onSeed: (report: SeedReport) => void,
): Promise<readonly string[]> {
  const failures: string[] = [];
  const onReport = (report: SeedReport): void => {
    addCounts(sum, report.statistics);
    if (report.failure !== undefined) failures.push(report.failure);
    onSeed(report);
  };
  const slices = Array.from({ length: threads }, (_, thread) => ({
    what,
    first: first + thread,
    step: threads,
    last: first + count - 1,
  }));
  await Promise.all(slices.map((slice) => runThread(slice, onReport)));
  return failures;
}

function addCounts(sum: Readonly<Record<string, Counts>>, part: Readonly<Record<string, Counts>>): void {
  for (const [name, counts] of Object.entries(part))
    for (const [key, amount] of counts) add(sum[name]!, key, amount);
}

export type Slice = {
  readonly what: Simulated;
  readonly first: number;
  readonly step: number;
  readonly last: number;
};

function runThread(slice: Slice, onReport: (report: SeedReport) => void): Promise<void> {
  const worker = new Worker(new URL("seeds-thread.ts", import.meta.url), { workerData: slice });
  return new Promise((resolve, reject) => {
    worker.on("message", onReport);
    worker.on("error", reject);
    worker.on("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`a thread of the simulation ended with ${code}`));
    });
  });
}
