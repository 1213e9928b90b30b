/** Sizes of tables and of the log as PostgreSQL keeps them, and the work of its autovacuum. */
import type { Sql } from "../../src/store/sql/database.ts";

export type TableSize = {
  readonly name: string;
  readonly mb: number;
  readonly indexesMb: number;
  readonly deadRows: number;
  /** Number of times that autovacuum vacuumed the table. */
  readonly vacuums: number;
  /** Milliseconds that it took for that, waits included. */
  readonly vacuumMs: number;
};

/** Reads the sizes, in the order of the names. */
export const readTableSizes = (sql: Sql, names: readonly string[]): Promise<TableSize[]> => sql<TableSize[]>`
  select relname as name, pg_table_size(relid) / 1e6::float8 as mb, pg_indexes_size(relid) / 1e6::float8 as "indexesMb",
    n_dead_tup as "deadRows", autovacuum_count as vacuums, total_autovacuum_time as "vacuumMs"
  from pg_stat_user_tables where relname = any(${[...names]}) order by array_position(${[...names]}, relname::text)`;

/** Reads the number of times that autovacuum vacuumed or analyzed a table, of all tables. */
export async function countAutovacuums(sql: Sql): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select coalesce(sum(autovacuum_count + autoanalyze_count), 0)::int as count from pg_stat_user_tables`;
  return count;
}

/** Reads the bytes that were ever written to the write-ahead log. */
export async function readLogBytes(sql: Sql): Promise<number> {
  const [{ bytes }] = await sql<[{ bytes: number }]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`;
  return bytes;
}
