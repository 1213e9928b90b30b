import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { openLockedSession } from "../../src/store/journal/writer-session.ts";
import { type Sql, openDatabase } from "../../src/store/sql/database.ts";
import { type TestDatabase, createTestDatabase } from "../support/database.ts";

const LOCK = 7_265_739_101;

let database: TestDatabase;
let sql: Sql;

before(async () => {
  database = await createTestDatabase();
  sql = openDatabase(database.url, { maxConnections: 1, statementTimeoutMs: 1_000, name: "presage test" });
});

after(async () => {
  await sql.end();
  await database.close();
});

describe("a database connection", () => {
  it("reads int8 as a number, alone and in arrays, and numeric as text", async () => {
    const largest = Number.MAX_SAFE_INTEGER;
    const [row] = await sql`
      select ${largest}::int8 as one, ${[1, -largest]}::int8[] as many, 0.1::numeric as exact, '{"a":[1]}'::jsonb as json`;
    assert.deepEqual({ ...row }, { one: largest, many: [1, -largest], exact: "0.1", json: { a: [1] } });
  });

  it("throws for an int8 that a number cannot hold, and goes on", async () => {
    for (const value of ["9007199254740992", "-9007199254740992"]) {
      await assert.rejects(sql`select ${value}::text::int8 as n`, /is not a safe integer/);
    }
    const [row] = await sql`select 1::int8 as n, current_setting('application_name') as name`;
    assert.deepEqual({ ...row }, { n: 1, name: "presage test" });
  });

  it("compiles no query, where the server would", async () => {
    const [own] = await sql`select current_database() as name`;
    await sql.unsafe(`alter database "${own?.["name"]}" set jit = on`);
    const fresh = openDatabase(database.url, { maxConnections: 1 });
    const [row] = await fresh`select current_setting('jit') as jit`;
    await fresh.end();
    const session = await openLockedSession(
      { url: database.url, name: "presage test", lock: LOCK },
      async () => ({}),
    );
    const { rows } = await session.client.query<{ jit: string }>("select current_setting('jit') as jit");
    await session.close();
    assert.deepEqual([row?.["jit"], rows[0]?.jit], ["off", "off"]);
  });

  it("cancels a statement that runs too long", async () => {
    await assert.rejects(sql`select pg_sleep(60)`, { code: "57014" });
  });
});
