/** Sessions that hold locks for which a session of the exchange waits. */
import { setTimeout as delay } from "node:timers/promises";
import { openDatabase } from "./database.ts";
import type { OwnSql } from "./database.ts";

export type Blocker = {
  /** Process id of the session on the server. */
  readonly pid: number;
  /** Name that its program gave, such as psql; may be empty. */
  readonly name: string;
};

/** Lists the sessions that block sessions with a name `similar to` the pattern. */
export async function listBlockers(sql: OwnSql, sessions: string): Promise<Blocker[]> {
  const blockers = await sql<Blocker[]>`
    select distinct blocker.pid, coalesce(blocker.application_name, '') as name
    from pg_stat_activity waiting, unnest(pg_blocking_pids(waiting.pid)) as pids (pid)
    join pg_stat_activity blocker on blocker.pid = pids.pid
    where waiting.application_name similar to ${sessions} and waiting.datname = current_database()
    order by blocker.pid`;
  return [...blockers];
}

export type WaitOptions = {
  readonly url: string;
  /** Pattern of the names of the sessions that `work` uses. */
  readonly sessions: string;
  readonly tell: (blockers: readonly Blocker[]) => void;
  /** Milliseconds between two checks. */
  readonly everyMs?: number;
};

/** Runs `work`, and calls `tell` with the sessions that block it, each time that they change. */
export async function reportBlockers<T>(options: WaitOptions, work: () => Promise<T>): Promise<T> {
  const done = new AbortController();
  void poll(options, done.signal);
  return work().finally(() => done.abort());
}

async function poll({ url, sessions, tell, everyMs = 5_000 }: WaitOptions, done: AbortSignal): Promise<void> {
  let lastReported = "[]";
  while (!done.aborted) {
    await delay(everyMs, undefined, { signal: done }).catch(() => {});
    if (done.aborted) return;
    const blockers = await pollOnce(url, sessions);
    const found = JSON.stringify(blockers);
    if (blockers.length > 0 && found !== lastReported && !done.aborted) tell(blockers);
    lastReported = found;
  }
}

const POLL_TIMEOUT_MS = 2_000;

/** Checks once, on a connection of its own; returns an empty list if the database does not answer. */
async function pollOnce(url: string, sessions: string): Promise<Blocker[]> {
  const name = "presage locks";
  const sql = openDatabase(url, { name, maxConnections: 1, statementTimeoutMs: POLL_TIMEOUT_MS });
  try {
    return await listBlockers(sql, sessions);
  } catch {
    return [];
  } finally {
    await sql.end({ timeout: 1 });
  }
}
