/**
 * The range of Node.js in `engines` against the packages of the lock and the documents. Installs refuse a Node.js outside of
 * some package's range where `engine-strict` is set, and warn elsewhere.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, it } from "node:test";

const ROOT = join(import.meta.dirname, "..", "..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

type Semver = {
  subset(inner: string, outer: string): boolean;
  satisfies(version: string, range: string): boolean;
  minVersion(range: string): { readonly major: number; readonly minor: number } | null;
};
const { subset, satisfies, minVersion }: Semver = createRequire(import.meta.url)("semver");

type Locked = { readonly version: string; readonly engines?: { readonly node?: string } };
const { engines }: { engines: { node: string } } = JSON.parse(read("package.json"));
const packages: [string, Locked][] = Object.entries(JSON.parse(read("package-lock.json")).packages);

/** Lists the packages that a range of Node.js is too wide for, with their own ranges. */
const tooNarrowFor = (range: string): string[] =>
  packages.flatMap(([path, { version, engines: { node = "*" } = {} }]) =>
    subset(range, node) ? [] : [`${path}@${version} ${node}`],
  );

describe("the range of Node.js in engines", () => {
  it("is within the range of every package of the lock", () => {
    assert.deepEqual(tooNarrowFor(engines.node), []);
  });

  it("leaves out no release line that all packages take", () => {
    assert.notDeepEqual(tooNarrowFor(">=22.16.0 <23"), []);
    assert.notDeepEqual(tooNarrowFor("23.x"), []);
  });

  it("is the one that the documents name, and takes the runtime of this install", () => {
    const lowest = minVersion(engines.node);
    const named = `Node.js ${lowest?.major}.${lowest?.minor} or newer, except 23`;
    for (const file of ["README.md", "docs/start/install.md"])
      assert.ok(read(file).includes(named), `${file}: "${named}" is missing`);
    assert.ok(satisfies(process.version, engines.node));
    assert.ok(!satisfies("23.11.0", engines.node));
  });
});
