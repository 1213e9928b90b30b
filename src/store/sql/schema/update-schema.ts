/** Updates a database to the schema of this release. */
import { WRITER_LOCK } from "../../journal/writer-session.ts";
import { openDatabase } from "../database.ts";
import type { Sql } from "../database.ts";
import { MIGRATIONS, migrate } from "./migrate.ts";
import { enableDisconnectCheck } from "../unavailable.ts";
import { assertNotNewer } from "./require-schema.ts";

/** Tables that a start reads in sessions with a time limit. */
const TABLES_READ_AT_START = [
  "journal",
  "api_keys",
  "further_keys",
  "heartbeats",
  "connected_keys",
  "delayed_orders",
  "failing_settlements",
];

export type UpdateOptions = {
  /** True if the read tables will be rebuilt, whichever release wrote them. */
  readonly anyTables?: boolean;
  /** True if the caller has the writer's lock; otherwise an exchange that has it refuses migrations. */
  readonly holdsLock?: boolean;
  /** Called after each migration is committed with its name and the milliseconds that it took. */
  readonly onApplied?: ((name: string, ms: number) => void) | undefined;
};

/**
 * Applies missing migrations to the database, and waits for locks of other sessions without limit. Throws one clear
 * sentence if an exchange runs on it, or a newer release wrote it.
 */
export async function updateSchema(url: string, options: UpdateOptions = {}): Promise<void> {
  const { anyTables = false, holdsLock = false, onApplied } = options;
  const sql = openDatabase(url, { name: "presage migration", maxConnections: 1 });
  try {
    await enableDisconnectCheck((text) => sql.unsafe(text));
    await migrate(sql, MIGRATIONS, { ...(!holdsLock && { refusedBy: WRITER_LOCK }), onApplied });
    await awaitTables(sql);
    await assertNotNewer(sql, { anyTables });
  } finally {
    await sql.end();
  }
}

async function awaitTables(sql: Sql): Promise<void> {
  for (const table of TABLES_READ_AT_START) await sql`select from ${sql(table)} limit 0`;
}
