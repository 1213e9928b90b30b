/** Sessions that hold locks for which a session of the exchange waits. */
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import type { OwnSql } from "./database.ts";

export type Blocker = {
  /** Process id of the session on the server. */
  readonly pid: number;
  /** Name that its program gave, such as psql; may be empty. */
  readonly name: string;
};

/** Lists the sessions for whose locks the sessions of this name wait, as `application_name` has it. */
export async function listBlockers(sql: OwnSql, session: string): Promise<Blocker[]> {
  const blockers = await sql<Blocker[]>`
    select distinct blocker.pid, coalesce(blocker.application_name, '') as name
    from pg_stat_activity waiting, unnest(pg_blocking_pids(waiting.pid)) as pids (pid)
    join pg_stat_activity blocker on blocker.pid = pids.pid
    where waiting.application_name = ${session} and waiting.datname = current_database()
    order by blocker.pid`;
  return [...blockers];
}

export type WaitOptions = {
  readonly sql: OwnSql;
  /** Name of the session that `work` uses. */
  readonly session: string;
  readonly log: Pick<Logger, "warn">;
  /** Milliseconds between two looks. */
  readonly everyMs?: number;
};

/** Does the work of a start, and tells the log meanwhile for whose locks it waits, each time that they change. */
export async function tellBlockers<T>(options: WaitOptions, work: () => Promise<T>): Promise<T> {
  const done = new AbortController();
  void look(options, done.signal);
  return work().finally(() => done.abort());
}

async function look({ sql, session, log, everyMs = 5_000 }: WaitOptions, done: AbortSignal): Promise<void> {
  let told = "[]";
  while (!done.aborted) {
    await delay(everyMs, undefined, { signal: done }).catch(() => {});
    if (done.aborted) return;
    const blockers = await listBlockers(sql, session).catch(() => []);
    const found = JSON.stringify(blockers);
    if (blockers.length > 0 && found !== told)
      log.warn({ blockers }, "the start waits for locks of other sessions");
    told = found;
  }
}
