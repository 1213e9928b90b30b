/** Reads that wait until the read tables have the batch that was the last commit when the read began. */
import { TablesBehind } from "../sql/unavailable.ts";
import type { ProjectorTimers } from "./projector-timers.ts";

export type WaitingReads = {
  /** Waits for a batch, at most `mostMs`. Batches never go back from call to call. */
  wait(seq: number, mostMs: number): Promise<void>;
  /** Completes the reads that wait for this batch or an earlier one. */
  answer(stored: number): void;
  fail(error: unknown): void;
  count(): number;
};

type WaitingRead = {
  readonly seq: number;
  /** Time at which the read times out; infinite without a timeout. */
  readonly until: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

/** Creates the waiting reads; `tablesSeq` returns the last batch that the tables have. */
export function createWaitingReads(timers: ProjectorTimers, tablesSeq: () => number): WaitingReads {
  let waiting: WaitingRead[] = [];
  /** True while a timer for timed-out reads is set. */
  let expiring = false;

  function expireLater(): void {
    if (expiring) return;
    const soonest = Math.min(...waiting.map(({ until }) => until));
    if (soonest === Number.POSITIVE_INFINITY) return;
    expiring = true;
    timers.remind(Math.max(soonest - timers.now(), 0), expire);
  }

  function expire(): void {
    expiring = false;
    const now = timers.now();
    const late = waiting.filter(({ until }) => until <= now);
    waiting = waiting.filter(({ until }) => until > now);
    for (const { seq, reject } of late) reject(new TablesBehind(seq - tablesSeq()));
    expireLater();
  }

  return {
    wait: (seq, mostMs) =>
      new Promise((resolve, reject) => {
        waiting.push({ seq, until: timers.now() + mostMs, resolve, reject });
        expireLater();
      }),
    answer(stored) {
      const done = waiting.filter(({ seq }) => seq <= stored);
      waiting = waiting.filter(({ seq }) => seq > stored);
      for (const { resolve } of done) resolve();
    },
    fail(error) {
      for (const { reject } of waiting.splice(0)) reject(error);
    },
    count: () => waiting.length,
  };
}
