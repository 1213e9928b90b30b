/** Limits the size of the scripts that the first page loads. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const BUILT = new URL("../../web/dist/", import.meta.url);
const MOST_BYTES = 250_000;

const read = (path: string): string => readFileSync(new URL(`.${path}`, BUILT), "utf8");

/** Lists a script and all its static imports. Dynamic imports are left out. */
function withImports(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const imports = read(path).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g);
  for (const [, file] of imports) withImports(`/assets/${file}`, found);
  return found;
}

for (const entry of ["/index.html", "/admin.html"])
  test(`the scripts of ${entry} are below 250 kB compressed`, () => {
    const scripts = [...read(entry).matchAll(/(?:src|href)="(\/assets\/[\w.-]+\.js)"/g)].flatMap(
      ([, path]) => [...withImports(path!)],
    );
    assert.ok(scripts.length > 0);
    const bytes = [...new Set(scripts)].reduce((sum, path) => sum + gzipSync(read(path)).length, 0);
    assert.ok(bytes > 50_000 && bytes < MOST_BYTES, `${bytes} bytes of scripts`);
  });
