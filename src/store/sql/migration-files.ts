/** Migrations as files NNNN_name.sql, and those applied to a database. */
import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../release.ts";
import type { AnySql } from "./database.ts";
import { newerText } from "./newer-database.ts";
import { findLastRelease } from "./releases.ts";

/** The folder of this release's migrations. */
export const MIGRATIONS: string = join(PACKAGE_ROOT, "src", "store", "migrations");

export type Migration = {
  readonly name: string;
  readonly sha256: string;
  readonly text: string;
};

export type AppliedMigration = {
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
