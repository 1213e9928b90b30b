/**
 * Runs several test files in one process, since loading the exchange's modules takes longer than most files' tests.
 * Each file is a suite with its own hooks, and runs the same alone.
 */
import { AsyncResource } from "node:async_hooks";
import { readdirSync } from "node:fs";
import { describe } from "node:test";
import "./at-the-end.ts";
import { listGroup } from "./deep-groups.ts";
import type { DeepGroup } from "./deep-groups.ts";
import { goDeep } from "./depth.ts";
import { ONLY_DEEP } from "./only-deep.ts";

const TESTS = new URL("../", import.meta.url);

/** Describes the test files that lie directly in these folders of `tests`, without those that only a deep run has. */
export const describeFolders = (...folders: readonly string[]): void =>
  describeFiles(folders.join(", "), folders.flatMap(testFilesIn));

/** Describes the deep tests of a group at their greater depth. Call it once in a process, before others. */
export function describeDeep(group: DeepGroup): void {
  goDeep();
  describeFiles(`${group}, deep`, listGroup(group));
}

function describeFiles(title: string, files: readonly string[]): void {
  void describe(title, async () => {
    const suite = new AsyncResource("files of tests");
    // One after the other: tests that two files register while both load could end up in either suite.
    for (const file of files) await describeFile(suite, file);
  });
}

const testFilesIn = (folder: string): readonly string[] =>
  readdirSync(new URL(folder, TESTS))
    .filter((name) => name.endsWith(".test.ts"))
    .sort()
    .map((name) => `${folder}/${name}`)
    .filter((file) => !ONLY_DEEP.has(file));

/** Resolves when the file has registered its tests in a suite within `suite`. A failure to load fails that suite. */
function describeFile(suite: AsyncResource, file: string): Promise<void> {
  return new Promise((resolve) => {
    const register = (): Promise<void> => import(new URL(file, TESTS).href).finally(resolve);
    suite.runInAsyncScope(() => void describe(file, register));
  });
}
