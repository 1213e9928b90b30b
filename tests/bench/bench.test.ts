/**
 * Runs every bench, or one of them, to its end. It must print figures and leave no files behind; their values are not
 * checked.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { listBenches } from "../../bench/support/bench-names.ts";
import { NO_BROWSER } from "../browser/open-browser.ts";
import { atDepth, deepSuite } from "../support/depth.ts";
import { environmentWith, stopLeftBehind } from "../support/presage.ts";
import type { Finished } from "../support/presage.ts";
import { scratchRoot } from "../support/scratch-directory.ts";

const PROGRAM = fileURLToPath(new URL("../../bench/main.ts", import.meta.url));
/** Scale at which most sizes are at their least. */
const SCALE = "0.002";
/** Enough for a machine that others load ten times over. */
const DEADLINE_MS = 900_000;
/** Benches that fill large tables or start several exchanges, which a long run makes. */
const COSTLY = new Set([
  "batches",
  "catalog",
  "page",
  "positions",
  "readers",
  "restart",
  "snapshots",
  "sweep",
  "traces",
  "young-generation",
]);
const CHOSEN = listBenches().filter((name) => atDepth({ quick: false, deep: !COSTLY.has(name), long: true }));

deepSuite("benches", { concurrency: 2 }, () => {
  let scratch = "";
  before(() => (scratch = mkdtempSync(join(scratchRoot(), "presage-benches-"))));
  after(() => rmSync(scratch, { recursive: true, force: true }));

  for (const name of CHOSEN)
    test(name, { skip: name === "page" && NO_BROWSER }, async (context) => {
      const directory = join(scratch, name);
      mkdirSync(directory);
      context.after(() => stopLeftBehind(directory));
      const { code, stdout, stderr } = await runBench(name, directory);
      assert.equal(code, 0, stderr);
      assertFigures(stdout);
      assert.deepEqual(readdirSync(directory), []);
    });
});

/** Runs a bench in a process group of its own, which is killed at the end. */
async function runBench(name: string, directory: string): Promise<Finished> {
  const child = spawn(process.execPath, [PROGRAM, name], {
    detached: true,
    env: environmentWith({ BENCH_SCALE: SCALE, TMPDIR: directory }),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: DEADLINE_MS,
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (output.stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (output.stderr += String(chunk)));
  child.once("exit", () => stopGroup(child.pid!));
  const [code] = await once(child, "close");
  return { code, ...output };
}

function stopGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGTERM");
  } catch {
    // The whole group has ended already.
  }
}

/** Checks that figures were printed; tables are indented, each with its headings first. */
function assertFigures(printed: string): void {
  const tables = printed.split(/^(?! {2}).*\n/m).filter((part) => part !== "");
  assert.ok(tables.length > 0, printed);
  for (const table of tables) {
    const [, ...rows] = table.trimEnd().split("\n");
    assert.ok(rows.length > 0, printed);
    for (const row of rows) assert.match(row, /\d/, printed);
  }
  assert.doesNotMatch(printed, /NaN|Infinity|undefined|null/);
}
