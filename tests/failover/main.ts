/** `node tests/failover/main.ts FIRST [COUNT]` runs seeds of the simulation of fail-overs, and prints counts and failures. */
import { installFailover } from "./install.ts";

installFailover();
const { createFailoverStatistics, simulateFailover } = await import("./failover.ts");
const { SimulationFailure } = await import("../simulation/simulate.ts");
const [first = 1, count = 1] = process.argv.slice(2).map(Number);
const statistics = createFailoverStatistics();
let failed = 0;
for (let seed = first; seed < first + count; seed += 1) {
  try {
    await simulateFailover(seed, statistics);
  } catch (error) {
    if (!(error instanceof SimulationFailure)) throw error;
    failed += 1;
    console.error(error.message);
  }
}
for (const [name, counts] of Object.entries(statistics))
  console.log(name, JSON.stringify(Object.fromEntries(counts)));
console.log(`${failed} of ${count} seeds failed`);
if (failed > 0) process.exitCode = 1;
