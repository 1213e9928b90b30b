/**
 * The dead man's switch. A key that began to beat must go on: ten seconds after its last beat all orders that it placed
 * are cancelled, and its session ends. Sessions outlive the process: each has ten seconds from when it serves again.
 * It never fails open: a session ends only after its orders are cancelled, and what fails is tried again. Beats and ends
 * of one key take turns, so that a beat that came in time counts, and none is taken by a session that is ending.
 */
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { deleteHeartbeat, listHeartbeats, saveHeartbeat } from "../store/keys/heartbeats.ts";
import type { Heartbeat } from "../store/keys/heartbeats.ts";
import type { Sql } from "../store/sql/database.ts";
import type { Engine } from "./engine.ts";

/** What the next beat has to name; when it was refused, what it should have named: nothing where no session runs. */
export type Beat =
  | { readonly type: "taken"; readonly id: string }
  | { readonly type: "unknown"; readonly expected: string | undefined };

export type Heartbeats = {
  /** Takes a beat that names the one before it. One that names none begins a session, or begins it anew. */
  beat(key: Pick<Heartbeat, "apiKey" | "address">, previous: string | undefined): Promise<Beat>;
  /**
   * Has a timer check from now on, while those who beat can reach the exchange: every session has ten seconds from now.
   * What it returns stops the timer.
   */
  watch(): () => void;
  /** Ends the sessions whose time is up; never throws. */
  check(): Promise<void>;
  /** Returns when nothing is underway. */
  close(): Promise<void>;
};

export type HeartbeatOptions = {
  readonly sql: Sql;
  readonly engine: Pick<Engine, "submit">;
  /** Milliseconds since any moment; never steps back. */
  readonly monotonic: () => number;
  readonly log: Logger;
};

type Session = Heartbeat & { deadline: number };

const LIMIT_MS = 10_000;
const CHECK_MS = 1_000;

export async function createHeartbeats(options: HeartbeatOptions): Promise<Heartbeats> {
  const { sql, monotonic, log } = options;
  const sessions = new Map<string, Session>();
  const ends = new Map<string, Promise<void>>();
  const { inTurn, idle } = createTurns();
  const begin = (beat: Heartbeat): void => {
    sessions.set(beat.apiKey, { ...beat, deadline: monotonic() + LIMIT_MS });
  };
  for (const beat of await listHeartbeats(sql)) begin(beat);

  const beat: Heartbeats["beat"] = ({ apiKey, address }, previous) =>
    inTurn(apiKey, async () => {
      const expected = sessions.get(apiKey)?.id;
      if (previous !== undefined && previous !== expected) return { type: "unknown", expected };
      const next = { apiKey, address, id: randomUUID() };
      await saveHeartbeat(sql, next);
      begin(next);
      return { type: "taken", id: next.id };
    });

  const endDue = (apiKey: string): Promise<void> =>
    inTurn(apiKey, async () => {
      const session = sessions.get(apiKey);
      if (session === undefined || session.deadline > monotonic()) return;
      await cancelOrders(options, session);
      await deleteHeartbeat(sql, apiKey);
      sessions.delete(apiKey);
    });

  const tell = (err: unknown): void =>
    log.warn({ err }, "a key stopped beating and its session did not end; it is tried again");

  /** One that takes long holds up no other, and is not begun a second time. */
  function end(apiKey: string): Promise<void> {
    const begun = ends.get(apiKey);
    if (begun !== undefined) return begun;
    const ended = endDue(apiKey)
      .catch(tell)
      .finally(() => ends.delete(apiKey));
    ends.set(apiKey, ended);
    return ended;
  }

  async function check(): Promise<void> {
    const now = monotonic();
    const due = [...sessions.values()].filter(({ deadline }) => deadline <= now);
    await Promise.all(due.map(({ apiKey }) => end(apiKey)));
  }

  function watch(): () => void {
    for (const session of sessions.values()) session.deadline = monotonic() + LIMIT_MS;
    const timer = setInterval(() => void check(), CHECK_MS);
    return () => clearInterval(timer);
  }

  return { beat, watch, check, close: idle };
}

async function cancelOrders({ engine }: HeartbeatOptions, { address, apiKey }: Session): Promise<void> {
  const reason = "no-heartbeat";
  const outcome = await engine.submit({ type: "cancel-orders", owner: address, apiKey, reason });
  if (outcome.type !== "committed") throw new Error(`orders were not cancelled: ${JSON.stringify(outcome)}`);
}

/** One thing at a time for each name. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    const leave = (): void => {
      if (last.get(name) === turn) last.delete(name);
    };
    turn.then(leave, leave);
    last.set(name, turn);
    return turn;
  }
  const idle = async (): Promise<void> => {
    await Promise.allSettled(last.values());
  };
  return { inTurn, idle };
}
