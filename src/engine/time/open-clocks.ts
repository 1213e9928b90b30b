/** The clocks of an exchange by its settings: the machine's, or virtual ones that continue from their saved time. */
import type { Client } from "pg";
import { readVirtualTime } from "../../store/sandbox/virtual-time.ts";
import { checkClock, createVirtualClocks } from "./clocks.ts";
import type { ClockCheck, Clocks } from "./clocks.ts";

type ClockOptions = Omit<ClockCheck, "clocks"> & {
  /** `clockStart` is the time of a virtual clock at the first start, ms; without it, the machine's time. */
  readonly config: { readonly clock: "system" | "virtual"; readonly clockStart: number | undefined };
  /** The machine's clocks. */
  readonly clocks: Clocks;
};

/**
 * Returns the clocks at a start whose journal's last batch is of `journalAt`, ms. A machine's clock is checked against
 * that time. A virtual clock continues from its saved time, but not before the journal's last batch.
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
