/** The schema of this release, and how a database comes to have it. */
import { join } from "node:path";
import { openDatabase } from "./database.ts";
import type { Sql } from "./database.ts";
import { migrate } from "./migrate.ts";
import { noticeAbsence } from "./notice-absence.ts";

/** The folder of this release's migrations. */
export const MIGRATIONS: string = join(import.meta.dirname, "..", "migrations");

/** Tables that a start reads by sessions with a time limit. */
const READ_IN_TIME = [
  "journal",
  "api_keys",
  "further_keys",
  "heartbeats",
  "delayed_orders",
  "failing_settlements",
];

/**
 * Applies to the database what it lacks, and waits for locks of other sessions as long as they last. Throws one clear
 * sentence when that cannot be.
 */
export async function updateSchema(url: string): Promise<void> {
  const sql = openDatabase(url, { name: "presage migration", maxConnections: 1 });
  try {
    await noticeAbsence((text) => sql.unsafe(text));
    await migrate(sql, MIGRATIONS);
    await awaitTables(sql);
  } finally {
    await sql.end();
  }
}

async function awaitTables(sql: Sql): Promise<void> {
  for (const table of READ_IN_TIME) await sql`select from ${sql(table)} limit 0`;
}
