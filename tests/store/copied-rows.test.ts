import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { copyRows } from "../../src/store/sql/copied-rows.ts";
import type { CopiedRow } from "../../src/store/sql/copied-rows.ts";
import { openSnapshot } from "../../src/store/sql/table-stream.ts";
import type { Snapshot } from "../../src/store/sql/table-stream.ts";
import { type TestDatabase, createTestDatabase } from "../support/database.ts";

let database: TestDatabase;
let sql: Snapshot;

before(async () => {
  database = await createTestDatabase();
  sql = await openSnapshot(database.url, "copied rows test");
});

after(async () => {
  await sql.end();
  await database.close();
});

async function listRows<Row>(query: string, read: (row: CopiedRow) => Row): Promise<Row[]> {
  const rows: Row[] = [];
  await copyRows(sql, query, (row) => rows.push(read(row)));
  return rows;
}

function digestOf(whole: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(whole));
  return `0x${createHash("sha256").update(bytes).digest("hex")}`;
}

const readInteger = (row: CopiedRow): number => row.integer(0);

describe("rows that are copied", () => {
  it("have each column as it is stored, by its place in the query", async () => {
    const rows = await listRows(
      `select n::smallint as small, -n as whole, n::bigint * 9007199254740991 as big, n = 0 as flag,
        'Grüße ' || n as word, ('00000000-0000-4000-8000-00000000000' || n + 2)::uuid::text, sha256(int8send(n)) as bytes
      from generate_series(-1, 1) as row (n) order by n`,
      (row) => [
        row.integer(0),
        row.integer(1),
        row.integer(2),
        row.flag(3),
        row.word(4),
        row.word(5),
        row.digest(6),
      ],
    );
    assert.deepEqual(rows, [
      [-1, 1, -9007199254740991, false, "Grüße -1", "00000000-0000-4000-8000-000000000001", digestOf(-1)],
      [0, 0, 0, true, "Grüße 0", "00000000-0000-4000-8000-000000000002", digestOf(0)],
      [1, -1, 9007199254740991, false, "Grüße 1", "00000000-0000-4000-8000-000000000003", digestOf(1)],
    ]);
  });

  it("have the same word after others, of the same length and of another", async () => {
    const words = ["BUY", "SELL", "BUY", "BID", "BUY", "BUY", "", "é", "è"];
    const rows = await listRows(
      `select word from unnest(array['${words.join("','")}']) with ordinality as row (word, n) order by n`,
      (row) => row.word(0),
    );
    assert.deepEqual(rows, words);
  });

  it("may be none, or more than fit into one message of the network", async () => {
    assert.deepEqual(await listRows("select 1 where false", readInteger), []);
    const many = await listRows(
      "select n, repeat('x', n % 3000) from generate_series(1, 20000) as row (n)",
      (row) => [row.integer(0), row.word(1).length],
    );
    assert.deepEqual(
      many,
      Array.from({ length: 20_000 }, (_, index) => [index + 1, (index + 1) % 3_000]),
    );
  });

  it("throw for what their reader cannot hold, of which the snapshot knows nothing", async () => {
    for (const [query, expected] of [
      ["select 1 union all select null::integer", /without a value/],
      ["select 9007199254740992", /is not a safe integer/],
      ["select -9007199254740992", /is not a safe integer/],
      ["select 1.5::numeric", /an integer of \d+ bytes/],
    ] as const)
      await assert.rejects(listRows(query, readInteger), expected, query);
    await assert.rejects(
      listRows("select '\\x00'::bytea", (row) => row.digest(0)),
      /a digest of 1 bytes/,
    );
    assert.deepEqual(await listRows("select 7", readInteger), [7]);
  });

  it("fail with what the server says, before the first row and after it", async () => {
    await assert.rejects(listRows("select nothing", readInteger), { code: "42703" });
    await assert.rejects(listRows("select 10 / (3 - n) from generate_series(1, 5) as row (n)", readInteger), {
      code: "22012",
    });
    assert.deepEqual(await listRows("select 7", readInteger), [7]);
  });

  it("fail when the connection is lost", async () => {
    const rows = listRows(
      "select n from generate_series(1, 5) as row (n), pg_terminate_backend(pg_backend_pid())",
      readInteger,
    );
    await assert.rejects(rows, { code: "57P01" });
    assert.deepEqual(await listRows("select 7", readInteger), [7]);
  });
});
