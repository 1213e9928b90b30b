/** Runs many seeds of the whole exchange on several threads, and adds up what they did. */
import { Worker } from "node:worker_threads";
import { addWhole, createWholeStatistics } from "./whole-statistics.ts";
import type { WholeStatistics } from "./whole-statistics.ts";

export type ManySeeds = { readonly first: number; readonly count: number; readonly threads: number };

/** What a thread tells of every seed: it did this, or this went wrong. */
export type SeedReport = {
  readonly seed: number;
  readonly statistics: WholeStatistics;
  readonly failure: string | undefined;
};

export type ManyReport = { readonly statistics: WholeStatistics; readonly failures: readonly string[] };

/** `onSeed` hears how many are done. Threads take every `threads`-th seed. */
export async function simulateMany(
  { first, count, threads }: ManySeeds,
  onSeed: (done: number) => void,
): Promise<ManyReport> {
  const statistics = createWholeStatistics();
  const failures: string[] = [];
  let done = 0;
  const hear = (report: SeedReport): void => {
    addWhole(statistics, report.statistics);
    if (report.failure !== undefined) failures.push(report.failure);
    done += 1;
    onSeed(done);
  };
  const slices = Array.from({ length: threads }, (_, thread) => ({
    first: first + thread,
    step: threads,
    last: first + count - 1,
  }));
  await Promise.all(slices.map((slice) => runThread(slice, hear)));
  return { statistics, failures };
}

export type Slice = { readonly first: number; readonly step: number; readonly last: number };

function runThread(slice: Slice, hear: (report: SeedReport) => void): Promise<void> {
  const worker = new Worker(new URL("seeds-thread.ts", import.meta.url), { workerData: slice });
  return new Promise((resolve, reject) => {
    worker.on("message", hear);
    worker.on("error", reject);
    worker.on("exit", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`a thread of the simulation ended with ${code}`));
    });
  });
}
