/** Sessions that hold locks for which the flush underway waits. */
import type { OwnSql } from "../sql/database.ts";
import { TABLES_SESSION } from "./table-session.ts";

export type FlushBlocker = {
  /** Process id of the session on the server. */
  readonly pid: number;
  /** Name that its program gave, such as psql; may be empty. */
  readonly name: string;
};

export async function listFlushBlockers(sql: OwnSql): Promise<FlushBlocker[]> {
  return sql<FlushBlocker[]>`
    select distinct blocker.pid, coalesce(blocker.application_name, '') as name
    from pg_stat_activity flush, unnest(pg_blocking_pids(flush.pid)) as pids (pid)
    join pg_stat_activity blocker on blocker.pid = pids.pid
    where flush.application_name = ${TABLES_SESSION} and flush.datname = current_database()
    order by blocker.pid`;
}
