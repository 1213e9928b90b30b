/**
 * The time that the exchange goes by. It is the wall clock's while the monotonic clock agrees with it. When the two part
 * by more than ten seconds one of them is wrong: the monotonic clock then carries the time on, so that nothing ever acts on
 * a clock that jumped, until they agree again or an operator accepts the wall clock.
 */
import { durationText } from "../duration-text.ts";
import { createFollowers } from "../followers.ts";
import type { Followers } from "../followers.ts";

/** The clocks of a machine, in milliseconds. */
export type MachineClocks = {
  /** Since 1970; whoever administers the machine can set it. */
  readonly wall: () => number;
  /** Since any moment; never set, and may stand while the machine sleeps. */
  readonly monotonic: () => number;
  /** Since any moment; never set, and goes on while the machine sleeps. */
  readonly uptime: () => number;
};

/** How far the wall clock is ahead of the time that the monotonic clock carries on, milliseconds. */
export type Parted = number;

/** Says in words for people how the clocks part. */
export function partedText(parted: Parted): string {
  const far = durationText(Math.round(Math.abs(parted) / 1_000));
  return `this machine's wall clock jumped ${far} ${parted > 0 ? "ahead of" : "behind"} its monotonic clock`;
}

export type Clocks = {
  /** Whole milliseconds since 1970, which everything goes by: expirations, timestamps of requests, stamps of what is done. */
  now(): number;
  /** Milliseconds since any moment, for how long something lasts. */
  readonly monotonic: () => number;
  /** The wall clock as it is, trusted or not. */
  readonly wall: () => number;
  /** `undefined` while the clocks agree. */
  parted(): Parted | undefined;
  /** Takes the wall clock for right, whatever it says. */
  accept(): void;
  /** Tells when the clocks part, part further by a second, and agree again. */
  readonly follow: Followers<Parted | undefined>["follow"];
};

const MOST_APART_MS = 10_000;
/** How far back the clocks are compared: what slewing and drift add up to in it stays far below what counts. */
const COMPARED_MS = 3_600_000;

type Reading = { readonly [Name in keyof MachineClocks]: number };

export function createClocks(machine: MachineClocks): Clocks {
  const { follow, tell } = createFollowers<Parted | undefined>();
  let base = readAll(machine);
  let parted: Parted | undefined;

  const elapsed = (name: keyof MachineClocks): number => machine[name]() - base[name];

  /** The machine slept when the clock that goes on meanwhile bears the wall clock out. */
  const slept = (): boolean => Math.abs(elapsed("wall") - elapsed("uptime")) <= MOST_APART_MS;

  function change(next: Parted | undefined): void {
    const same = next === undefined ? parted === undefined : Math.abs(next - (parted ?? 0)) < 1_000;
    if (same) return;
    parted = next;
    tell(next);
  }

  function accept(): void {
    base = readAll(machine);
    change(undefined);
  }

  /** Milliseconds that passed on the wall clock since the base, and beyond those of the monotonic clock. */
  function compare(): { readonly wall: number; readonly ahead: number } {
    const wall = elapsed("wall");
    return { wall, ahead: wall - elapsed("monotonic") };
  }

  function now(): number {
    let { wall, ahead } = compare();
    // Once more: the process may have stood still between the two readings.
    if (Math.abs(ahead) > MOST_APART_MS) ({ wall, ahead } = compare());
    const agree = Math.abs(ahead) <= MOST_APART_MS;
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
    monotonic: machine.monotonic,
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
