/** The schema of this release, and how a database comes to have it. */
import { join } from "node:path";
import { openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";

/** The folder of this release's migrations. */
export const MIGRATIONS: string = join(import.meta.dirname, "..", "migrations");

/** Applies to the database what it lacks; throws one clear sentence when that cannot be. */
export async function updateSchema(url: string): Promise<void> {
  const sql = openDatabase(url, { name: "presage migration", maxConnections: 1 });
  try {
    await migrate(sql, MIGRATIONS);
  } finally {
    await sql.end();
  }
}
