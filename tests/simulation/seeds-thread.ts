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
    return report(seed, statistics, () => {
      simulate(seed, COMMANDS_A_SEED, statistics, STRIDE);
      return undefined;
    });
  },
  whole: (seed) => {
    const statistics = createWholeStatistics();
    return report(seed, statistics, () => simulateWhole(seed, statistics));
  },
};

type Hash = SeedReport["hash"];

async function report(
  seed: number,
  statistics: SeedReport["statistics"],
  run: () => Hash | Promise<Hash>,
): Promise<SeedReport> {
  try {
    return { seed, statistics, hash: await run(), failure: undefined };
  } catch (error) {
    if (!(error instanceof SimulationFailure)) throw error;
    return { seed, statistics, hash: undefined, failure: error.message };
  }
}

const { what, first, step, last }: Slice = workerData;
for (let seed = first; seed <= last; seed += step) parentPort?.postMessage(await RUNS[what](seed));
