/**
 * Migrates a database to this release's schema by plain SQL files NNNN_name.sql, in order. Each runs in one transaction
 * with its row in `migrations`. An applied file that was edited is refused, and so is an unknown one. Every step takes
 * the same transaction-level advisory lock and checks again, so that processes that start together are safe. This also
 * holds behind a connection pooler, which uses another session per transaction.
 */
import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { PACKAGE_ROOT } from "../../../release.ts";
import type { AnySql, Sql, TransactionSql } from "../database.ts";
import { newerText } from "./newer-database.ts";
import { RECORD_RELEASE, RELEASES_TABLE, findLastRelease } from "./releases.ts";
import { transact } from "../transact.ts";
import { LOCK_TIMEOUT, getErrorCode } from "../unavailable.ts";

// Migrations as files NNNN_name.sql, and those applied to a database.

/** The folder of this release's migrations. */
export const MIGRATIONS: string = join(PACKAGE_ROOT, "src", "store", "migrations");

export type Migration = {
  readonly name: string;
  readonly sha256: string;
  readonly text: string;
};

type AppliedMigration = {
  readonly name: string;
  readonly sha256: string;
};

const NAME_PATTERN = /^\d{4}_[a-z0-9][a-z0-9_-]*\.sql$/;

/** Reads the migrations of a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  for (const [index, name] of names.entries()) {
    if (!NAME_PATTERN.test(name)) throw new Error(`Migration ${name} is not named NNNN_name.sql`);
    if (name.slice(0, 4) === names[index - 1]?.slice(0, 4)) {
      throw new Error(`Migrations ${names[index - 1]} and ${name} have the same number`);
    }
  }
  return Promise.all(names.map((name) => readMigration(folder, name)));
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const text = (await readFile(join(folder, name), "utf8")).replaceAll("\r\n", "\n");
  return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
}

/** Lists the migrations applied to a database, in order; it must have their table. */
export const listApplied = (sql: AnySql): Promise<AppliedMigration[]> =>
  sql<AppliedMigration[]>`select name, sha256 from migrations order by name collate "C"`;

/** Lists the migrations that a database lacks. Throws one clear sentence if it has other ones than these. */
export async function listMissing(
  sql: AnySql,
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const [index, { name, sha256 }] of applied.entries()) {
    const migration = known.get(name);
    if (migration === undefined)
      throw new Error(newerText({ has: `migration ${name}`, release: await findLastRelease(sql) }));
    if (migration.sha256 !== sha256) throw new Error(`Migration ${name} was changed after it was applied`);
    const expected = migrations[index]?.name;
    if (expected !== name)
      throw new Error(`Migration ${expected} comes before ${name}, which is already applied`);
  }
  return migrations.slice(applied.length);
}

type MigrateOptions = {
  /** Name of the last file to apply; all of them by default. */
  readonly last?: string | undefined;
  /** Number of an advisory lock: while another session has it, nothing is applied, and the call throws. */
  readonly refusedBy?: number;
  /** Called with the name and milliseconds of each file, after its commit. */
  readonly onApplied?: ((name: string, ms: number) => void) | undefined;
};

// Arbitrary, but no other advisory lock of ours may use it.
const ADVISORY_LOCK = 7_265_739_001;

/** Wait for an exchange that was killed: its session ends after its current statement. */
const ENDING_TIMEOUT_MS = 5_000;

/** Applies missing migrations and returns their names, in order. Failures throw one clear sentence. */
export async function migrate(sql: Sql, folder: string, options: MigrateOptions = {}): Promise<string[]> {
  const { last, onApplied } = options;
  const all = await readMigrations(folder);
  const migrations = all.filter(({ name }) => last === undefined || name <= last);
  const names: string[] = [];
  for (;;) {
    const startedAt = performance.now();
    const name = await transact(sql, (transaction) => applyNext(transaction, migrations, options));
    if (name === undefined) return names;
    onApplied?.(name, performance.now() - startedAt);
    names.push(name);
  }
}

async function applyNext(
  sql: TransactionSql,
  migrations: readonly Migration[],
  { refusedBy }: MigrateOptions,
): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`;
  await sql`
    create table if not exists migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`;
  await sql.unsafe(RELEASES_TABLE);
  const [next] = await listMissing(sql, await listApplied(sql), migrations);
  if (next === undefined) return undefined;
  if (refusedBy !== undefined) await assertNotRunning(sql, refusedBy, next);
  await run(sql, next);
  await sql`insert into migrations (name, sha256) values (${next.name}, ${next.sha256})`;
  await sql.unsafe(RECORD_RELEASE);
  return next.name;
}

/** Refuses to migrate under a running exchange, whose schema would change. */
async function assertNotRunning(sql: TransactionSql, lock: number, { name }: Migration): Promise<void> {
  await sql`set local lock_timeout = ${sql.unsafe(String(ENDING_TIMEOUT_MS))}`;
  try {
    await sql`select pg_advisory_xact_lock(${lock})`;
  } catch (error) {
    if (getErrorCode(error) !== LOCK_TIMEOUT) throw error;
    throw new Error(
      `The database is in use by another Presage, and migration ${name} is to be applied: stop that exchange first. Nothing was changed.`,
      { cause: error },
    );
  }
  await sql`set local lock_timeout to default`;
}

async function run(sql: TransactionSql, migration: Migration): Promise<void> {
  try {
    await sql.unsafe(migration.text).simple();
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    const lines = migration.text.slice(0, Number(error.position) || 0).split("\n").length;
    const place = error.position ? ` at line ${lines}` : "";
    throw new Error(`Migration ${migration.name} failed${place}: ${error.message}`, { cause: error });
  }
}
