/**
 * The exchange's time. It is the wall clock's while the wall clock agrees with the monotonic clock. If they differ by
 * more than ten seconds, one of them is wrong, and the monotonic clock carries the time on. It does so until they agree
 * again or an operator accepts the wall clock, so that nothing acts on a clock that jumped.
 */
import { durationText } from "../duration-text.ts";
import { createFollowers } from "../followers.ts";
import type { Followers } from "../followers.ts";

/** The clocks of a machine, in milliseconds. */
export type MachineClocks = {
  /** Time since 1970; an administrator of the machine can set it. */
  readonly wall: () => number;
  /** Time since an arbitrary moment; never set, may stand still while the machine sleeps. */
  readonly monotonic: () => number;
  /** Time since an arbitrary moment; never set, goes on while the machine sleeps. */
  readonly uptime: () => number;
};

/** Lead of the wall clock over the time that the monotonic clock carries on, ms; negative when it is behind. */
export type ClockGap = number;

/** Describes, for people, how far the clocks are apart. */
export function clockGapText(gap: ClockGap): string {
  const far = durationText(Math.round(Math.abs(gap) / 1_000));
  return `this machine's wall clock jumped ${far} ${gap > 0 ? "ahead of" : "behind"} its monotonic clock`;
}

/** Time of a virtual clock, ms since 1970, and its seconds per second of the machine; 0 while it is stopped. */
export type VirtualTime = { readonly time: number; readonly rate: number };

export type VirtualClock = {
  read(): VirtualTime;
  /** Sets time and rate. It checks nothing: the caller must not set the time back. */
  set(next: VirtualTime): void;
};

export type Clocks = {
  /**
   * Returns the exchange's time, whole milliseconds since 1970: for expirations, timestamps of requests and of batches.
   */
  now(): number;
  /**
   * Returns the machine's trusted time, whole milliseconds since 1970: for timestamps of clients and for rate limits.
   */
  machine(): number;
  /** Milliseconds since an arbitrary moment, to measure durations. */
  readonly monotonic: () => number;
  /**
   * Milliseconds of the exchange's time since an arbitrary moment: for durations that a virtual clock stops, skips or
   * speeds up.
   */
  readonly steady: () => number;
  /** The clock that operators set; `undefined` if the machine's time is the exchange's. */
  readonly virtual: VirtualClock | undefined;
  /** The wall clock, trusted or not. */
  readonly wall: () => number;
  /** Returns how far the clocks are apart; `undefined` while they agree. */
  parted(): ClockGap | undefined;
  /** Trusts the wall clock from now on, whatever time it shows. */
  accept(): void;
  /** Calls back when the clocks part, when the gap changes by a second or more, and when they agree again. */
  readonly follow: Followers<ClockGap | undefined>["follow"];
};

const MAX_APART_MS = 10_000;
/** Span over which the clocks are compared: slewing and drift within it stay far below the limit. */
const COMPARED_MS = 3_600_000;

type Reading = { readonly [Name in keyof MachineClocks]: number };

export function createClocks(machine: MachineClocks): Clocks {
  const { follow, notify } = createFollowers<ClockGap | undefined>();
  let base = readAll(machine);
  let parted: ClockGap | undefined;

  const elapsed = (name: keyof MachineClocks): number => machine[name]() - base[name];

  /** True if the machine slept: the uptime, which includes sleep, agrees with the wall clock. */
  const slept = (): boolean => Math.abs(elapsed("wall") - elapsed("uptime")) <= MAX_APART_MS;

  function change(next: ClockGap | undefined): void {
    const same = next === undefined ? parted === undefined : Math.abs(next - (parted ?? 0)) < 1_000;
    if (same) return;
    parted = next;
    notify(next);
  }

  function accept(): void {
    base = readAll(machine);
    change(undefined);
  }

  /** Returns the milliseconds on the wall clock since the base, and its lead over the monotonic clock. */
  function compare(): { readonly wall: number; readonly ahead: number } {
    const wall = elapsed("wall");
    return { wall, ahead: wall - elapsed("monotonic") };
  }

  function now(): number {
    let { wall, ahead } = compare();
    // Compares once more: the process may have been paused between the two readings.
    if (Math.abs(ahead) > MAX_APART_MS) ({ wall, ahead } = compare());
    const agree = Math.abs(ahead) <= MAX_APART_MS;
    if (!agree && (parted !== undefined || !slept())) {
      change(ahead);
      return Math.floor(base.wall + wall - ahead);
    }
    const time = base.wall + wall;
    if (!agree || wall > COMPARED_MS) accept();
    else change(undefined);
    return time;
  }

  return {
    now,
    machine: now,
    monotonic: machine.monotonic,
    steady: machine.monotonic,
    virtual: undefined,
    wall: machine.wall,
    parted: () => {
      now();
      return parted;
    },
    accept,
    follow,
  };
}

const readAll = ({ wall, monotonic, uptime }: MachineClocks): Reading => ({
  wall: wall(),
  monotonic: monotonic(),
  uptime: uptime(),
});
