/** `npm run torture -- CYCLES [SEED]`: any number of kill -9 cycles. */
import { torture } from "./torture.ts";

const cycles = Number(process.argv[2] ?? 100);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
if (!Number.isSafeInteger(cycles) || cycles < 1 || !Number.isSafeInteger(seed)) {
  console.error("usage: npm run torture -- CYCLES [SEED], both whole numbers");
  process.exit(1);
}
console.log(`seed ${seed}`);
const report = await torture(cycles, seed, console.log);
console.log(`every promise held: ${JSON.stringify(report)}`);
