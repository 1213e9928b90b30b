/** Ends the sessions of an engine that has the writer's lock and is stopped, or cut off from the database. */
import type { Client } from "pg";
import type { Log } from "../base/log-event.ts";
import { ENGINE_SESSION, WRITER_LOCK } from "../store/journal/writer-session.ts";
import { TABLES_LOCK } from "../store/projector/table-flusher.ts";
import type { OwnSql, Sql } from "../store/sql/database.ts";

/** Inactivity of a session with the lock after which its engine counts as silent; an engine that leads proves it each half second. */
const SILENT_SECONDS = 3;

/** Sessions with the lock of this number. */
const HOLDERS = `
  select pid from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and objsubid = 1
    and pg_locks.database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32) + objid::bigint = $1`;

/**
 * Ends the session of an engine that has the writer's lock if it was idle for seconds. Returns true if one was ended. A commit
 * that waits for a standby is not idle, and commands that hold the lock prove nothing.
 */
export async function endSilentLeader(sql: Sql, log: Pick<Log, "warn">): Promise<boolean> {
  const ended = await sql.unsafe<{ pid: number }[]>(
    `select pid, pg_terminate_backend(pid) from (${HOLDERS} and state = 'idle' and application_name = '${ENGINE_SESSION}'
       and state_change < clock_timestamp() - make_interval(secs => $2)) as silent`,
    [WRITER_LOCK, SILENT_SECONDS],
  );
  for (const { pid } of ended)
    log.warn(
      { event: "silent_leader", pid },
      "the session of an engine that does nothing with the lead is ended",
    );
  return ended.length > 0;
}

/** Ends the session of the former leader that writes the read tables. */
export async function endTablesSession(client: Client): Promise<void> {
  await client.query(`select pg_terminate_backend(pid, 2000) from (${HOLDERS}) as former`, [TABLES_LOCK]);
}

/** Returns true if another engine waits for the writer's lock. */
export async function hasCandidate(sql: OwnSql): Promise<boolean> {
  const [row] = await sql<{ waits: boolean }[]>`
    select exists (select from pg_locks where locktype = 'advisory' and not granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32) + objid::bigint = ${WRITER_LOCK}::bigint) as waits`;
  return row?.waits === true;
}
