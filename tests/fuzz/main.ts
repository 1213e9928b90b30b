/**
 * `npm run fuzz -- [COUNT] [SEED] [--others COUNT] [--only TEXT] [--sandbox]` sends COUNT requests to every operation
 * of the specification and COUNT messages to every live channel. Every other operation gets a 25th, or the `--others`
 * count. TEXT selects operations by a part of their names, as in "POST /order". Prints the figures, and the findings
 * with the commands that repeat them.
 */
import { parseArgs } from "node:util";
import { fuzz } from "./fuzz.ts";
import { reportLines } from "./report.ts";

const USAGE =
  "usage: npm run fuzz -- [COUNT] [SEED] [--others COUNT] [--only TEXT] [--sandbox], in whole numbers";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    others: { type: "string" },
    sandbox: { type: "boolean", default: false },
  },
});
const [count = "1000", seed = "1"] = positionals;
const { others = String(Math.ceil(Number(count) / 25)) } = values;
if (![count, seed, others].every((text) => /^\d{1,9}$/.test(text)) || positionals.length > 2) {
  console.error(USAGE);
  process.exit(2);
}
const options = {
  count: Number(count),
  others: Number(others),
  seed: Number(seed),
  mode: values.sandbox ? ("sandbox" as const) : ("production" as const),
  only: values.only,
};
const report = await fuzz(options);
for (const line of reportLines(options, report)) console.log(line);
process.exitCode = report.figures.findings.length + report.faults.length === 0 ? 0 : 1;
