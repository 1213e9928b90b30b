/**
 * `npm run simulate -- [SEED] [COMMANDS]`: replays one seed exactly, or a random one, and tells what it did. On a
 * failure it prints the seed, the step and the difference, and exits with 1.
 */
import { randomInt } from "node:crypto";
import { simulate, SimulationFailure } from "./simulate.ts";
import { createStatistics, statisticsText } from "./statistics.ts";

const DEFAULT_COMMANDS = 10_000;

function readNumber(text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error("usage: npm run simulate -- [SEED] [COMMANDS], both whole numbers");
  process.exit(2);
}

const seed = readNumber(process.argv[2], randomInt(0x1_0000_0000));
const commands = readNumber(process.argv[3], DEFAULT_COMMANDS);
const statistics = createStatistics();
console.log(`seed ${seed}, ${commands} commands`);
try {
  simulate(seed, commands, statistics);
  console.log(statisticsText(statistics));
} catch (error) {
  if (!(error instanceof SimulationFailure)) throw error;
  console.error(statisticsText(statistics));
  console.error(error.message);
  process.exitCode = 1;
}
