/**
 * Tables that the journal does not determine, whose rows only a backup preserves. They are all tables except the read
 * tables and the tables about tables, so that none can be forgotten.
 */
import type { Sql } from "../../store/sql/database.ts";
import { READ_TABLES } from "../../store/tables/read-tables.ts";

export const JOURNAL = "journal";
/** Tables with notes about this database's tables, which would be wrong in another database. */
const ABOUT_TABLES = ["migrations", "releases", "read_tables", "master_key", "snapshots", "leadership"];

/** Table of the exchange's mode; it has a row even in an empty exchange. */
export const RUN_MODE = "run_mode";

export async function listBackedUpTables(sql: Sql): Promise<string[]> {
  const others = new Set<string>([JOURNAL, ...ABOUT_TABLES, ...READ_TABLES]);
  return (await listTables(sql)).filter((name) => !others.has(name));
}

/**
 * Finds a table with rows among those that an exchange fills, except the mode of its first start; `undefined` if all are
 * empty.
 */
export async function findFilledTable(sql: Sql): Promise<string | undefined> {
  const tables = (await listTables(sql)).filter((name) => name !== RUN_MODE && !ABOUT_TABLES.includes(name));
  // The journal comes first, so that it is the table named for an exchange.
  for (const name of tables.sort((a, b) => Number(b === JOURNAL) - Number(a === JOURNAL))) {
    const [{ filled }] = await sql<[{ filled: boolean }]>`select exists (select from ${sql(name)}) as filled`;
    if (filled) return name;
  }
  return undefined;
}

async function listTables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = current_schema()
    order by tablename collate "C"`;
  return rows.map(({ name }) => name);
}
