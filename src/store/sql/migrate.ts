/**
 * Migrates a database to this release's schema by plain SQL files NNNN_name.sql, in order. Each runs in one transaction
 * with its row in `migrations`. An applied file that was edited is refused, and so is an unknown one. Every step takes
 * the same transaction-level advisory lock and checks again, so that processes that start together are safe. That holds
 * behind a pooler too, which uses another session per transaction.
 */
import postgres from "postgres";
import type { Sql, TransactionSql } from "./database.ts";
import { listApplied, listMissing, readMigrations } from "./migration-files.ts";
import type { Migration } from "./migration-files.ts";
import { NOTE_RELEASE, RELEASES_TABLE } from "./releases.ts";
import { transact } from "./transact.ts";
import { codeOf, LOCK_TIMEOUT } from "./unavailable.ts";

export type MigrateOptions = {
  /** Name of the last file to apply; all of them by default. */
  readonly last?: string | undefined;
  /** Number of an advisory lock: while another session has it, nothing is applied, and the call throws. */
  readonly refusedBy?: number;
  /** Called after each file is committed with its name and the milliseconds that it took. */
  readonly onApplied?: ((name: string, ms: number) => void) | undefined;
};

// Arbitrary, but no other advisory lock of ours may use it.
const ADVISORY_LOCK = 7_265_739_001;

/** Wait for an exchange that was killed: its session ends after its current statement. */
const ENDING_TIMEOUT_MS = 5_000;

/** Applies missing migrations and returns their names, in order. Throws one clear sentence otherwise. */
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
  if (refusedBy !== undefined) await refuseRunning(sql, refusedBy, next);
  await run(sql, next);
  await sql`insert into migrations (name, sha256) values (${next.name}, ${next.sha256})`;
  await sql.unsafe(NOTE_RELEASE);
  return next.name;
}

/** Refuses to migrate under a running exchange, whose schema would change. */
async function refuseRunning(sql: TransactionSql, lock: number, { name }: Migration): Promise<void> {
  await sql`set local lock_timeout = ${sql.unsafe(String(ENDING_TIMEOUT_MS))}`;
  try {
    await sql`select pg_advisory_xact_lock(${lock})`;
  } catch (error) {
    if (codeOf(error) !== LOCK_TIMEOUT) throw error;
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
