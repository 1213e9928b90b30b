/** Snapshots of a sandbox: named states to which its whole database can return, also after a restart. */
import { elementAt } from "../../core/values/element-at.ts";
import type { Exchange, Rules } from "../../core/state.ts";
import type { JournalHead } from "../journal/journal.ts";
import { loadTables } from "../projector/load-tables.ts";
import { READ_TABLES_VERSION } from "../projector/rebuild-tables.ts";
import { openDatabase } from "../sql/database.ts";
import type { AnySql, Sql, TransactionSql } from "../sql/database.ts";
import { inSnapshot } from "../sql/table-stream.ts";
import { transact } from "../sql/transact.ts";
import { takeBackText } from "../webhooks/webhook-feeds.ts";
import { readStoredTime, saveVirtualTime } from "./virtual-time.ts";
import type { StoredVirtualTime } from "./virtual-time.ts";

// Copies of all tables in a separate schema, and the statements that restore them. Only rows that differ are written, so a
// restore takes time by the number of changes.

/** Table in a snapshot; names are quoted. */
type CopiedTable = {
  readonly name: string;
  /** Columns to write; the other columns are computed from them. */
  readonly columns: readonly string[];
  /** Columns of its primary key; `null` for a table of a single row. */
  readonly key: readonly string[] | null;
};

/**
 * Tables that a restore leaves unchanged: bookkeeping of this database, and webhook endpoints, which outlive a restore as
 * connections do. A fork has no endpoints: receivers have not seen its events.
 */
const LEFT_OUT = [
  "migrations",
  "releases",
  "master_key",
  "snapshots",
  "leadership",
  "webhooks",
  "webhook_feeds",
  "webhook_deliveries",
];

const snapshotSchema = (no: number): string => `snapshot_${no}`;

/** Copies the tables that have rows into the schema, which must not exist. */
async function copyTables(sql: TransactionSql, schema: string): Promise<void> {
  const tables = await listFilled(sql, await listTables(sql));
  const copies = tables.map(({ name }) => `create table ${schema}.${name} as table ${name}`);
  await sql.unsafe([`create schema ${schema}`, ...copies].join(";"));
}

/** Restores all tables to their copied rows; tables without a copy had no rows. */
async function restoreCopiedTables(sql: TransactionSql, schema: string): Promise<void> {
  const tables = await listTables(sql);
  const copied = await sql<{ name: string }[]>`
    select quote_ident(tablename) as name from pg_tables where schemaname = ${schema}`;
  const filled = new Set(copied.map(({ name }) => name));
  await sql.unsafe(
    [
      "set constraints all deferred",
      "set local work_mem = '64MB'",
      // The copies have no indexes and no statistics: both sides are scanned once.
      "set local enable_nestloop = off",
      "set local enable_mergejoin = off",
      ...tables.flatMap((table) =>
        filled.has(table.name)
          ? restoreTable(table, `${schema}.${table.name}`)
          : [`delete from ${table.name}`],
      ),
    ].join(";"),
  );
}

function restoreTable({ name, columns, key }: CopiedTable, copy: string): string[] {
  const list = columns.join(", ");
  const insert = `insert into ${name} (${list}) overriding system value select ${list} from ${copy} was`;
  if (key === null) return [`delete from ${name}`, insert];
  const sameKey = key.map((column) => `was.${column} = now.${column}`).join(" and ");
  const rowOf = (side: string): string => `row(${columns.map((column) => `${side}.${column}`).join(", ")})`;
  return [
    `delete from ${name} now where not exists
      (select from ${copy} was where ${sameKey} and ${rowOf("was")} is not distinct from ${rowOf("now")})`,
    `${insert} where not exists (select from ${name} now where ${sameKey})`,
  ];
}

const listTables = async (sql: AnySql): Promise<CopiedTable[]> =>
  sql<CopiedTable[]>`
    select quote_ident(relname) as name,
      (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select array_agg(quote_ident(attname) order by attnum) from pg_index join pg_attribute
          on attrelid = indrelid and attnum = any(indkey)
        where indrelid = pg_class.oid and indisprimary) as key
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and not relname = any(${LEFT_OUT})
    order by relname`;

async function listFilled(sql: AnySql, tables: readonly CopiedTable[]): Promise<CopiedTable[]> {
  const asked = tables.map(
    ({ name }, place) => `select ${place} as place where exists (select from ${name})`,
  );
  const rows = await sql.unsafe<{ place: number }[]>(asked.join(" union all "));
  return rows.map(({ place }) => elementAt(tables, place));
}

export type Snapshot = {
  readonly no: number;
  readonly name: string;
  /** Exchange time of the snapshot, ms. */
  readonly madeAt: number;
  /** The last batch of the journal. */
  readonly seq: number;
  /** False if the snapshot has another release's tables. */
  readonly usable: boolean;
};

type NewSnapshot = Pick<Snapshot, "name" | "madeAt"> & Pick<JournalHead, "seq">;

/** Copies the database while nothing is underway; replaces an earlier snapshot of the same name. */
const storeSnapshot = (sql: Sql, { name, madeAt, seq }: NewSnapshot): Promise<Snapshot> =>
  transact(sql, async (transaction) => {
    await dropNamed(transaction, name);
    const layout = await readLayout(transaction);
    const [{ no }] = await transaction<[{ no: number }]>`
      insert into snapshots (name, made_at, seq, layout) values (${name}, ${madeAt}, ${seq}, ${layout}) returning no`;
    await copyTables(transaction, snapshotSchema(no));
    return { no, name, madeAt, seq, usable: true };
  });

/** Restores the database; webhooks continue with the events after the snapshot. */
const restoreStoredSnapshot = (sql: Sql, { no, seq }: Snapshot): Promise<void> =>
  transact(sql, async (transaction) => {
    await restoreCopiedTables(transaction, snapshotSchema(no));
    await transaction.unsafe(takeBackText(seq));
  });

/** Lists the snapshots in order of creation. */
async function listSnapshots(sql: Sql): Promise<Snapshot[]> {
  const layout = await readLayout(sql);
  return sql<Snapshot[]>`
    select no, name, made_at as "madeAt", seq, layout = ${layout} as usable from snapshots order by no`;
}

/**
 * Makes the transaction `sql` read the tables of a snapshot instead of the current ones. Throws if the snapshot cannot be
 * read.
 */
export async function readSnapshotTables(sql: Sql, name: string): Promise<void> {
  const found = (await listSnapshots(sql)).find((snapshot) => snapshot.name === name);
  if (found === undefined) throw new Error(`there is no snapshot "${name}"`);
  if (!found.usable) throw new Error(`the snapshot "${name}" was taken by another release`);
  if (found.seq === 0)
    throw new Error(`the snapshot "${name}" is of an exchange in which nothing had happened`);
  // Tables without rows were not copied, so the snapshot's schema does not list them: none of their current rows is read.
  const [{ schema }] = await sql<[{ schema: string }]>`select quote_ident(current_schema()) as schema`;
  await sql.unsafe(`set local search_path to ${snapshotSchema(found.no)}, ${schema}`);
}

/** Removes a snapshot; false if there is none of this name. */
const removeSnapshot = (sql: Sql, name: string): Promise<boolean> =>
  transact(sql, (transaction) => dropNamed(transaction, name));

async function dropNamed(sql: TransactionSql, name: string): Promise<boolean> {
  const [row] = await sql<{ no: number }[]>`delete from snapshots where name = ${name} returning no`;
  if (row === undefined) return false;
  await sql.unsafe(`drop schema if exists ${snapshotSchema(row.no)} cascade`);
  return true;
}

/** Reads the schema and the version of the read tables, which differ in other releases. */
async function readLayout(sql: Sql | TransactionSql): Promise<string> {
  const [{ name }] = await sql<[{ name: string }]>`select max(name collate "C") as name from migrations`;
  return `${name} ${READ_TABLES_VERSION}`;
}

// Session in which snapshots access the database, on its own connection.

export type SnapshotSession = {
  list(): Promise<Snapshot[]>;
  /** Copies the database while nothing is underway; replaces an earlier snapshot of the same name. */
  store(next: NewSnapshot): Promise<Snapshot>;
  /** Restores the database. */
  putBack(snapshot: Snapshot): Promise<void>;
  /** Removes a snapshot; false if there is none of this name. */
  remove(name: string): Promise<boolean>;
  /** Loads the exchange from the tables. */
  load(rules: Rules): Promise<{ readonly exchange: Exchange; readonly head: JournalHead }>;
  readTime(): Promise<StoredVirtualTime | undefined>;
  saveTime(time: StoredVirtualTime): Promise<void>;
  end(): Promise<void>;
};

export function openSnapshotSession(databaseUrl: string): SnapshotSession {
  const sql = openDatabase(databaseUrl, { name: "presage snapshots", maxConnections: 1 });
  return {
    list: () => listSnapshots(sql),
    store: (next) => storeSnapshot(sql, next),
    putBack: (snapshot) => restoreStoredSnapshot(sql, snapshot),
    remove: (name) => removeSnapshot(sql, name),
    load: (rules) => inSnapshot(databaseUrl, "presage load", (snapshot) => loadTables(snapshot, rules)),
    readTime: () => readStoredTime(sql),
    saveTime: (time) => saveVirtualTime(sql, time),
    end: () => sql.end({ timeout: 1 }),
  };
}
