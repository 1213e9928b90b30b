/** Clocks that tests move. */
import { createClocks } from "../../src/engine/time/clocks.ts";
import type { Clocks } from "../../src/engine/time/clocks.ts";

/** Time of a machine, ms: `now` passes, and `offBy` is the distance of its wall clock. */
export type TestTime = { now: number; offBy?: number };

/** Clocks of a machine with this time. They part once its wall clock is set. */
export function clocksOf(time: TestTime): Clocks {
  const passed = (): number => time.now;
  return createClocks({ wall: () => time.now + (time.offBy ?? 0), monotonic: passed, uptime: passed });
}

/** Clocks of this machine, which are taken to agree. */
export const machineClocks = (): Clocks =>
  createClocks({ wall: Date.now, monotonic: Date.now, uptime: Date.now });
