/** Reads in pieces: all rows in their order, and the end of a connection in the middle is an error and nothing else. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openDatabase, reconnect } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { readInChunks } from "../../src/store/sql/read-in-chunks.ts";
import { createTestDatabase } from "../support/database.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: Sql;
before(async () => {
  database = await createTestDatabase();
  sql = openDatabase(database.url, { maxConnections: 1 });
});
after(async () => {
  await sql.end({ timeout: 1 });
  await database.close();
});

const numbers = (count: number) => sql<{ no: number }[]>`
  select no from generate_series(1, ${count}::int) as no`;

for (const count of [0, 1, 24, 25, 26, 250])
  test(`${count} rows`, async () => {
    const rows = await readInChunks(numbers(count));
    assert.deepEqual(
      rows.map(({ no }) => no),
      Array.from({ length: count }, (_, index) => index + 1),
    );
  });

test("a connection that closes in the middle is an error, and the next reads are whole", async () => {
  const [{ pid }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const other = openDatabase(database.url, { maxConnections: 1 });
  const reading = readInChunks(numbers(10_000_000));
  const rejected = assert.rejects(reading, /terminat|clos|reset/i);
  await other`select pg_terminate_backend(${pid}, 5000)`;
  await rejected;
  await other.end({ timeout: 1 });
  await reconnect(sql);
  const rows = await readInChunks(numbers(3));
  assert.deepEqual(
    rows.map(({ no }) => no),
    [1, 2, 3],
  );
});
