/** The clocks of an exchange as its settings have them: the machine's, or virtual ones where they stood. */
import type { Client } from "pg";
import { readVirtualTime } from "../store/sandbox/virtual-time.ts";
import { checkClock } from "./clock-at-start.ts";
import type { ClockCheck } from "./clock-at-start.ts";
import type { Clocks } from "./clocks.ts";
import { createVirtualClocks } from "./virtual-clock.ts";

type ClockOptions = Omit<ClockCheck, "clocks"> & {
  /** `clockStart` is where a virtual clock stands at the first start, ms; it runs with the machine's without it. */
  readonly config: { readonly clock: "system" | "virtual"; readonly clockStart: number | undefined };
  /** The machine's. */
  readonly clocks: Clocks;
};

/**
 * Gives the clocks of a start whose journal ends at `journalAt`, ms. A machine's clock is checked against that; a virtual one
 * goes on where it was saved, and not before the journal's end.
 */
export async function openClocks(options: ClockOptions, client: Client, journalAt: number): Promise<Clocks> {
  const { config, clocks } = options;
  if (config.clock === "system") {
    checkClock(options, journalAt);
    return clocks;
  }
  const { clockStart } = config;
  const first = clockStart === undefined ? { time: clocks.now(), rate: 1 } : { time: clockStart, rate: 0 };
  const { time, rate } = (await readVirtualTime(client)) ?? first;
  return createVirtualClocks(clocks, { time: Math.max(time, journalAt), rate });
}
