/** Vacuums and analyzes all tables, as autovacuum has in an exchange that has run for a while. */
import type { Sql } from "../../src/store/sql/database.ts";

export async function vacuumTables(sql: Sql): Promise<void> {
  const connection = await sql.reserve();
  await connection`set statement_timeout = 0`;
  await connection`vacuum analyze`;
  connection.release();
}
