/**
 * The machine of a run: its wall clock is set now and then, and it may sleep. It computes by itself which time the
 * exchange must use. That is the wall clock's, unless it is more than ten seconds from where the process, or an
 * operator, found it.
 */
import type { MachineClocks } from "../../src/engine/time/clocks.ts";

export type Machine = {
  readonly clocks: MachineClocks;
  /** Time that the exchange must use, ms. */
  now(): number;
  isParted(): boolean;
  /** Time since the clocks last parted or agreed again, ms. */
  settledMs(): number;
  /** Moves the wall clock by so many milliseconds. */
  set(by: number): void;
  sleep(milliseconds: number): void;
  /** Takes the wall clock for right, as a start or an operator does. */
  trust(): void;
  /** Sets the wall clock back to where it was right. */
  mend(): void;
};

const START_AT = 100_000_000;
const MAX_APART_MS = 10_000;

/** Makes a machine; `elapsed` is the time of the run, ms. */
export function createMachine(elapsed: () => number): Machine {
  let [offset, trusted, slept] = [0, 0, 0];
  let [parted, since] = [false, 0];

  function settle(): void {
    const now = Math.abs(offset - trusted) > MAX_APART_MS;
    if (now !== parted) since = elapsed();
    parted = now;
  }
  function trust(): void {
    trusted = offset;
    settle();
  }
  function set(by: number): void {
    offset += by;
    settle();
  }
  const right = (): number => START_AT + elapsed() + slept;
  const wall = (): number => right() + offset;
  return {
    clocks: { wall, monotonic: elapsed, uptime: () => elapsed() + slept },
    now: () => (parted ? right() + trusted : wall()),
    isParted: () => parted,
    settledMs: () => elapsed() - since,
    set: (by) => set(Math.max(by, -START_AT / 2 - offset)),
    sleep: (milliseconds) => {
      slept += milliseconds;
      trust();
    },
    trust,
    mend: () => set(trusted - offset),
  };
}
