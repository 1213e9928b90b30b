/**
 * The exchange's time. It is the wall clock's while the wall clock agrees with the monotonic clock. If they differ by
 * more than ten seconds, one of them is wrong, and the monotonic clock carries the time on. It does so until they agree
 * again or an operator accepts the wall clock, so that nothing acts on a clock that jumped.
 */
import { uptime as uptimeSeconds } from "node:os";
import { durationText } from "../../base/duration-text.ts";
import { createFollowers } from "../../base/followers.ts";
import type { Followers } from "../../base/followers.ts";
import type { Log } from "../../base/log-event.ts";
import type { DueWork } from "./due-work.ts";
import type { Engine } from "../engine.ts";
import type { TimedSessions } from "./key-deadlines.ts";

/** The clocks of a machine, in milliseconds. */
export type MachineClocks = {
  /** Time since 1970; an administrator of the machine can set it. */
  readonly wall: () => number;
  /** Time since an arbitrary moment; never set, may stand still while the machine sleeps. */
  readonly monotonic: () => number;
  /** Time since an arbitrary moment; never set, goes on while the machine sleeps. */
  readonly uptime: () => number;
};

export const MACHINE_CLOCKS: MachineClocks = {
  wall: Date.now,
  monotonic: () => performance.now(),
  uptime: () => uptimeSeconds() * 1_000,
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

type VirtualClock = {
  read(): VirtualTime;
  /** Sets time and rate without a check: the caller must not set the time back. */
  set(next: VirtualTime): void;
  /** Calls back after each change, until the returned function is called. */
  readonly follow: Followers<VirtualTime>["follow"];
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
  /** Calls back when the clocks begin to disagree, when their gap changes by a second or more, and when they agree again. */
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

// Check at start: compares the clock with the time of the journal's last batch.

/** Largest lag of the clock that small differences between clocks explain, as after a restore on another machine. */
const MAX_AHEAD_MS = 60_000;

type TimesAtStart = {
  /** Time of the journal's last batch, ms; 0 in an empty journal. */
  readonly journal: number;
  /** The clock, ms. */
  readonly clock: number;
};

/**
 * Computes the milliseconds until the clock reaches the journal's last time; 0 once it has. Engine time stands still
 * until then.
 */
export const aheadMs = ({ journal, clock }: TimesAtStart): number => Math.max(0, journal - clock);

/** Returns the reason, in one line, not to start with this clock; `undefined` if the clock is fine. */
export function rejectClock(times: TimesAtStart): string | undefined {
  const ahead = aheadMs(times);
  if (ahead <= MAX_AHEAD_MS) return undefined;
  const [journal, clock] = [times.journal, times.clock].map((ms) => new Date(ms).toISOString());
  return (
    `The journal ends at ${journal}, ${durationText(ahead / 1_000)} ahead of this machine's clock (${clock}): the clock ` +
    "is wrong now, or it was when the exchange ran last. Set it right; if it is right, presage start --accept-clock goes " +
    "on, and what is done carries the journal's last time until the clock has caught up"
  );
}

export type ClockCheck = {
  readonly clocks: Pick<Clocks, "now">;
  /** True to start even if the journal's last batch is far ahead of the clock. */
  readonly acceptClock?: boolean;
  readonly log: Pick<Log, "warn">;
};

/** Throws a one-line error if the journal's last time, ms, is far ahead of the clock, unless that is accepted. */
export function checkClock({ clocks, acceptClock, log }: ClockCheck, journal: number): void {
  const times = { journal, clock: clocks.now() };
  const refusal = rejectClock(times);
  if (refusal !== undefined && acceptClock !== true) throw new Error(refusal);
  if (refusal !== undefined)
    log.warn(
      { event: "clock_accepted", aheadMs: aheadMs(times) },
      "engine time stands at the journal's end until the clock has caught up",
    );
  else if (acceptClock === true)
    log.warn(
      { event: "clock_accepted" },
      "--accept-clock has no effect: the clock has caught up with the journal",
    );
}

// State of the exchange's clocks, for answers and operators.

/** Times are in milliseconds since 1970. */
export type ClockState = {
  /** The trusted time, by which orders expire and requests are judged. */
  readonly now: number;
  readonly wall: number;
  /** Engine time: the timestamp of everything done now. */
  readonly engine: number;
  /** Milliseconds until the clock reaches engine time, which stands still until then; 0 once it has. */
  readonly ahead: number;
  /** Lead of the wall clock over `now`, ms; `undefined` while the clocks agree. */
  readonly parted: number | undefined;
  /** Rate of a virtual clock in seconds per second, 0 while it is stopped; `undefined` with the machine's clock. */
  readonly rate: number | undefined;
  /** Description of the faults, for people; empty when there are none. */
  readonly why: string;
};

/** Smallest reported lag; a smaller lag ends before anyone reads the report. */
const MIN_REPORTED_LAG_MS = 1_000;

type ClockReadings = Pick<ClockState, "now" | "wall" | "parted" | "rate"> & {
  /** Time of the journal's last batch, ms. */
  readonly head: number;
};

export function computeClockState({ now, wall, parted, rate, head }: ClockReadings): ClockState {
  const lag = aheadMs({ journal: head, clock: now });
  const ahead = lag < MIN_REPORTED_LAG_MS ? 0 : lag;
  const faults = [
    ...(parted === undefined ? [] : [`${clockGapText(parted)}: the monotonic clock carries the time on`]),
    ...(ahead === 0 ? [] : [`engine time stands, ${durationText(ahead / 1_000)} ahead of the clock`]),
  ];
  return { now, wall, engine: Math.max(now, head), ahead, parted, rate, why: faults.join("; ") };
}

type ClockSources = {
  readonly clocks: Pick<Clocks, "now" | "wall" | "parted" | "virtual">;
  readonly engine: Pick<Engine, "head">;
};

export function clockState({ clocks, engine }: ClockSources): ClockState {
  const [parted, now, wall] = [clocks.parted(), clocks.now(), clocks.wall()];
  return computeClockState({ now, wall, parted, rate: clocks.virtual?.read().rate, head: engine.head().at });
}

// A clock that operators of a sandbox set: it can be stopped, stepped and run at any rate. Its time goes back only when the
// whole exchange is put back. It runs on the machine's monotonic clock, so that a change of the wall clock has no effect.

/** Creates the clocks of an exchange in virtual time. They use the machine's own clocks for timestamps of clients. */
export function createVirtualClocks(machine: Clocks, first: VirtualTime): Clocks {
  let base = { ...first, since: machine.monotonic() };
  const { follow, notify } = createFollowers<VirtualTime>();

  const exact = (): number => base.time + base.rate * (machine.monotonic() - base.since);
  const now = (): number => Math.floor(exact());

  return {
    ...machine,
    now,
    steady: exact,
    virtual: {
      read: () => ({ time: now(), rate: base.rate }),
      set: (next) => {
        base = { ...next, since: machine.monotonic() };
        notify(next);
      },
      follow,
    },
  };
}

/** Latest time that a virtual clock can be set to: minutes up to then fit the price history. */
export const LAST_TIME = Date.UTC(3000, 0, 1);
export const MAX_RATE = 100_000;

/** A change of a virtual clock by an operator. */
export type ClockOrder =
  | { readonly action: "pause" }
  | { readonly action: "resume" }
  | { readonly action: "step"; readonly ms: number }
  | { readonly action: "to"; readonly time: number }
  | { readonly action: "rate"; readonly rate: number };

/**
 * Returns the time and rate after the order, with the time rounded to whole milliseconds; the time may be out of
 * bounds.
 */
export function planVirtualTime({ time, rate }: VirtualTime, order: ClockOrder): VirtualTime {
  switch (order.action) {
    case "pause":
      return { time, rate: 0 };
    case "resume":
      return { time, rate: rate === 0 ? 1 : rate };
    case "step":
      return { time: time + Math.round(order.ms), rate };
    case "to":
      return { time: order.time, rate };
    case "rate":
      return { time, rate: order.rate };
  }
}

// Steps of a virtual clock. A step goes from one instant at which something is due to the next: orders expire, delayed
// orders match, settlements fail and sessions of keys end at their own times. Between these instants nothing happens,
// however far apart they are.

/** Maximum number of instants in a step: each may cost a commit. */
const MAX_INSTANTS = 1_000;

type TimedWork = {
  readonly virtual: VirtualClock;
  readonly engine: Pick<Engine, "submit" | "exchange">;
  readonly heartbeats: Pick<TimedSessions, "check" | "firstEnd">;
  readonly disconnects: Pick<TimedSessions, "check" | "firstEnd">;
  /** Sandbox work at its own time: delayed matches, and settlements that fail. */
  readonly dueWork: readonly Pick<DueWork, "check" | "firstDue">[];
};

/** Times of a step, ms. */
type TimeSpan = { readonly from: number; readonly until: number; readonly most?: number };

/**
 * Does the work that is due before the span's end, each at its own instant, up to `most` instants. The clock then shows the
 * last one; the caller sets it to the end.
 */
export async function advanceTime(
  work: TimedWork,
  { from, until, most = MAX_INSTANTS }: TimeSpan,
): Promise<void> {
  work.virtual.set({ time: from, rate: 0 });
  for (let instants = 0; instants < most; instants += 1) {
    await runDueWork(work);
    const next = nextInstant(work);
    if (next >= until) return;
    work.virtual.set({ time: next, rate: 0 });
  }
  await runDueWork(work);
}

/**
 * Does all work that is due now: orders expire, sandbox work runs, and sessions of keys end that sent no heartbeat or have
 * no connection.
 */
export async function runDueWork({
  engine,
  heartbeats,
  disconnects,
  dueWork,
}: Omit<TimedWork, "virtual">): Promise<void> {
  await engine.submit({ type: "expire-orders" });
  for (const work of [...dueWork, heartbeats, disconnects]) await work.check();
}

/**
 * Returns the first instant after now at which something is due. Work that was due before and could not be done is not
 * waited for.
 */
function nextInstant({ virtual, engine, heartbeats, disconnects, dueWork }: TimedWork): number {
  const { time } = virtual.read();
  const [soonest] = engine.exchange.expiries;
  const own = dueWork.map((work) => work.firstDue(time));
  const ends = [heartbeats, disconnects].map((sessions) => Math.ceil(sessions.firstEnd(time)));
  const due = [soonest?.leavesAt ?? Infinity, ...own, ...ends];
  return Math.min(...due.filter((instant) => instant > time));
}
