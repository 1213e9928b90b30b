/**
 * Refuses a database without the tables of this release, for commands that only read, and a database of a newer
 * release.
 */
import { READ_TABLES_VERSION } from "../../projector/rebuild-tables.ts";
import type { AnySql, Sql } from "../database.ts";
import { listApplied, listMissing, MIGRATIONS, readMigrations } from "./migrate.ts";
import type { Migration } from "./migrate.ts";
import { newerText } from "./newer-database.ts";
import { findLastRelease, listUnknownKinds } from "./releases.ts";

export type Schema = {
  /** Name of the last migration of the database. */
  readonly last: string;
  /** Migrations that the database lacks, in order. */
  readonly missing: readonly Migration[];
};

/** Throws one clear sentence if the database lacks the tables of this release. */
export async function requireSchema(sql: Sql): Promise<void> {
  const { missing } = await readSchema(sql);
  if (missing.length > 0)
    throw new Error(
      "The database has the schema of an earlier release: update it with presage upgrade, or by a start of the exchange.",
    );
  await assertTablesNotNewer(sql);
}

/** Reads the schema. Throws one clear sentence if the database has no exchange, or that of a newer release. */
export async function readSchema(sql: AnySql): Promise<Schema> {
  const { applied, missing } = await readMigrationState(sql);
  const last = applied.at(-1);
  if (last === undefined) throw new Error("The database holds no exchange: none was ever started on it.");
  return { last: last.name, missing };
}

/** Lists the migrations that a database lacks: all of them before the first start. Throws as `readSchema` for a newer one. */
export const listMigrationsToApply = async (sql: AnySql): Promise<readonly Migration[]> =>
  (await readMigrationState(sql)).missing;

async function readMigrationState(sql: AnySql) {
  const [{ found }] = await sql<[{ found: boolean }]>`select to_regclass('migrations') is not null as found`;
  const applied = found ? await listApplied(sql) : [];
  return { applied, missing: await listMissing(sql, applied, await readMigrations(MIGRATIONS)) };
}

/**
 * Throws one clear sentence if a newer release wrote something unknown here: read tables (unless `anyTables`), or
 * events of the journal. The journal is read only if a release recorded kinds of events that are unknown here.
 */
export async function assertNotNewer(sql: AnySql, { anyTables = false } = {}): Promise<void> {
  if (!anyTables) await assertTablesNotNewer(sql);
  for (const kind of await listUnknownKinds(sql)) {
    const [found] = await sql<{ seq: number }[]>`
      select seq from journal where events like ${`%"type":${JSON.stringify(kind)}%`} order by seq limit 1`;
    if (found === undefined) continue;
    const has = `an event of the kind "${kind}" in batch ${found.seq} of its journal`;
    throw new Error(newerText({ has, release: await findLastRelease(sql) }));
  }
}

async function assertTablesNotNewer(sql: AnySql): Promise<void> {
  const [tables] = await sql<{ version: number }[]>`select version from read_tables`;
  if (tables === undefined || tables.version <= READ_TABLES_VERSION) return;
  throw new Error(
    newerText({
      has: `read tables of version ${tables.version}`,
      release: await findLastRelease(sql),
      cure: `run presage rebuild, which makes those of this release (version ${READ_TABLES_VERSION}) from the journal and loses nothing`,
    }),
  );
}
