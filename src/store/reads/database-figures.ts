/** Figures of PostgreSQL itself: its sessions and its size. */
import type { OwnSql } from "../sql/database.ts";

export type DatabaseFigures = {
  /** Sessions of this database, by state, as `pg_stat_activity` has it. */
  readonly sessions: Readonly<Record<string, number>>;
  readonly bytes: number;
};

export async function readDatabaseFigures(sql: OwnSql): Promise<DatabaseFigures> {
  const [row] = await sql<[DatabaseFigures]>`
    select pg_database_size(current_database()) as bytes,
      (select coalesce(json_object_agg(state, number), '{}') from
        (select coalesce(state, 'background') as state, count(*) as number
          from pg_stat_activity where datname = current_database() group by 1) as counted) as sessions`;
  return row;
}
