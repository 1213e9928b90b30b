/**
 * `node tests/mutants/main.ts [NAME...]` plants bugs in the core and in the engine, one at a time, and has the
 * simulations find them. It takes all bugs, or those whose names or files contain one of the words. Prints how each
 * was caught. Exits with 1 when one was not, or when sources without a bug failed.
 */
import type { Verdict } from "./hunt.ts";
import { ALL, CANARIES } from "./mutants.ts";
import type { Mutant } from "./mutant.ts";
import { huntAll, isWrong } from "./run-hunts.ts";

const words = process.argv.slice(2);
const chosen = ALL.filter(
  ({ name, file }) => words.length === 0 || words.some((word) => name.includes(word) || file.includes(word)),
);
if (chosen.length === 0) {
  console.error(`no mutant has ${words.join(" or ")} in its name or file; there are:`);
  for (const { name, file } of ALL) console.error(`  ${file}: ${name}`);
  process.exit(2);
}

function row({ name, file, check }: Mutant, { caught, seed, step, commands, why }: Verdict): string {
  const place = `${file.replace("src/", "")}: ${name}`;
  if (!caught) return `| ${place} | ${check} | not within ${seed} seeds | ${commands} | |`;
  return `| ${place} | ${check} | seed ${seed}, ${check === "whole" ? "ms" : "step"} ${step} | ${commands} | ${why} |`;
}

const wrong: string[] = [];
console.log(
  "| mutant | check | caught by | after commands | what was found |\n| --- | --- | --- | --- | --- |",
);
await huntAll(chosen, (mutant, verdict) => {
  console.log(row(mutant, verdict));
  if (isWrong(mutant, verdict)) wrong.push(mutant.name);
});
const canaries = chosen.filter((mutant) => CANARIES.includes(mutant)).length;
console.log(`\n${chosen.length - canaries} mutants and ${canaries} canaries, ${wrong.length} wrong`);
for (const name of wrong) console.error(`wrong: ${name}`);
if (wrong.length > 0) process.exitCode = 1;
