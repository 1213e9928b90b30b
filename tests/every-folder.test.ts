/** `npm test` runs the files that lie directly in `tests`; every folder with tests has its place in one of them. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";

const HERE = import.meta.dirname;

const foldersNamedIn = (file: string): string[] => {
  const [, named = ""] = /^describeFolders\(([^)]*)\);$/m.exec(readFileSync(`${HERE}/${file}`, "utf8")) ?? [];
  return [...named.matchAll(/"([^"]+)"/g)].map(([, folder]) => folder!);
};

test("every folder with tests is described by one file here", () => {
  const folders = new Set(globSync("*/**/*.test.ts", { cwd: HERE }).map(dirname));
  const described = globSync("*.test.ts", { cwd: HERE }).flatMap(foldersNamedIn);
  assert.deepEqual(described.sort(), [...folders].sort());
});
