/**
 * Preloaded module (`node --import`) that puts the named crash points into the sources as they are loaded. Once the
 * file named by TORTURE_CRASH_FILE exists, the process kills itself with -9 at the point in it, given as JSON.
 * TORTURE_CHANGES has further changes to sources, as JSON. Tests of the checks break promises with them.
 */
import { readFileSync, statSync } from "node:fs";
import { registerHooks } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { PLACES } from "./crash-point-list.ts";
import type { Place } from "./crash-point-list.ts";

/** Content of the crash file. */
export type Crash = {
  readonly name: string;
  /** Number of the passage at which the process dies, from 1. */
  readonly passage: number;
  readonly waitMs: number;
};

/** A change as it comes through the environment. */
export type Change = { readonly file: string; readonly line: string; readonly becomes: string };

const ROOT = join(import.meta.dirname, "..", "..");
const file = process.env["TORTURE_CRASH_FILE"];
const passed = new Map<string, number>();

function crashPoint(name: string): void {
  if (file === undefined || statSync(file, { throwIfNoEntry: false }) === undefined) return;
  const crash: Crash = JSON.parse(readFileSync(file, "utf8"));
  if (crash.name !== name) return;
  passed.set(name, (passed.get(name) ?? 0) + 1);
  if ((passed.get(name) ?? 0) < crash.passage) return;
  const until = performance.now() + crash.waitMs;
  while (performance.now() < until);
  process.kill(process.pid, "SIGKILL");
}

function changesFromEnvironment(): Place[] {
  const changes: Change[] = JSON.parse(process.env["TORTURE_CHANGES"] ?? "[]");
  return changes.map((one) => ({ ...one, line: new RegExp(one.line) }));
}

/** Applies changes to a source; throws when a line is missing. */
function change(source: string, places: readonly Place[]): string {
  return places.reduce((text, { file: name, line, becomes }) => {
    if (!line.test(text))
      throw new Error(`${name} has no line ${String(line)}: bring the list of crash points up to date`);
    return text.replace(line, becomes);
  }, source);
}

Object.assign(globalThis, { crashPoint });
const places = [...(file === undefined ? [] : PLACES), ...changesFromEnvironment()];
// Check at once also files that are loaded late or never.
for (const place of places) change(readFileSync(join(ROOT, place.file), "utf8"), [place]);
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.startsWith("file:")) return loaded;
    const name = relative(ROOT, fileURLToPath(url));
    const here = places.filter((place) => place.file === name);
    if (here.length === 0 || loaded.source === undefined) return loaded;
    return { ...loaded, source: change(String(loaded.source), here) };
  },
});
