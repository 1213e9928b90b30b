/**
 * A release whose read tables hold something else says so by their version: the first start of it makes them anew. A
 * version that was forgotten would leave the rows of the release before, which nothing else notices.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { digestReadTables, DIGESTS } from "./read-table-digests.ts";
import type { ReadTables } from "./read-table-digests.ts";

const RAISE =
  "raise READ_TABLES_VERSION in src/store/projector/rebuild-tables.ts, and run npx node tests/store/write-read-tables.ts";

test("read tables that differ from those of the release before have another version", async () => {
  const written: ReadTables = JSON.parse(readFileSync(DIGESTS, "utf8"));
  const { version, tables } = await digestReadTables();
  for (const [name, table] of Object.entries(tables))
    assert.deepEqual(table, written.tables[name], `the read table ${name} changed: ${RAISE}`);
  assert.deepEqual(Object.keys(tables), Object.keys(written.tables), RAISE);
  assert.equal(version, written.version, "npx node tests/store/write-read-tables.ts writes the new version");
});
