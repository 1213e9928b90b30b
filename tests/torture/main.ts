/**
 * `npm run torture -- [WHAT] [CYCLES] [SEED]` runs any number of cycles, and prints their figures. WHAT is `kill`
 * (kill -9, the default), `cut` (power cuts, as root), or one of these with read tables that lag. It may also be one of
 * the controls, which must notice a loss. Ctrl-C ends it after the running cycle.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CONTROLS } from "./controls.ts";
import type { Control } from "./controls.ts";
import { AT_BOUND, BEHIND } from "./lagging-tables.ts";
import { powerCut } from "./power-cut.ts";
import { torture } from "./torture.ts";

const LOOPS: ReadonlyMap<string, Control> = new Map([
  ["kill", { loop: "kill", changes: [], lies: false }],
  ["cut", { loop: "cut", changes: [], lies: false }],
  ["kill-behind", { loop: "kill", changes: BEHIND, lies: false }],
  ["cut-behind", { loop: "cut", changes: BEHIND, lies: false }],
  ["kill-at-bound", { loop: "kill", changes: AT_BOUND, lies: false }],
]);
const WHATS = [...LOOPS.keys(), ...CONTROLS.keys()].join("|");

type TortureArguments = { readonly what: string; readonly cycles: number; readonly seed: number };

function readArguments(given: readonly string[]): TortureArguments | undefined {
  const [what = "kill", cycles = "100", seed = String(Date.now() % 2 ** 31)] = /^\d/.test(given[0] ?? "")
    ? ["kill", ...given]
    : given;
  const known = LOOPS.has(what) || CONTROLS.has(what);
  if (!known || !/^[1-9]\d*$/.test(cycles) || !/^\d+$/.test(seed)) return undefined;
  return { what, cycles: Number(cycles), seed: Number(seed) };
}

const quantile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((first, second) => first - second);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0);
};

function print({ restarts, ...report }: { readonly restarts: readonly number[] }, seconds: number): void {
  const restartMs = {
    p50: quantile(restarts, 0.5),
    p99: quantile(restarts, 0.99),
    max: quantile(restarts, 1),
  };
  console.log(JSON.stringify({ ...report, restarts: restarts.length, restartMs, seconds }, undefined, 2));
}

async function run({ loop, changes, lies }: Control, { cycles, seed }: TortureArguments): Promise<void> {
  const startedAt = performance.now();
  // All started programs load the same modules.
  process.env["NODE_COMPILE_CACHE"] ??= mkdtempSync(join(tmpdir(), "presage-compiled-"));
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
  const options = { cycles, seed, log: console.log, changes, signal: stopping.signal };
  const report =
    loop === "kill"
      ? await torture({ ...options, scope: "everything" })
      : await powerCut({ ...options, lies });
  print(report, Math.round((performance.now() - startedAt) / 1000));
  console.log("every promise held");
}

/** Most printed lines of a loss, which may be of many orders. */
const MAX_LINES = 12;

async function expectLoss(control: Control, given: TortureArguments): Promise<void> {
  try {
    await run(control, given);
  } catch (error) {
    const lines = String(error).split("\n");
    console.log(`noticed, as it must be: ${lines.slice(0, MAX_LINES).join("\n")}`);
    if (lines.length > MAX_LINES) console.log(`and ${lines.length - MAX_LINES} more lines`);
    return;
  }
  console.error("nothing was noticed: the check cannot fail");
  process.exitCode = 1;
}

const given = readArguments(process.argv.slice(2));
if (given === undefined) {
  console.error(`usage: npm run torture -- [${WHATS}] [CYCLES] [SEED], both whole numbers`);
  process.exitCode = 1;
} else {
  console.log(`${given.what}, ${given.cycles} cycles, seed ${given.seed}`);
  const [loop, control] = [LOOPS.get(given.what), CONTROLS.get(given.what)];
  if (control !== undefined) await expectLoss(control, given);
  else if (loop !== undefined) await run(loop, given);
}
