/**
 * Faults of a run, by kind. Each run draws its own mix of kinds, some of which never strike in it and others often: a
 * fault that one kind hides in one run shows in another.
 */
import type { Random } from "../support/random.ts";
import type { Counts } from "../simulation/statistics.ts";
import { count } from "../simulation/statistics.ts";

/** Frequency of each kind, in percent of its chances. */
const PERCENT = {
  /** Chances: commits. */
  "commit lost": 0.6,
  "commit written but its answer lost": 0.8,
  "commit failed for good": 0.4,
  "commit slow": 5,
  "crash before the commit": 0.6,
  "crash after the commit, before the answers": 0.8,
  "crash after the answers": 0.8,
  /** Chances: flushes of the read tables. */
  "flush lost": 1.5,
  "flush written but its answer lost": 1,
  "flush cut off": 1.5,
  "flush failed for good": 0.2,
  "flush slow": 4,
  "crash before a flush": 0.4,
  "crash in a flush": 0.4,
  "crash after a flush, before its answer": 0.4,
  /** Chances: sessions for the read tables. */
  "tables not opened": 5,
  /** Chances: batches of the journal that the read tables do not have at a start. */
  "crash while the journal's rest is projected": 3,
  /** Chances: look-ups. */
  "look-up failed": 1,
  "look-up failed for good": 0.2,
  "look-up slow": 4,
  "crash in a look-up": 0.4,
  /** Chances: starts. */
  "crash while stops are counted": 8,
  "crash in the recovery": 15,
  "clock wrong at a start": 12,
  /** Chances: statements about heartbeats. */
  "heartbeat not stored": 3,
  /** Chances: statements about delayed orders and settlements that fail. */
  "statement lost": 1.5,
  "statement done but its answer lost": 2,
  "statement slow": 4,
  "crash before a statement": 0.5,
  "crash after a statement, before its answer": 0.8,
  /** Chances: snapshots. */
  "snapshot lost": 2,
  "snapshot done but its answer lost": 3,
  "snapshot slow": 10,
  "crash before a snapshot": 2,
  "crash after a snapshot, before its answer": 3,
  /** Chances: ways back to a snapshot. */
  "revert lost": 2,
  "revert done but its answer lost": 3,
  "revert slow": 15,
  "crash before a revert": 2,
  "crash after a revert, before its answer": 4,
  /** Chances: commands. */
  "poisonous command": 0.8,
  /** Chances: messages. */
  "request lost": 2,
  "request late": 6,
  "request repeated": 4,
  "answer lost": 2,
  "answer late": 4,
  /** Chances: half seconds. */
  "crash at any time": 0.6,
  "store down": 0.7,
  "disk full": 0.5,
  "clock set forward": 1,
  "clock set back": 1,
  "the machine sleeps": 0.4,
  "less is taken": 1,
  burst: 3,
  overload: 0.1,
  "beats stopped": 2,
} as const;

export type FaultKind = keyof typeof PERCENT;

export const FAULT_KINDS = Object.keys(PERCENT) as readonly FaultKind[];

export type Faults = {
  /** Draws whether this goes wrong now, and counts it if so. */
  strike(kind: FaultKind): boolean;
  /** Ends all faults. */
  stop(): void;
  stopped(): boolean;
};

const TIMES = [0, 0, 1, 1, 1, 4] as const;

export function createFaults(random: Random, counts: Counts): Faults {
  const percents = new Map(FAULT_KINDS.map((kind) => [kind, PERCENT[kind] * random.pick(TIMES)]));
  let stopped = false;
  function strike(kind: FaultKind): boolean {
    if (stopped || !random.chance(percents.get(kind) ?? 0)) return false;
    count(counts, kind);
    return true;
  }
  const stop = (): void => {
    stopped = true;
  };
  return { strike, stop, stopped: () => stopped };
}
