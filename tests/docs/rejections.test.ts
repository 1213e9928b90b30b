/** Checks that docs/reference/rejections.md has every rejection, in order of precedence, with its effect and a remedy. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { REJECTIONS } from "../../src/core/rejection.ts";
import { ERROR_TEXTS } from "../../src/http/trading/wire-error.ts";
import { listMissingEntries } from "./rejection-entries.ts";
import { REMEDIES } from "./rejection-remedies.ts";
import { rejectionsPage } from "./rejections-page.ts";

const codes = Object.keys(REJECTIONS);

test("the page is what the tables give; npm run openapi writes it", () => {
  const { url, text } = rejectionsPage();
  assert.equal(readFileSync(url, "utf8"), text);
});

test("every code has every entry that a rejection needs", () => {
  assert.deepEqual(codes.flatMap(listMissingEntries), []);
});

test("the tables of texts and of remedies have the order of precedence", () => {
  assert.deepEqual(Object.keys(ERROR_TEXTS), codes);
  assert.deepEqual(Object.keys(REMEDIES), codes);
});
