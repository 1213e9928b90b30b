/** Checks that docs/rejections.md has every rejection, in order of precedence, with its effect and a remedy. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { REJECTIONS } from "../../src/core/rejection.ts";
import { REFUSALS } from "../../src/http/trading/refusal.ts";
import { listMissingEntries } from "./rejection-entries.ts";
import { REMEDIES } from "./rejection-remedies.ts";
import { rejectionsPage } from "./rejections-page.ts";

const codes = Object.keys(REJECTIONS);

test("the page is what the tables give; npm run openapi writes it", () => {
  const { url, text } = rejectionsPage();
  assert.equal(readFileSync(url, "utf8"), text);
});

for (const code of codes)
  test(`${code} has every entry that a rejection needs`, () => {
    const missing = listMissingEntries(code);
    assert.deepEqual(missing, [], `${code}: ${missing.join(", ")}`);
  });

test("a code that is nowhere is told what it needs", () => {
  assert.deepEqual(listMissingEntries("new_code"), [
    "no file in tests/docs/tested-rejections.ts that provokes it",
    "no status and text in src/http/trading/refusal.ts",
    "no remedy in tests/docs/rejection-remedies.ts",
  ]);
});

test("the tables of texts and of remedies have the order of precedence", () => {
  assert.deepEqual(Object.keys(REFUSALS), codes);
  assert.deepEqual(Object.keys(REMEDIES), codes);
});

for (const [code, { todo, hint }] of Object.entries(REMEDIES)) {
  test(`${code}: something to do about it, and a hint`, () => {
    assert.match(todo, /^[A-Z].{8,}\.$/);
    assert.ok(hint.length > 8);
  });
}
