/** Takes no new orders while the machine's clocks part: one of them is wrong, and it is not known which. */
import type { Logger } from "pino";
import { partedText } from "./clocks.ts";
import type { Clocks } from "./clocks.ts";
import type { StandingKeeper } from "./standing.ts";

type Guarded = {
  readonly clocks: Pick<Clocks, "follow">;
  readonly standing: Pick<StandingKeeper, "restrict">;
  readonly log: Logger;
};

/** Watches the clocks until the function that it returns is called. */
export const guardClocks = ({ clocks, standing, log }: Guarded): (() => void) =>
  clocks.follow((parted) => {
    if (parted === undefined) {
      log.warn("the wall clock agrees with the monotonic clock again, or was accepted");
      return standing.restrict("clock", "normal", "");
    }
    log.error({ partedMs: Math.round(parted) }, "the wall clock and the monotonic clock part");
    return standing.restrict("clock", "cancel-only", partedText(parted));
  });
