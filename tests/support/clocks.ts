/** Clocks that tests move. */
import { createClocks } from "../../src/engine/clocks.ts";
import type { Clocks } from "../../src/engine/clocks.ts";

/** A machine's time, which passes by `now`, and how far its wall clock was set away from it, ms. */
export type TestTime = { now: number; offBy?: number };

/** Clocks that pass with a test's time, and part where its wall clock is set. */
export function clocksOf(time: TestTime): Clocks {
  const passed = (): number => time.now;
  return createClocks({ wall: () => time.now + (time.offBy ?? 0), monotonic: passed, uptime: passed });
}

/** Those of this machine, which are taken to agree. */
export const machineClocks = (): Clocks =>
  createClocks({ wall: Date.now, monotonic: Date.now, uptime: Date.now });
