/**
 * An upgrade of an exchange with trades, from the schema before 0021: each migration with its locks, the read tables made
 * anew from the journal, and the verification. Two sizes, of which one is twice the other, show if it is linear.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedServer } from "../src/store/server/embedded-server.ts";
import { findPostmaster } from "../src/store/server/server-process.ts";
import { openDatabase } from "../src/store/sql/database.ts";
import type { AnySql, Sql } from "../src/store/sql/database.ts";
import { listApplied, listMissing, MIGRATIONS, readMigrations } from "../src/store/sql/schema/migrate.ts";
import { inSnapshot } from "../src/store/sql/table-stream.ts";
import { updateSchema } from "../src/store/sql/schema/update-schema.ts";
import { planUpgrade } from "../src/operate/upgrade/plan-upgrade.ts";
import { rebuildDatabase, upgradeDatabase } from "../src/operate/upgrade/upgrade-database.ts";
import { verifyExchange } from "../src/store/verify/verify-exchange.ts";
import { fillEarlierDatabase } from "../tests/store/earlier-database.ts";
import { listChildren } from "./support/processor-meter.ts";
import { readStat } from "./support/processor-time.ts";
import { sized } from "./support/sized.ts";
import { storeJournal } from "./support/stored-journal.ts";
import { printTable } from "./support/table.ts";

const NAME = "presage bench";
const FROM = "0020_failed_settlements.sql";
/** Orders and cancels. */
const SIZES = [sized(500_000, 1_000), sized(1_000_000, 2_000)];
const BATCH = 30;
/** Trades that the figures are carried on to. */
const ASKED = 10_000_000;
/** Kinds of locks that reads of a table wait for. */
const HOLDS_READS = "AccessExclusiveLock";

type Migrated = { readonly name: string; readonly ms: number; readonly locks: readonly Lock[] };
type Lock = { readonly table: string; readonly mode: string };

type Measured = {
  readonly commands: number;
  readonly trades: number;
  readonly events: number;
  readonly journalBytes: number;
  readonly tableBytes: number;
  readonly migrated: readonly Migrated[];
  readonly tables: Took;
  readonly verification: Took;
};

/** Seconds by the clock, and of processors: those count where other programs run beside. */
type Took = { readonly seconds: number; readonly processor: number };

/** Applies the missing migrations as an upgrade does, and tells what each locked besides its own new tables. */
async function migrateWatched(sql: Sql): Promise<Migrated[]> {
  const missing = await listMissing(sql, await listApplied(sql), await readMigrations(MIGRATIONS));
  const migrated: Migrated[] = [];
  for (const { name, sha256, text } of missing) {
    const [{ next }] = await sql<[{ next: number }]>`select max(oid)::int8 as next from pg_class`;
    const startedAt = performance.now();
    const locks = await sql.begin(async (transaction) => {
      await transaction.unsafe(text).simple();
      await transaction`insert into migrations (name, sha256) values (${name}, ${sha256})`;
      return listLocks(transaction, next);
    });
    migrated.push({ name, ms: performance.now() - startedAt, locks });
  }
  return migrated;
}

/** Locks of tables that were there before, which others have to wait for: of each table the strongest. */
const listLocks = async (sql: AnySql, last: number): Promise<Lock[]> =>
  sql<Lock[]>`
    select relation::regclass::text as table, min(mode) as mode from pg_locks join pg_class on pg_class.oid = relation
    where pid = pg_backend_pid() and relkind = 'r' and relnamespace = 'public'::regnamespace
      and pg_class.oid <= ${last}::int8::oid and mode in ('ShareLock', 'ShareRowExclusiveLock', ${HOLDS_READS})
    group by 1 order by 1`;

/** Measures work with all that the server does for it. */
async function time(postmaster: number, work: () => Promise<void>): Promise<Took> {
  const read = (): number =>
    [process.pid, postmaster, ...listChildren(postmaster)]
      .map((pid) => readStat(`/proc/${pid}/stat`))
      .reduce((sum, stat) => sum + (stat?.ms ?? 0) + (stat?.endedMs ?? 0), 0) / 1_000;
  const [before, startedAt] = [read(), performance.now()];
  await work();
  return { seconds: (performance.now() - startedAt) / 1_000, processor: read() - before };
}

async function upgradeTables(url: string): Promise<void> {
  if ((await upgradeDatabase(url)) === undefined) throw new Error("the read tables stayed as they were");
}

async function verify(url: string): Promise<void> {
  const { ok, differences } = await inSnapshot(url, NAME, verifyExchange);
  if (!ok) throw new Error(differences[0]);
}

type Server = { readonly url: string; readonly postmaster: number };

async function measure({ url: serverUrl, postmaster }: Server, commands: number): Promise<Measured> {
  const [now, earlier] = ["now", "earlier"].map((name) => `${name}_${commands}`);
  await withSql(serverUrl, async (sql) => {
    for (const name of [now, earlier]) await sql`create database ${sql(name!)}`;
  });
  const [url, earlierUrl] = [now, earlier].map((name) => serverUrl.replace(/[^/]+$/, name!)) as [
    string,
    string,
  ];
  await updateSchema(url);
  const events = await withSql(url, (sql) => storeJournal(sql, { commands, batch: BATCH }));
  await rebuildDatabase(url);
  await fillEarlierDatabase(earlierUrl, url, FROM);
  const [{ trades }] = await withSql(
    url,
    (sql) => sql<[{ trades: number }]>`select count(*)::int8 as trades from trades`,
  );
  const { bytes } = await inSnapshot(earlierUrl, NAME, planUpgrade);
  const migrated = await withSql(earlierUrl, migrateWatched);
  const tables = await time(postmaster, () => upgradeTables(earlierUrl));
  const verification = await time(postmaster, () => verify(earlierUrl));
  const [journalBytes, tableBytes] = [bytes.journal, bytes.readTables];
  return {
    commands,
    trades,
    events,
    journalBytes,
    tableBytes,
    migrated,
    tables,
    verification,
  };
}

async function withSql<T>(url: string, use: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = openDatabase(url, { name: NAME, maxConnections: 1 });
  return use(sql).finally(() => sql.end());
}

function printMigrations(measured: readonly Measured[]): void {
  console.log(
    "milliseconds of each migration by trades, and the tables that were there and are locked: * for reads too",
  );
  const rows = measured[0]!.migrated.map(({ name, locks }, index) => [
    name,
    ...measured.map(({ migrated }) => migrated[index]!.ms.toFixed(1)),
    locks.map(({ table, mode }) => table + (mode === HOLDS_READS ? "*" : "")).join(" ") || "-",
  ]);
  printTable(["migration", ...measured.map(({ trades }) => `${trades}`), "locks"], rows);
}

function printWhole(measured: readonly Measured[]): void {
  const inMb = (bytes: number): string => (bytes / 1e6).toFixed(0);
  console.log("an upgrade in all, by history");
  printTable(
    [
      "trades",
      "events",
      "journal MB",
      "read tables MB",
      "tables s",
      "processor s",
      "verify s",
      "processor s",
    ],
    measured.map(({ trades, events, journalBytes, tableBytes, tables, verification }) => [
      trades,
      events,
      inMb(journalBytes),
      inMb(tableBytes),
      ...[tables, verification].flatMap(({ seconds, processor }) => [
        seconds.toFixed(1),
        processor.toFixed(1),
      ]),
    ]),
  );
  const costs = measured.map(({ events, tables }) => tables.processor / events);
  console.log(
    `processor time an event, twice as many to once: ${(costs[1]! / costs[0]!).toFixed(2)} (linear: 1)`,
  );
  const { trades, journalBytes, tables, verification } = measured[1]!;
  const minutes = (took: Took): string => ((took.processor / trades) * (ASKED / 60)).toFixed(0);
  console.log(
    `carried on to 10 M trades: ${minutes(tables)} min of a processor for the tables, ${minutes(verification)} for the verification`,
  );
  console.log(
    `${(journalBytes / 1e6 / tables.processor).toFixed(1)} MB of journal in a second of a processor`,
  );
}

export async function bench(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "presage-bench-"));
  try {
    const server = await startEmbeddedServer({ directory, log: () => {} });
    try {
      const postmaster = findPostmaster(join(directory, "postgres", "cluster"))?.pid ?? 0;
      const measured: Measured[] = [];
      for (const commands of SIZES) {
        const one = await measure({ url: server.url, postmaster }, commands);
        console.log(`${commands} orders and cancels: ${one.trades} trades are upgraded`);
        measured.push(one);
      }
      printMigrations(measured);
      printWhole(measured);
    } finally {
      await server.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
