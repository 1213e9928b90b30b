/** The simulation of fail-overs, in a process of its own, whose timers and database are replaced. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { it } from "node:test";
import { promisify } from "node:util";
import { atDepth } from "../support/depth.ts";

const MAIN = join(import.meta.dirname, "main.ts");
const SEEDS = atDepth({ quick: 7, deep: 60, long: 2_000 });

it(`two engines and three gateways keep what they acknowledged, over ${SEEDS} seeds of faults`, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, "1", String(SEEDS)]);
  const counts = new Map(
    stdout.split("\n").flatMap((line) => {
      const [, name, json] = /^(\w+) (\{.*\})$/.exec(line) ?? [];
      return name === undefined || json === undefined ? [] : [[name, JSON.parse(json)] as const];
    }),
  );
  const { accepted, read, unknown } = counts.get("answers");
  assert.ok(accepted > 100 * SEEDS && read > 100 * SEEDS && unknown > 0, stdout);
  assert.ok(counts.get("terms").opened > SEEDS, "engines take over");
  assert.match(stdout, new RegExp(`\n0 of ${SEEDS} seeds failed\n$`));
});
