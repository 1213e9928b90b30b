/**
 * Stops new orders while the wall clock and the monotonic clock disagree: one of them is wrong, and it is unknown
 * which.
 */
import type { Log } from "../log-event.ts";
import type { AvailabilityControl } from "./availability.ts";
import { clockGapText } from "./clocks.ts";
import type { Clocks } from "./clocks.ts";

type ClockGuardOptions = {
  readonly clocks: Pick<Clocks, "follow">;
  readonly availability: Pick<AvailabilityControl, "restrict">;
  readonly log: Log;
};

/** Watches the clocks until the returned function is called. */
export const guardClocks = ({ clocks, availability, log }: ClockGuardOptions): (() => void) =>
  clocks.follow((parted) => {
    if (parted === undefined) {
      log.warn(
        { event: "clocks_agree" },
        "the wall clock agrees with the monotonic clock again, or was accepted",
      );
      return availability.restrict("clock", "normal", "");
    }
    log.error(
      { event: "clocks_part", partedMs: Math.round(parted) },
      "the wall clock and the monotonic clock part",
    );
    return availability.restrict("clock", "cancel-only", clockGapText(parted));
  });
