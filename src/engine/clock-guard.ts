/**
 * Stops new orders while the wall clock and the monotonic clock disagree: one of them is wrong, and nobody knows which.
 */
import type { Logger } from "pino";
import type { AvailabilityControl } from "./availability.ts";
import { clockGapText } from "./clocks.ts";
import type { Clocks } from "./clocks.ts";

type ClockGuardOptions = {
  readonly clocks: Pick<Clocks, "follow">;
  readonly availability: Pick<AvailabilityControl, "restrict">;
  readonly log: Logger;
};

/** Watches the clocks until the returned function is called. */
export const guardClocks = ({ clocks, availability, log }: ClockGuardOptions): (() => void) =>
  clocks.follow((parted) => {
    if (parted === undefined) {
      log.warn("the wall clock agrees with the monotonic clock again, or was accepted");
      return availability.restrict("clock", "normal", "");
    }
    log.error({ partedMs: Math.round(parted) }, "the wall clock and the monotonic clock part");
    return availability.restrict("clock", "cancel-only", clockGapText(parted));
  });
