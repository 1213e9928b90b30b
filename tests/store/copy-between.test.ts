/** Copies of rows from session to session: more than fit into buffers, and what one of both refuses. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { withCopySession } from "../../src/store/sql/copied-rows.ts";
import { copyBetween } from "../../src/store/sql/copy-between.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { withSql } from "../support/history.ts";

const ROWS = 40_000;

let from: TestDatabase;
let to: TestDatabase;

before(async () => {
  [from, to] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await withSql(
    from.url,
    (sql) => sql`
    create table numbers as select no, repeat('x', 500) as text from generate_series(1, ${ROWS}::int) as no`,
  );
  await withSql(to.url, (sql) => sql`create table numbers (no int check (no <> 39999), text text)`);
});

after(() => Promise.all([from.close(), to.close()]));

const copy = (query: string, into = "numbers (no, text)"): Promise<void> =>
  withCopySession(from.url, (source) =>
    withCopySession(to.url, (sink) => copyBetween(source, sink, { query, into })),
  );

const count = (): Promise<number> =>
  withSql(to.url, async (sql) => {
    const [{ rows }] = await sql<[{ rows: number }]>`select count(*)::int8 as rows from numbers`;
    return rows;
  });

it("takes all rows, also those that have to wait for the other side", async () => {
  const warned: string[] = [];
  const warn = ({ message }: Error): number => warned.push(message);
  process.on("warning", warn);
  await copy("select no, text from numbers where no <> 39999");
  process.off("warning", warn);
  assert.equal(await count(), ROWS - 1);
  assert.deepEqual(warned, []);
});

it("tells what one of both refused, and leaves nothing of it", async () => {
  const had = await count();
  await assert.rejects(copy("select no, text from numbers"), /violates check constraint/);
  await assert.rejects(copy("select no, text from nowhere"), /relation "nowhere" does not exist/);
  await assert.rejects(
    copy("select no, text, 1 / (no - 39000) from numbers"),
    /division by zero|row field count/,
  );
  await assert.rejects(copy("select no, text from numbers", "nowhere"), /relation "nowhere" does not exist/);
  assert.equal(await count(), had);
});

it("goes on with the same sessions after a failure", async () => {
  await withCopySession(from.url, (source) =>
    withCopySession(to.url, async (sink) => {
      const into = "numbers (no, text)";
      await assert.rejects(
        copyBetween(source, sink, { query: "select no, text from numbers", into }),
        /check/,
      );
      const had = await count();
      await copyBetween(source, sink, { query: "select no, text from numbers limit 7", into });
      assert.equal(await count(), had + 7);
    }),
  );
});
