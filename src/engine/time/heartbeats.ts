/**
 * The dead man's switch. A key with a session must send heartbeats: ten seconds after the last one, all orders that it
 * placed are cancelled, and the session ends. Sessions outlive the process: after a restart each has ten seconds.
 */
import { randomUUID } from "node:crypto";
import { deleteHeartbeat, listHeartbeats, saveHeartbeat } from "../../store/keys/heartbeats.ts";
import type { Heartbeat } from "../../store/keys/heartbeats.ts";
import type { OwnSql } from "../../store/sql/database.ts";
import { createKeyDeadlines } from "./key-deadlines.ts";
import type { KeyDeadlineOptions, KeySession, TimedSessions } from "./key-deadlines.ts";

/**
 * Answer to a heartbeat. The next heartbeat must name `id`. This one should have named `expected`, which is `undefined`
 * without a session.
 */
export type HeartbeatAnswer =
  | { readonly type: "taken"; readonly id: string }
  | { readonly type: "unknown"; readonly expected: string | undefined };

export type Heartbeats = TimedSessions & {
  /**
   * Accepts a heartbeat that names the id of the one before it. A heartbeat without an id begins a session, or restarts
   * it.
   */
  beat(key: Pick<Heartbeat, "apiKey" | "address">, previous: string | undefined): Promise<HeartbeatAnswer>;
  /**
   * Starts the timer, once clients can reach the exchange: each session then has ten seconds for its next heartbeat.
   * Returns the function that stops it.
   */
  watch(): () => void;
  /** Reads the sessions again, and gives each ten seconds: the database was put back to an earlier state. */
  reload(): Promise<void>;
};

export type HeartbeatOptions = KeyDeadlineOptions & { readonly sql: OwnSql };

const LIMIT_MS = 10_000;
const CHECK_MS = 1_000;
const FAILED = {
  event: "heartbeat_failed",
  words: "a key stopped beating and its session did not end; it is tried again",
} as const;

export async function createHeartbeats(options: HeartbeatOptions): Promise<Heartbeats> {
  const { sql, steady } = options;
  const { sessions, runInTurn, check, firstEnd, close } = createKeyDeadlines<Heartbeat & KeySession>(
    options,
    { reason: "no-heartbeat", remove: (apiKey) => deleteHeartbeat(sql, apiKey), failed: FAILED },
  );
  const begin = (beat: Heartbeat): unknown =>
    sessions.set(beat.apiKey, { ...beat, deadline: steady() + LIMIT_MS });
  async function reload(): Promise<void> {
    sessions.clear();
    (await listHeartbeats(sql)).forEach(begin);
  }
  await reload();

  const beat: Heartbeats["beat"] = ({ apiKey, address }, previous) =>
    runInTurn(apiKey, async () => {
      const expected = sessions.get(apiKey)?.id;
      if (previous !== undefined && previous !== expected) return { type: "unknown", expected };
      const next = { apiKey, address, id: randomUUID() };
      await saveHeartbeat(sql, next);
      begin(next);
      return { type: "taken", id: next.id };
    });

  function watch(): () => void {
    for (const session of sessions.values()) session.deadline = steady() + LIMIT_MS;
    const timer = setInterval(() => void check(), CHECK_MS);
    return () => clearInterval(timer);
  }

  return { beat, watch, check, firstEnd, reload, close };
}
