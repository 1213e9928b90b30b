/**
 * A clock that operators of a sandbox set: it can be stopped, stepped and run at any rate. It goes back only with the whole
 * exchange. It runs on the machine's monotonic clock, so that a change of the wall clock has no effect.
 */
import type { Clocks, VirtualTime } from "./clocks.ts";

/** Creates the clocks of an exchange in virtual time. They use the machine's own clocks for timestamps of clients. */
export function createVirtualClocks(machine: Clocks, first: VirtualTime): Clocks {
  let base = { ...first, since: machine.monotonic() };

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
      },
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
