/** One thread of many-seeds.ts. */
import { parentPort, workerData } from "node:worker_threads";
import { SimulationFailure } from "../simulation/simulate.ts";
import type { SeedReport, Slice } from "./many-seeds.ts";
import { simulateWhole } from "./whole.ts";
import { createWholeStatistics } from "./whole-statistics.ts";

const { first, step, last }: Slice = workerData;

async function runSeed(seed: number): Promise<SeedReport> {
  const statistics = createWholeStatistics();
  try {
    await simulateWhole(seed, statistics);
    return { seed, statistics, failure: undefined };
  } catch (error) {
    if (!(error instanceof SimulationFailure)) throw error;
    return { seed, statistics, failure: error.message };
  }
}

for (let seed = first; seed <= last; seed += step) parentPort?.postMessage(await runSeed(seed));
