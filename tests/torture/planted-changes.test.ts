/** Passages of the program that torture changes: crash points and broken promises. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CONTROLS } from "./controls.ts";
import { CRASH_POINTS, PLACES } from "./crash-point-list.ts";
import { AT_BOUND, BEHIND } from "./lagging-tables.ts";

const ROOT = join(import.meta.dirname, "..", "..");

const CHANGES = [
  ...PLACES,
  ...[...[...CONTROLS.values()].flatMap(({ changes }) => changes), ...BEHIND, ...AT_BOUND].map(
    ({ file, line }) => ({ file, line: new RegExp(line) }),
  ),
];

test("every passage that torture changes is in the program", () => {
  const missing = CHANGES.filter(({ file, line }) => !line.test(readFileSync(join(ROOT, file), "utf8")));
  assert.deepEqual(
    missing.map(({ file, line }) => `${file} has no line ${String(line)}`),
    [],
  );
});

test("every crash point is planted, and every one that is planted can be drawn", () => {
  const planted = PLACES.flatMap(({ becomes }) =>
    Array.from(becomes.matchAll(/crashPoint\(("[^"]*")\)/g), ([, name]) => JSON.parse(name!) as string),
  );
  assert.deepEqual(planted.toSorted(), CRASH_POINTS.map(({ name }) => name).toSorted());
});
