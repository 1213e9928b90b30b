/**
 * The dead man's switch. A key with a session must send heartbeats: ten seconds after the last one, all orders that it
 * placed are cancelled, and the session ends. Sessions outlive the process: after a restart each has ten seconds. The
 * switch never fails open: a session ends only after its orders are cancelled, and a failure is retried. Heartbeats and
 * the end of one key's session run one after the other: a heartbeat in time counts, and an ending session accepts none.
 */
import { randomUUID } from "node:crypto";
import { createSubjectQueues } from "../../base/async.ts";
import type { Pausable } from "../../base/async.ts";
import type { Log } from "../../base/log-event.ts";
import { deleteHeartbeat, listHeartbeats, saveHeartbeat } from "../../store/keys/heartbeats.ts";
import type { Heartbeat } from "../../store/keys/heartbeats.ts";
import type { OwnSql } from "../../store/sql/database.ts";
import type { Engine } from "../engine.ts";

/**
 * Answer to a heartbeat. The next heartbeat must name `id`. This one should have named `expected`, which is `undefined`
 * without a session.
 */
export type HeartbeatAnswer =
  | { readonly type: "taken"; readonly id: string }
  | { readonly type: "unknown"; readonly expected: string | undefined };

export type Heartbeats = {
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
  /** Ends the sessions whose ten seconds are over; never throws. */
  check(): Promise<void>;
  /** Reads the sessions again, and gives each ten seconds: the database was put back to an earlier state. */
  reload(): Promise<void>;
  /**
   * Returns the time after `time` at which the first session would end, both on the clock `steady`; infinite without a
   * session.
   */
  firstEnd(time: number): number;
  /** Returns once no heartbeat and no end of a session is running. */
  close(): Promise<void>;
};

export type HeartbeatOptions = {
  readonly sql: OwnSql;
  readonly engine: Pick<Engine, "submit">;
  /** Milliseconds of the exchange's time since an arbitrary moment; never steps back. */
  readonly steady: () => number;
  /** Pauses heartbeats and ends of sessions while the exchange is put back to an earlier state. */
  readonly pausable: Pick<Pausable, "run">;
  readonly log: Log;
};

type Session = Heartbeat & { deadline: number };

const LIMIT_MS = 10_000;
const CHECK_MS = 1_000;
const NOT_ENDED = "a key stopped beating and its session did not end; it is tried again";

export async function createHeartbeats(options: HeartbeatOptions): Promise<Heartbeats> {
  const { sql, steady, pausable, log } = options;
  const sessions = new Map<string, Session>();
  const ends = new Map<string, Promise<void>>();
  const { take, idle } = createSubjectQueues();
  const runInTurn = <T>(apiKey: string, work: () => Promise<T>): Promise<T> =>
    take([apiKey], () => pausable.run(work));
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

  const endDue = (apiKey: string): Promise<void> =>
    runInTurn(apiKey, async () => {
      const session = sessions.get(apiKey);
      if (session === undefined || session.deadline > steady()) return;
      await cancelOrders(options, session);
      await deleteHeartbeat(sql, apiKey);
      sessions.delete(apiKey);
    });

  /** Ends a session without delaying others, unless it is ending already. */
  function end(apiKey: string): Promise<void> {
    const forget = (): boolean => ends.delete(apiKey);
    const warn = (err: unknown): void => log.warn({ event: "heartbeat_failed", err }, NOT_ENDED);
    const ended = ends.get(apiKey) ?? endDue(apiKey).catch(warn).finally(forget);
    ends.set(apiKey, ended);
    return ended;
  }

  async function check(): Promise<void> {
    const now = steady();
    const due = [...sessions.values()].filter(({ deadline }) => deadline <= now);
    await Promise.all(due.map(({ apiKey }) => end(apiKey)));
  }

  function watch(): () => void {
    for (const session of sessions.values()) session.deadline = steady() + LIMIT_MS;
    const timer = setInterval(() => void check(), CHECK_MS);
    return () => clearInterval(timer);
  }

  const firstEnd = (time: number): number => firstDeadline(sessions.values(), time);
  return { beat, watch, check, firstEnd, reload, close: idle };
}

const firstDeadline = (sessions: Iterable<Session>, after: number): number => {
  let first = Infinity;
  for (const { deadline } of sessions) if (deadline > after && deadline < first) first = deadline;
  return first;
};

async function cancelOrders({ engine }: HeartbeatOptions, { address, apiKey }: Session): Promise<void> {
  const reason = "no-heartbeat";
  const outcome = await engine.submit({ type: "cancel-orders", owner: address, apiKey, reason });
  if (outcome.type !== "committed") throw new Error(`orders were not cancelled: ${JSON.stringify(outcome)}`);
}
