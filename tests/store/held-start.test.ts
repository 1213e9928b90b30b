/** Starts while another session holds a table: they wait for it, whichever it is, and open when it is free. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { atDepth } from "../support/depth.ts";
import { withSql } from "../support/history.ts";
import { until } from "../support/until.ts";
import { withExchange } from "../support/with-exchange.ts";

const MASTER_KEY = "5e".repeat(32);
/** Session that waits first for each of these tables; it has no time limit, as those of reads and of the writer do. */
const WAITING: Readonly<Record<string, string>> = {
  migrations: "presage migration",
  journal: "presage migration",
  read_tables: "presage migration",
  releases: "presage migration",
  api_keys: "presage migration",
  further_keys: "presage migration",
  heartbeats: "presage migration",
  connected_keys: "presage migration",
  delayed_orders: "presage migration",
  failing_settlements: "presage migration",
  master_key: "presage writer",
  markets: "presage load",
  orders: "presage copy",
  wallet_names: "presage load",
};

/** Tables of a quick run, one for each session; a deep one holds all. */
const SAMPLE = atDepth({ quick: ["journal", "read_tables", "markets", "orders"], deep: undefined });

const isHeld = ({ name }: { readonly name: string }): boolean => SAMPLE?.includes(name) ?? true;

let database: TestDatabase;
let holder: Sql;

before(async () => {
  database = await createTestDatabase();
  holder = openDatabase(database.url, { maxConnections: 1 });
});
after(async () => {
  await holder.end();
  await database.close();
});

const start = (): Promise<void> => withExchange(database.url, MASTER_KEY, async () => {});

/** Finds the name of a session that waits for one of the holder's locks. */
const findWaiting = (pid: number): Promise<string | undefined> =>
  withSql(database.url, async (sql) => {
    const [waiting] = await sql<{ name: string }[]>`
      select application_name as name from pg_stat_activity
      where datname = current_database() and ${pid}::int = any (pg_blocking_pids(pid))`;
    return waiting?.name;
  });

/** Starts while the table is held, and gives the session that waited for it after the start has opened. */
async function startHeld(table: string): Promise<string | undefined> {
  let over = false;
  let waiting: string | undefined;
  let starting: Promise<void> | undefined;
  await holder.begin(async (held) => {
    await held`lock table ${held(table)} in access exclusive mode`;
    const [{ pid }] = await held<[{ pid: number }]>`select pg_backend_pid() as pid`;
    starting = start().finally(() => (over = true));
    await until(`${table} is waited for`, async () => {
      waiting = await findWaiting(pid);
      return waiting !== undefined || over;
    });
  });
  await starting;
  return waiting;
}

it("a start waits for each table that it reads, without a limit, and opens when that is free", async () => {
  await start();
  const tables = await holder<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  const waited: Record<string, string | undefined> = {};
  for (const { name } of tables.filter(isHeld)) waited[name] = await startHeld(name);
  for (const [name, session] of Object.entries(WAITING))
    if (isHeld({ name })) assert.equal(waited[name], session, name);
  assert.ok(!Object.values(waited).includes("presage reads"), JSON.stringify(waited));
});
