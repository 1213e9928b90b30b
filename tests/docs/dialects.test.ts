/**
 * Checks that docs/reference/dialects.md has the tables of differences between the dialects. Each row is true: either the code
 * that differs reads the row, or a test named here shows the difference.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { DIFFERENCES } from "../../src/http/dialects/dialect-differences.ts";
import type { DifferenceName } from "../../src/http/dialects/dialect-differences.ts";
import type { Difference } from "../../src/http/dialects/difference.ts";
import { dialectsPage } from "./dialects-page.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");

test("the page is what the table gives; npm run openapi writes it", () => {
  const { url, text } = dialectsPage();
  assert.equal(readFileSync(url, "utf8"), text);
});

/** Tests of the rows that no code reads: the file, and a part of the test's name. */
const SHOWN: { readonly [N in DifferenceName]?: readonly [file: string, name: string] } = {
  failedSignature: ["tests/http/auth-matrix.test.ts", "credentials of which a part is another's"],
  refusedTerms: ["tests/http/account/place-order-refusals.test.ts", "`${row.code}: ${row.name}`"],
  uncoveredOrder: ["tests/http/account/place-order-refusals.test.ts", "`${row.code}: ${row.name}`"],
  routeTexts: ["tests/http/reads/route-texts.test.ts", "GET ${path}: ${error}"],
  malformedOrderId: ["tests/http/reads/route-texts.test.ts", "GET ${path}: ${error}"],
  bannedOwner: ["tests/http/account/fees.test.ts", "orders of a banned owner are refused"],
  firstDepositWallet: [
    "tests/http/account/balance-allowance.test.ts",
    "a first key opens the deposit wallet of the dialect's service",
  ],
  realizedPercent: ["tests/http/data/position-figures.test.ts", "are those of the service, to the last"],
  closedPositionPages: ["tests/http/data/position-parameters.test.ts", "and say which limit applied"],
  events: ["tests/http/data/position-parameters.test.ts", "name events instead of markets in the"],
  activityFilters: ["tests/http/data/activity-refusals.test.ts", "nothing that only another dialect has"],
};

const code = globSync("src/**/*.ts", { cwd: root })
  .filter((path) => !path.endsWith("dialect-differences.ts"))
  .map(read)
  .join("\n");

test("no code compares a dialect: it asks the table", () => {
  const comparing = globSync("src/**/*.ts", { cwd: root }).filter((path) =>
    /dialect\s*[!=]==\s*"|"(?:spec|polymarket|kuest)"\s*[!=]==/i.test(read(path)),
  );
  assert.deepEqual(comparing, []);
});

const rows: readonly (readonly [string, Difference])[] = Object.entries(DIFFERENCES);
for (const [name, row] of rows) {
  test(`${row.interface}, ${row.topic}: the dialects differ as the row says`, () => {
    assert.ok(new Set([row.spec, row.polymarket, row.kuest]).size > 1, "the same in all dialects");
    if (row.does !== undefined) {
      assert.ok(new Set(Object.values(row.does)).size > 1, "code is told the same in all dialects");
      assert.ok(code.includes(`DIFFERENCES.${name}.does[`), `no code asks DIFFERENCES.${name}`);
      return;
    }
    const shown = Object.entries(SHOWN).find(([shownName]) => shownName === name)?.[1];
    assert.ok(
      shown !== undefined,
      `DIFFERENCES.${name} has no keys for code, and no test is named that shows it`,
    );
    const [file, part] = shown;
    assert.ok(read(file).includes(part), `${file} has no test of the name "${part}"`);
  });
}
