/** Rehearses an upgrade on a copy: a separate server in a directory that is removed at the end. */
import { join } from "node:path";
import type { Client } from "pg";
import { readRunMode } from "../../store/journal/run-mode.ts";
import type { RunMode } from "../../store/journal/run-mode.ts";
import { startEmbeddedServer } from "../../store/server/embedded-server.ts";
import { openTemporaryDirectory } from "../../store/server/temporary-directory.ts";
import { joinSnapshot, withCopySession } from "../../store/sql/copied-rows.ts";
import { copyBetween } from "../../store/sql/copy-between.ts";
import { openDatabase } from "../../store/sql/database.ts";
import type { Sql } from "../../store/sql/database.ts";
import { MIGRATIONS, listApplied, migrate } from "../../store/sql/schema/migrate.ts";
import { inSnapshot } from "../../store/sql/table-stream.ts";
import type { Snapshot } from "../../store/sql/table-stream.ts";
import { verifyExchange } from "../../store/verify/verify-exchange.ts";
import type { Verification } from "../../store/verify/verify-exchange.ts";
import { upgradeDatabase } from "./upgrade-database.ts";

// Copies an exchange's database with its current schema. The copy is made from one snapshot, so that the exchange may
// continue, and the source is only read.

type Table = {
  readonly name: string;
  /** Columns with stored values; generated ones follow from them. */
  readonly columns: readonly string[];
  /** Tables that this table references. */
  readonly names: readonly string[];
};

/** Tables about a database itself; the migrations fill them. */
const NOT_COPIED = ["migrations", "releases"];

/** Copies an exchange into an empty database. Calls `onTable` after each table with the number of copied tables and of all. */
async function copyDatabase(
  source: Snapshot,
  target: Sql & { readonly url: string },
  onTable: (done: number, total: number) => void = () => {},
): Promise<void> {
  const last = (await listApplied(source)).at(-1);
  await migrate(target, MIGRATIONS, { last: last?.name });
  const tables = await listTables(target);
  const own = new Set(tables.map(({ name }) => name));
  // Other tables are the operator's, and no migration uses them.
  const found = (await listTables(source)).filter(({ name }) => own.has(name));
  assertSameTables(found, tables);
  await withCopySession(source.url, (from) =>
    withCopySession(target.url, async (to) => {
      await joinSnapshot(from, source);
      for (const [index, table] of sortByReferences(tables).entries()) {
        await copyTable(from, to, table);
        onTable(index + 1, tables.length);
      }
    }),
  );
  await target.unsafe("analyze");
}

function copyTable(from: Client, to: Client, { name, columns }: Table): Promise<void> {
  const list = columns.join(", ");
  return copyBetween(from, to, { query: `select ${list} from ${name}`, into: `${name} (${list})` });
}

const listTables = async (sql: Sql): Promise<Table[]> =>
  sql<Table[]>`
    select quote_ident(relname) as name,
      array(select quote_ident(attname) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns,
      array(select quote_ident(other.relname) from pg_constraint join pg_class other on other.oid = confrelid
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as names
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and not relname = any(${NOT_COPIED})
    order by relname`;

/** Sorts tables so that each follows the tables that its rows reference. */
function sortByReferences(tables: readonly Table[]): Table[] {
  const placed = new Map<string, Table>();
  const place = (table: Table): void => {
    for (const other of tables) if (table.names.includes(other.name) && !placed.has(other.name)) place(other);
    placed.set(table.name, table);
  };
  tables.forEach(place);
  return [...placed.values()];
}

/** Throws if the tables are not those that the migrations made. */
function assertSameTables(found: readonly Table[], expected: readonly Table[]): void {
  const textOf = (tables: readonly Table[]): Set<string> =>
    new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)));
  const [there, made] = [textOf(found), textOf(expected)];
  const more = [...there].filter((column) => !made.has(column));
  const less = [...made].filter((column) => !there.has(column));
  if (more.length + less.length === 0) return;
  const faults = [
    ...(more.length > 0 ? [`it has ${more.join(", ")} besides`] : []),
    ...(less.length > 0 ? [`it lacks ${less.join(", ")}`] : []),
  ];
  throw new Error(
    `The tables of the database are not those that its migrations made: ${faults.join("; ")}. Somebody changed them; an upgrade may fail or leave that out.`,
  );
}

export type Rehearsal = {
  readonly copySeconds: number;
  readonly migrations: readonly { readonly name: string; readonly seconds: number }[];
  /** Seconds for the rebuild of the read tables; `null` if they were not rebuilt. */
  readonly tablesSeconds: number | null;
  readonly verifySeconds: number;
  readonly verification: Verification;
  /** The mode stored in the copy; `null` if the next start must state it. */
  readonly mode: RunMode | null;
};

type RehearsalOptions = {
  /** Parent directory of the copy's own. */
  readonly root?: string | undefined;
  /** Called repeatedly with the progress of a step. */
  readonly onStep: (step: string, done: number, total: number) => void;
};

/** Name of the copy on its server. */
const COPY_NAME = "rehearsal";

/** Upgrades a copy of the database and verifies it. Throws if a step fails; the database itself is only read. */
export async function rehearseUpgrade(source: Snapshot, options: RehearsalOptions): Promise<Rehearsal> {
  const { root, onStep } = options;
  const directory = await openTemporaryDirectory({ database: true, ...(root !== undefined && { root }) });
  try {
    const server = await startEmbeddedServer({ directory: directory.path, log: () => {} });
    try {
      const url = await createCopy(server.url);
      const copySeconds = await measureSeconds(() => fillCopy(source, url, onStep));
      const before = await inSnapshot(url, "presage rehearsal", listRelations);
      const upgraded = await upgradeCopy(url, onStep);
      const after = await inSnapshot(url, "presage rehearsal", listRelations);
      assertNamesFree(await listRelations(source), before, after);
      return { copySeconds, ...upgraded };
    } finally {
      await server.close();
    }
  } finally {
    await directory.remove();
  }
}

/** Names of tables, indexes and the like. */
async function listRelations(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace`;
  return new Set(rows.map(({ name }) => name));
}

type Names = ReadonlySet<string>;

/** Throws if an object of the operator has a name that the upgrade uses: the copy lacks that object. */
function assertNamesFree(source: Names, before: Names, after: Names): void {
  const taken = [...after].filter((name) => !before.has(name) && source.has(name));
  if (taken.length > 0)
    throw new Error(
      `The database has ${taken.join(", ")}, which the upgrade makes: rename or drop it first.`,
    );
}

async function createCopy(serverUrl: string): Promise<string> {
  const sql = openDatabase(serverUrl, { name: "presage rehearsal", maxConnections: 1 });
  await sql`create database ${sql(COPY_NAME)}`.finally(() => sql.end());
  const url = new URL(serverUrl);
  url.pathname = join("/", COPY_NAME);
  return url.href;
}

async function fillCopy(source: Snapshot, url: string, onStep: RehearsalOptions["onStep"]): Promise<void> {
  const target = openDatabase(url, { name: "presage rehearsal", maxConnections: 1 });
  await copyDatabase(source, Object.assign(target, { url }), (done, total) =>
    onStep("tables copied", done, total),
  ).finally(() => target.end());
}

async function upgradeCopy(
  url: string,
  onStep: RehearsalOptions["onStep"],
): Promise<Omit<Rehearsal, "copySeconds">> {
  const migrations: { name: string; seconds: number }[] = [];
  const made = await upgradeDatabase(url, {
    onApplied: (name, ms) => migrations.push({ name, seconds: ms / 1_000 }),
    onBatch: (seq, last) => onStep("batches into read tables", seq, last),
  });
  const startedAt = performance.now();
  const verification = await inSnapshot(url, "presage verify", (copy) =>
    verifyExchange(copy, {
      onBatch: (seq, last) => onStep("batches verified", seq, last),
      onTable: (done, all) => onStep("tables compared", done, all),
    }),
  );
  const verifySeconds = (performance.now() - startedAt) / 1_000;
  const mode = (await inSnapshot(url, "presage rehearsal", readRunMode)) ?? null;
  return {
    migrations,
    tablesSeconds: made === undefined ? null : made.ms / 1_000,
    verifySeconds,
    verification,
    mode,
  };
}

async function measureSeconds(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}
