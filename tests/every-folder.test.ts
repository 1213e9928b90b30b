/**
 * `npm test` runs the files that lie directly in `tests`, and `npm run test:deep` those in `tests/deep`. Every folder
 * with tests must be described by one of the former. One of the latter describes every file with a greater depth, and every
 * file that the former leave out.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import { DEEP_GROUPS, listDeepFiles, listGroup } from "./support/deep-groups.ts";
import type { DeepGroup } from "./support/deep-groups.ts";
import { ONLY_DEEP } from "./support/only-deep.ts";

const HERE = import.meta.dirname;

const read = (file: string): string => readFileSync(`${HERE}/${file}`, "utf8");

/** Lists the arguments of `call` in the files of `pattern`, sorted. */
function namedIn(pattern: string, call: "describeFolders" | "describeDeep"): string[] {
  const calls = new RegExp(`^${call}\\(([^)]*)\\);$`, "m");
  const given = globSync(pattern, { cwd: HERE }).map((file) => calls.exec(read(file))?.[1] ?? "");
  return given.flatMap((texts) => [...texts.matchAll(/"([^"]+)"/g)].map(([, text]) => text!)).sort();
}

const testFiles = globSync("*/**/*.test.ts", { cwd: HERE, exclude: ["deep/**"] });

/** A test, or a device, of which a file shows nothing in a deep run. */
const QUICK_ALONE = /\bquickTest\b|\bDEVICES\b/;

test("every folder with tests is described by one file here", () => {
  const folders = new Set(testFiles.filter((file) => !ONLY_DEEP.has(file)).map(dirname));
  assert.deepEqual(namedIn("*.test.ts", "describeFolders"), [...folders].sort());
});

test("every file with a greater depth is in one group of the deep tests, and every group has a file", () => {
  assert.deepEqual(namedIn("deep/*.test.ts", "describeDeep"), [...DEEP_GROUPS].sort());
  const grouped = DEEP_GROUPS.flatMap((group) => listGroup(group as DeepGroup));
  assert.ok(grouped.length > 100);
  assert.deepEqual(grouped.sort(), listDeepFiles());
});

test("a file that only deep runs have is there, and keeps nothing for quick ones", () => {
  const only = [...ONLY_DEEP];
  assert.deepEqual(
    only.filter((file) => !testFiles.includes(file)),
    [],
  );
  assert.deepEqual(
    only.filter((file) => QUICK_ALONE.test(read(file))),
    [],
  );
});
