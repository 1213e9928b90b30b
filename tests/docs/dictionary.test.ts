/** Documents that have tables made from the dictionary of exported data. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { EXPORTED_NAMES, SCHEMA_VERSION } from "../../src/operate/export/data-dictionary.ts";
import { exportPage, dictionaryPage } from "./dictionary-page.ts";

test("docs/data/dictionary.md has its tables; npm run openapi writes it", () => {
  const { url, text } = dictionaryPage();
  assert.equal(readFileSync(url, "utf8"), text);
  const headings = [...text.matchAll(/^## `(\w+)`$/gm)].map(([, name]) => name);
  assert.deepEqual(headings, EXPORTED_NAMES);
  assert.match(text, new RegExp(`\`schemaVersion\` is ${SCHEMA_VERSION}[,.]`));
});

test("docs/data/export.md has its table of tables; npm run openapi writes it", () => {
  const { url, text } = exportPage();
  assert.equal(readFileSync(url, "utf8"), text);
});
