/** Hunts mutants, each in a process of its own, a few at a time. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Verdict } from "./hunt.ts";
import { CANARIES } from "./mutants.ts";
import type { Mutant } from "./mutant.ts";

const HUNT = join(import.meta.dirname, "hunt.ts");
const TOGETHER = 2;
/** Time limit of one hunt; a mutant that makes a check run for ever is a bad one. */
const LIMIT_MS = 3_600_000;

const run = promisify(execFile);

/** Runs one hunt; throws the output of a process that ended without a verdict. */
async function hunt({ name }: Mutant): Promise<Verdict> {
  const { stdout } = await run(process.execPath, [HUNT, name], { timeout: LIMIT_MS });
  const verdict: Verdict = JSON.parse(stdout);
  return verdict;
}

/** True for a mutant that was not caught, and for a canary that was. */
export const isWrong = (mutant: Mutant, { caught }: Verdict): boolean => caught === CANARIES.includes(mutant);

/** Hunts all mutants; `onVerdict` gets each verdict as it comes. */
export async function huntAll(
  mutants: readonly Mutant[],
  onVerdict: (mutant: Mutant, verdict: Verdict) => void,
): Promise<void> {
  const left = [...mutants];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) onVerdict(next, await hunt(next));
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
}
