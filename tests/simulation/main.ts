/**
 * `npm run simulate -- [SEED] [COMMANDS]` replays one seed exactly, or a random one, on the core alone and on the
 * whole exchange with its faults, and prints counts. On a failure it prints the seed, the steps before it and the
 * difference, and exits with 1.
 * `npm run simulate -- --seeds COUNT [FIRST]` runs many seeds of the whole exchange on all processors, and with
 * `--core` of the core alone.
 */
import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { simulateWhole } from "../whole/whole.ts";
import { createWholeStatistics, wholeText } from "../whole/whole-statistics.ts";
import { simulateMany } from "./many-seeds.ts";
import { simulate, SimulationFailure } from "./simulate.ts";
import { createStatistics, statisticsText } from "./statistics.ts";

const DEFAULT_COMMANDS = 10_000;
const SEEDS_PER_LINE = 100;

function readNumber(text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(
    "usage: npm run simulate -- [SEED] [COMMANDS], or npm run simulate -- --seeds COUNT [FIRST] [--core]; whole numbers",
  );
  process.exit(2);
}

function fail(error: unknown): void {
  if (!(error instanceof SimulationFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function simulateCore(seed: number, commands: number): void {
  const statistics = createStatistics();
  console.log(`seed ${seed}, the core: ${commands} commands`);
  try {
    simulate(seed, commands, statistics);
  } catch (error) {
    fail(error);
  }
  console.log(statisticsText(statistics));
}

async function simulateAll(seed: number): Promise<void> {
  const statistics = createWholeStatistics();
  console.log(`seed ${seed}, the whole exchange`);
  try {
    console.log(`what happened has hash ${await simulateWhole(seed, statistics)}`);
  } catch (error) {
    fail(error);
  }
  console.log(wholeText(statistics));
}

async function simulateSeeds(count: number, first: number, core: boolean): Promise<void> {
  const threads = Math.min(availableParallelism(), Math.max(count, 1));
  const what = core ? "core" : "whole";
  console.log(
    `seeds ${first} to ${first + count - 1}, the ${core ? "core" : "whole exchange"}, on ${threads} threads`,
  );
  const [ofCore, ofWhole] = [createStatistics(), createWholeStatistics()];
  let done = 0;
  const failures = await simulateMany({ what, first, count, threads }, core ? ofCore : ofWhole, () => {
    done += 1;
    if (done % SEEDS_PER_LINE === 0) console.log(`${done} done`);
  });
  for (const failure of failures) console.error(failure);
  console.log(core ? statisticsText(ofCore) : wholeText(ofWhole));
  console.log(`${failures.length} of ${count} seeds failed`);
  if (failures.length > 0) process.exitCode = 1;
}

const { values, positionals } = parseArgs({
  options: { seeds: { type: "string" }, core: { type: "boolean", default: false } },
  allowPositionals: true,
});
const seed = readNumber(positionals[0], randomInt(0x1_0000_0000));
if (values.seeds === undefined) {
  simulateCore(seed, readNumber(positionals[1], DEFAULT_COMMANDS));
  await simulateAll(seed);
} else await simulateSeeds(readNumber(values.seeds, 0), seed, values.core);
