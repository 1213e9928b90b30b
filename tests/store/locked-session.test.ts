/** The exchange's own connections: their lock is free when the exchange is gone, however it went. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { openLockedSession } from "../../src/store/journal/writer-session.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { until } from "../support/until.ts";

const LOCK = 7_265_739_100;

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.close());

const open = () =>
  openLockedSession({ url: database.url, name: "presage test", lock: LOCK }, async () => ({}));

it("an exchange that dies while a statement waits leaves its lock to the next", async () => {
  const sql = openDatabase(database.url, { name: "locked session test" });
  const first = await open();
  await assert.rejects(open(), { code: "database_in_use" });
  await sql.begin(async (held) => {
    await held`lock table journal`;
    const waits = first.client.query("select from journal").catch((error: unknown) => error);
    await until("the statement waits", async () => {
      const [row] =
        await sql`select from pg_stat_activity where pid = ${first.session.pid} and wait_event_type = 'Lock'`;
      return row !== undefined;
    });
    first.client.connection.stream.destroy();
    assert.ok((await waits) instanceof Error);
    await until("the next has the lock", async () => {
      const next = await open().catch(() => undefined);
      await next?.close();
      return next !== undefined;
    });
  });
  await first.close();
  await sql.end();
});
