/**
 * Brings a database to this release's schema by plain SQL files NNNN_name.sql, in order. Each runs in one transaction
 * with its row in `migrations`. An applied file that was edited is refused, and so is one that this release does not
 * know. Every step takes the same transaction-level advisory lock and looks again, so that processes that start
 * together are safe. That holds behind a pooler too, which hands out another session per transaction.
 */
import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import type { Sql, TransactionSql } from "./database.ts";
import { transact } from "./transact.ts";

type Migration = {
  readonly name: string;
  readonly sha256: string;
  readonly text: string;
};

type AppliedMigration = {
  readonly name: string;
  readonly sha256: string;
};

const NAME_PATTERN = /^\d{4}_[a-z0-9][a-z0-9_-]*\.sql$/;
// Any constant will do, as long as no other advisory lock of ours uses it.
const ADVISORY_LOCK = 7_265_739_001;

/** Applies what is missing and returns the names applied, in order. Throws one clear sentence otherwise. */
export async function migrate(sql: Sql, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const names: string[] = [];
  for (;;) {
    const name = await transact(sql, (transaction) => applyNext(transaction, migrations));
    if (name === undefined) return names;
    names.push(name);
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
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

async function applyNext(sql: TransactionSql, migrations: readonly Migration[]): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`;
  const applied = await listApplied(sql);
  refuseForeign(applied, migrations);
  const next = migrations[applied.length];
  if (next === undefined) return undefined;
  await run(sql, next);
  await sql`insert into migrations (name, sha256) values (${next.name}, ${next.sha256})`;
  return next.name;
}

async function listApplied(sql: TransactionSql): Promise<AppliedMigration[]> {
  await sql`
    create table if not exists migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`;
  return sql<AppliedMigration[]>`select name, sha256 from migrations order by name collate "C"`;
}

function refuseForeign(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const [index, { name, sha256 }] of applied.entries()) {
    const migration = known.get(name);
    if (migration === undefined) {
      throw new Error(
        `The database has migration ${name}, which this release does not know: a newer release wrote it. ` +
          "Start that release, or restore a backup.",
      );
    }
    if (migration.sha256 !== sha256) throw new Error(`Migration ${name} was changed after it was applied`);
    const expected = migrations[index]?.name;
    if (expected !== name)
      throw new Error(`Migration ${expected} comes before ${name}, which is already applied`);
  }
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
