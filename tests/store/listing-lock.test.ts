/** The lock of those who list: each reads what the one before it listed, though the read tables stand behind. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { withListingLock } from "../../src/store/catalog/stored-listings.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { transact } from "../../src/store/sql/transact.ts";
import { NotAttempted } from "../../src/store/sql/unavailable.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { until } from "../support/until.ts";

let database: TestDatabase;
let sql: Sql;

before(async () => {
  database = await createTestDatabase();
  sql = openDatabase(database.url, { maxConnections: 4 });
});
after(async () => {
  // As the exchange does: without a limit the library may wait for a connection that a test here has ended.
  await sql.end({ timeout: 1 });
  await database.close();
});

async function isWaited(): Promise<boolean> {
  const [row] = await sql`select from pg_locks where locktype = 'advisory' and not granted`;
  return row !== undefined;
}

test("who has waited for the lock waits for the tables again, and reads what was listed meanwhile", async () => {
  const steps: string[] = [];
  const listing = Promise.withResolvers<void>();
  const holds = Promise.withResolvers<void>();
  const first = withListingLock(
    async () => sql,
    async () => async () => {
      holds.resolve();
      await listing.promise;
      steps.push("listed");
    },
  );
  await holds.promise;
  const fenced = async (): Promise<Sql> => {
    steps.push("asked");
    // The tables follow only now.
    if (steps.includes("listed"))
      await sql`insert into sites (host, wallet) values ('late.example', ${WALLET})`;
    return sql;
  };
  const second = withListingLock(fenced, async (transaction) => {
    const rows = await transaction`select host from sites`;
    return async () => rows.map(({ host }) => host);
  });
  await until("the second one waits", isWaited);
  assert.deepEqual(steps, ["asked"]);
  listing.resolve();
  await first;
  assert.deepEqual(await second, ["late.example"]);
  assert.deepEqual(steps, ["asked", "listed", "asked"]);
});

test("who lists is told the result though the lock's connection ends meanwhile", async () => {
  const listing = Promise.withResolvers<void>();
  const began = Promise.withResolvers<number>();
  const result = withListingLock(
    async () => sql,
    async (transaction) => {
      const [row] = await transaction<[{ pid: number }]>`select pg_backend_pid() as pid`;
      return async () => {
        began.resolve(row.pid);
        await listing.promise;
        return "listed";
      };
    },
  );
  await sql`select pg_terminate_backend(${await began.promise})`;
  await sql`select`;
  listing.resolve();
  assert.equal(await result, "listed");
});

test("who cannot read what is listed is told that nothing was done", async () => {
  const locked = withListingLock(
    async () => sql,
    async (transaction) => {
      await transaction`set local statement_timeout = 1`;
      await transaction`select pg_sleep(10)`;
      return async () => "listed";
    },
  );
  await assert.rejects(locked, NotAttempted);
});

test("a transaction whose connection ends in a pause sends nothing on it, and its caller is told", async () => {
  const began = Promise.withResolvers<number>();
  const paused = Promise.withResolvers<void>();
  let sent = false;
  const transaction = transact(sql, async (connected, pause) => {
    const [row] = await connected<[{ pid: number }]>`select pg_backend_pid() as pid`;
    began.resolve(row.pid);
    await pause(paused.promise);
    sent = true;
    await connected`select`;
  });
  const pid = await began.promise;
  await Promise.all([assert.rejects(transaction), sql`select pg_terminate_backend(${pid})`]);
  paused.resolve();
  await sql`select`;
  assert.equal(sent, false);
});

const WALLET = `0x${"a1".repeat(20)}`;
