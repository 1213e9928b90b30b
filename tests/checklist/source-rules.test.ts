/** Rules for every line of the source that lint cannot state: no floating point near money, no foreign text in SQL. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
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

test("the lint keeps clocks, chance, processes and other rooms out of the core", () => {
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
