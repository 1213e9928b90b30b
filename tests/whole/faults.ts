/**
 * What goes wrong in a run, by kind. Each run draws its own mix: some kinds never strike in it, others often, so that
 * what one kind hides another run shows.
 */
import type { Random } from "../support/random.ts";
import type { Counts } from "../simulation/statistics.ts";
import { count } from "../simulation/statistics.ts";

/** How often each strikes, in percent of the chances that it has. */
const PERCENT = {
  /** Of commits. */
  "commit lost": 0.6,
  "commit written but its answer lost": 0.8,
  "commit failed for good": 0.4,
  "commit slow": 5,
  "crash before the commit": 0.6,
  "crash after the commit, before the answers": 0.8,
  "crash after the answers": 0.8,
  /** Of look-ups. */
  "look-up failed": 1,
  "look-up failed for good": 0.2,
  "look-up slow": 4,
  "crash in a look-up": 0.4,
  /** Of starts. */
  "crash while stops are counted": 8,
  "crash in the recovery": 15,
  "clock wrong at a start": 12,
  /** Of statements about heartbeats. */
  "heartbeat not stored": 3,
  /** Of commands. */
  "poisonous command": 0.8,
  /** Of messages. */
  "request lost": 2,
  "request late": 6,
  "request repeated": 4,
  "answer lost": 2,
  "answer late": 4,
  /** Of half seconds. */
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
  /** Whether this goes wrong now; counts it if so. */
  strike(kind: FaultKind): boolean;
  /** Nothing goes wrong from now on. */
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
