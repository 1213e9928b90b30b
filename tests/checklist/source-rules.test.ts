/**
 * Rules for every line of the source: nothing uncertain in the core, no floating point near money, few dependencies.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const ROOT = `${import.meta.dirname}/../..`;
const MAX_DEPENDENCIES = 30;

type Line = { readonly file: string; readonly place: string; readonly text: string };

const readText = (file: string): string => readFileSync(`${ROOT}/${file}`, "utf8");

/** Lines of code, without comments. */
function linesOf(pattern: string): Line[] {
  return globSync(pattern, { cwd: ROOT }).flatMap((file) =>
    readText(file)
      .replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, ""))
      .split("\n")
      .map((text, index) => ({
        file,
        place: `${file}:${index + 1}`,
        text: text.replace(/(^|\s)\/\/.*$/, ""),
      })),
  );
}

const saying = (lines: readonly Line[], what: RegExp): string[] =>
  lines.filter(({ text }) => what.test(text)).map(({ place, text }) => `${place} ${text.trim()}`);

const CORE = linesOf("src/core/**/*.ts");

test("the core imports nothing but itself", () => {
  const imports = CORE.filter(({ text }) => /\bfrom "|\bimport\(|^import "/.test(text));
  assert.ok(imports.length > 50);
  assert.deepEqual(
    imports
      .filter(({ file, text }) => {
        const [, from] = /from "(\.\.?\/[a-z/-]+\.ts)";$/.exec(text) ?? [];
        return from === undefined || !join(dirname(file), from).startsWith("src/core/");
      })
      .map(({ place }) => place),
    [],
  );
});

const UNCERTAIN =
  /\b(Date|Math\.random|performance|process|console|globalThis|setTimeout|setInterval|setImmediate|queueMicrotask|crypto|fetch|Intl|toLocaleString|localeCompare)\b(?!:)|node:|\b(async|await|Promise)\b/;

test("the core knows no clock, no chance, no process, and waits for nothing", () => {
  assert.deepEqual(saying(CORE, UNCERTAIN), []);
});

/**
 * Files of the core that make whole numbers themselves: of times, and of products that exceed a double until divided.
 */
const OWN_NUMBERS: Readonly<Record<string, RegExp>> = {
  "src/core/orders/order-rejections.ts": /Math\.floor\(atMs \/ 1000\)/,
  "src/core/markets/shown-price.ts": /Math\.floor\(at \/ MINUTE_MS\)/,
  "src/core/ledger/open-interest.ts": /micros\(Number\(part( \+ 1n)?\)\)/,
};

test("money is read and rounded in units.ts alone", () => {
  const elsewhere = CORE.filter(
    ({ file, text }) => file !== "src/core/units.ts" && OWN_NUMBERS[file]?.test(text) !== true,
  );
  assert.deepEqual(
    saying(elsewhere, /\bNumber\(|parseFloat|parseInt|toFixed|Math\.(round|floor|ceil|trunc)\(|EPSILON/),
    [],
  );
  const trading = linesOf("src/http/trading/**/*.ts").concat(linesOf("src/http/admin/**/*.ts"));
  assert.deepEqual(saying(trading, /parseFloat|toFixed|EPSILON/), []);
});

test("the lint holds the core to the same", () => {
  const { overrides } = JSON.parse(readText(".oxlintrc.json"));
  const { rules } = overrides.find(({ files }: { files: string[] }) => files.includes("src/core/**"));
  for (const rule of ["no-restricted-globals", "no-restricted-properties", "no-restricted-imports"])
    assert.equal(rules[rule]?.[0], "error", rule);
});

test("few packages are depended on, and what is installed is locked", () => {
  const { dependencies } = JSON.parse(readText("package.json"));
  const { packages } = JSON.parse(readText("package-lock.json"));
  assert.ok(Object.keys(dependencies).length < MAX_DEPENDENCIES);
  assert.deepEqual(packages[""].dependencies, dependencies);
});

test("text of others is never put into SQL as it is", () => {
  const unsafe = saying(linesOf("src/**/*.ts"), /\.unsafe\(/);
  assert.deepEqual(
    unsafe
      .map((line) => line.split(":")[0])
      .filter((file) => !/^src\/(store|operate\/(archive|backup|changes|export|upgrade))\//.test(file!)),
    [],
  );
});
