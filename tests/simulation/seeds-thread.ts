/** One thread of many-seeds.ts. */
import { parentPort, workerData } from "node:worker_threads";
import { simulateWhole } from "../whole/whole.ts";
import { createWholeStatistics } from "../whole/whole-statistics.ts";
import type { SeedReport, Simulated, Slice } from "./many-seeds.ts";
import { COMMANDS_A_SEED, simulate, SimulationFailure, STRIDE } from "./simulate.ts";
import { createStatistics } from "./statistics.ts";

const RUNS: { readonly [Key in Simulated]: (seed: number) => Promise<SeedReport> } = {
  core: (seed) => {
    const statistics = createStatistics();
    return report(statistics, () => simulate(seed, COMMANDS_A_SEED, statistics, STRIDE));
  },
  whole: (seed) => {
    const statistics = createWholeStatistics();
    return report(statistics, () => simulateWhole(seed, statistics));
  },
};

async function report(statistics: SeedReport["statistics"], run: () => unknown): Promise<SeedReport> {
  try {
    await run();
    return { statistics, failure: undefined };
  } catch (error) {
    if (!(error instanceof SimulationFailure)) throw error;
    return { statistics, failure: error.message };
  }
}

const { what, first, step, last }: Slice = workerData;
for (let seed = first; seed <= last; seed += step) parentPort?.postMessage(await RUNS[what](seed));
