/**
 * `npm run fuzz -- [COUNT] [SEED] [--only TEXT] [--sandbox]`: so many requests to every operation, the same of raw
 * connections and of messages to every live channel; TEXT is a part of the names of the operations that are asked, as in
 * "POST /order". Prints the figures, and what is wrong with how it can be had again.
 */
import { parseArgs } from "node:util";
import { fuzz } from "./fuzz.ts";
import { reportLines } from "./report.ts";

const USAGE = "usage: npm run fuzz -- [COUNT] [SEED] [--only TEXT] [--sandbox], both whole numbers";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string" }, sandbox: { type: "boolean", default: false } },
});
const [count = "1000", seed = "1"] = positionals;
if (![count, seed].every((text) => /^\d{1,9}$/.test(text)) || positionals.length > 2) {
  console.error(USAGE);
  process.exit(2);
}
const options = {
  count: Number(count),
  seed: Number(seed),
  mode: values.sandbox ? ("sandbox" as const) : ("production" as const),
  only: values.only,
};
const report = await fuzz(options);
for (const line of reportLines(options, report)) console.log(line);
process.exitCode = report.figures.findings.length + report.faults.length === 0 ? 0 : 1;
