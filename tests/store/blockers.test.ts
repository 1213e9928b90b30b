/** Work on the database that waits for somebody's lock. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { reportBlockers } from "../../src/store/sql/blockers.ts";
import type { Blocker } from "../../src/store/sql/blockers.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { until } from "../support/until.ts";

let database: TestDatabase;
let holder: Sql;
let loading: Sql;

before(async () => {
  database = await createTestDatabase();
  holder = openDatabase(database.url, { name: "psql", maxConnections: 2 });
  loading = openDatabase(database.url, { name: "presage load", maxConnections: 1 });
});
after(async () => {
  await Promise.all([holder.end(), loading.end()]);
  await database.close();
});

it("names the sessions that hold the locks, once", async () => {
  const told: (readonly Blocker[])[] = [];
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  const tell = (blockers: readonly Blocker[]): void => void told.push(blockers);
  const telling = reportBlockers({ url: database.url, sessions: "presage %", tell, everyMs: 5 }, async () => {
    await loaded;
    return (await loading<{ orders: number }[]>`select count(*)::int as orders from orders`)[0]!.orders;
  });
  const pid = await holder.begin(async (held) => {
    await held`lock table orders in access exclusive mode`;
    const [{ own }] = await held<[{ own: number }]>`select pg_backend_pid() as own`;
    load();
    await until("it is told", () => told.length > 0);
    for (let query = 0; query < 100; query += 1) await held`select 1`;
    return own;
  });
  assert.equal(await telling, 0);
  assert.deepEqual(told, [[{ pid, name: "psql" }]]);
});
