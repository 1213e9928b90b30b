/** The rows of the read tables: a rebuild writes the very rows that commits wrote, and `verify` expects the same. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { TestDatabase } from "../support/database.ts";
import { atDepth } from "../support/depth.ts";
import { createHistory } from "../support/history.ts";
import { flushAnew, listDifferences, readTables, rebuild, verifyTables } from "./compared-tables.ts";

let history: TestDatabase;

before(async () => {
  history = await createHistory();
});

after(() => history.close());

test("a rebuild writes the very rows that commits wrote", async () => {
  const written = await readTables(history.url);
  for (const { table, rows } of written) assert.ok(rows.length > 0, `the history leaves no row in ${table}`);
  await rebuild(history.url);
  assert.deepEqual(listDifferences(written, await readTables(history.url)), []);
  assert.deepEqual(await verifyTables(history.url), []);
});

const FLUSHED = [
  ["with six others", 7],
  ["by itself", 1],
  ["with all others", Number.POSITIVE_INFINITY],
] as const;

for (const [what, every] of FLUSHED.slice(0, atDepth({ quick: 1, deep: FLUSHED.length })))
  test(`the rows are the same where every batch is flushed ${what}`, async () => {
    const written = await readTables(history.url);
    await flushAnew(history.url, every);
    assert.deepEqual(listDifferences(written, await readTables(history.url)), []);
    assert.deepEqual(await verifyTables(history.url), []);
  });
