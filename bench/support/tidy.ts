/** Statistics and visibility as an exchange that has run for a while has them. */
import type { Sql } from "../../src/store/sql/database.ts";

export async function tidy(sql: Sql): Promise<void> {
  const connection = await sql.reserve();
  await connection`set statement_timeout = 0`;
  await connection`vacuum analyze`;
  connection.release();
}
