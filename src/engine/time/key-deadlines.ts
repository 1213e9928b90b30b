/**
 * Deadlines of keys: at its deadline all orders that a key placed are cancelled, and its session ends. A deadline never fails
 * open: a session ends only after its orders are cancelled, and a failure is retried. Changes and the end of one key's
 * session run one after the other: a change in time counts, and an ending session accepts none.
 */
import { createSubjectQueues } from "../../base/async.ts";
import type { Pausable } from "../../base/async.ts";
import type { Log, LogEvent } from "../../base/log-event.ts";
import type { CommandOf } from "../../core/events/command.ts";
import type { Engine } from "../engine.ts";

/** A key with a deadline, infinite while nothing is due. */
export type KeySession = {
  readonly apiKey: string;
  /** Lower-case address of the key's owner. */
  readonly address: string;
  deadline: number;
};

/** The part of the sessions of keys that acts at its own time. */
export type TimedSessions = {
  /** Ends the sessions whose deadline has passed; never throws. */
  check(): Promise<void>;
  /**
   * Returns the time after `time` at which the first session would end, both on the clock `steady`; infinite without a
   * session.
   */
  firstEnd(time: number): number;
  /** Returns once no change and no end of a session is running. */
  close(): Promise<void>;
};

export type KeyDeadlines<Session extends KeySession> = TimedSessions & {
  readonly sessions: Map<string, Session>;
  /** Runs a change of a key's session, after earlier changes. */
  runInTurn<T>(apiKey: string, work: () => Promise<T>): Promise<T>;
};

export type KeyDeadlineOptions = {
  readonly engine: Pick<Engine, "submit">;
  /** Milliseconds of the exchange's time since an arbitrary moment; never steps back. */
  readonly steady: () => number;
  /** Pauses changes and ends of sessions while the exchange is put back to an earlier state. */
  readonly pausable: Pick<Pausable, "run">;
  readonly log: Log;
};

/** End of a session. */
type SessionEnd = {
  /** Reason of the cancellations. */
  readonly reason: CommandOf<"cancel-orders">["reason"];
  /** Deletes the stored session. */
  readonly remove: (apiKey: string) => Promise<void>;
  /** Event and words of the log for an end that failed. */
  readonly failed: { readonly event: LogEvent; readonly words: string };
};

export function createKeyDeadlines<Session extends KeySession>(
  { engine, steady, pausable, log }: KeyDeadlineOptions,
  { reason, remove, failed }: SessionEnd,
): KeyDeadlines<Session> {
  const sessions = new Map<string, Session>();
  const ends = new Map<string, Promise<void>>();
  const { take, idle } = createSubjectQueues();
  const runInTurn = <T>(apiKey: string, work: () => Promise<T>): Promise<T> =>
    take([apiKey], () => pausable.run(work));

  async function cancelOrders({ address, apiKey }: Session): Promise<void> {
    const outcome = await engine.submit({ type: "cancel-orders", owner: address, apiKey, reason });
    if (outcome.type !== "committed")
      throw new Error(`orders were not cancelled: ${JSON.stringify(outcome)}`);
  }

  const endDue = (apiKey: string): Promise<void> =>
    runInTurn(apiKey, async () => {
      const session = sessions.get(apiKey);
      if (session === undefined || session.deadline > steady()) return;
      await cancelOrders(session);
      await remove(apiKey);
      sessions.delete(apiKey);
    });

  /** Ends a session without delaying others, unless it is ending already. */
  function end(apiKey: string): Promise<void> {
    const forget = (): boolean => ends.delete(apiKey);
    const warn = (err: unknown): void => log.warn({ event: failed.event, err }, failed.words);
    const ended = ends.get(apiKey) ?? endDue(apiKey).catch(warn).finally(forget);
    ends.set(apiKey, ended);
    return ended;
  }

  async function check(): Promise<void> {
    const now = steady();
    const due = [...sessions.values()].filter(({ deadline }) => deadline <= now);
    await Promise.all(due.map(({ apiKey }) => end(apiKey)));
  }

  function firstEnd(time: number): number {
    let first = Infinity;
    for (const { deadline } of sessions.values()) if (deadline > time && deadline < first) first = deadline;
    return first;
  }

  return { sessions, runInTurn, check, firstEnd, close: idle };
}
