/**
 * Marks of tables, which change whenever a table does: the server's own count of its changes. A table with an unchanged
 * mark need not be read again. The server counts with a delay, so marks are read before the tables that they are stored
 * with.
 */
import type { Sql } from "../sql/database.ts";

/** Marks by the names of tables. */
export type TableMarks = Readonly<Record<string, string>>;

/** Reads the marks. A crash of the server resets its counts and ends the session, whose number is part of every mark. */
export async function readTableMarks(sql: Sql): Promise<TableMarks> {
  const rows = await sql<{ name: string; mark: string }[]>`
    select stat.relname as name, concat_ws('/', pg_backend_pid(), class.relfilenode,
      n_tup_ins, n_tup_upd, n_tup_del) as mark
    from pg_stat_user_tables stat join pg_class class on class.oid = stat.relid
    where stat.schemaname = current_schema()`;
  return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]));
}
