/** Check at start: compares the clock with the time of the journal's last batch. */
import type { Log } from "../log-event.ts";
import { durationText } from "../duration-text.ts";
import type { Clocks } from "./clocks.ts";

/** Largest lag of the clock that small differences between clocks explain, as after a restore on another machine. */
const MAX_AHEAD_MS = 60_000;

export type TimesAtStart = {
  /** Time of the journal's last batch, ms; 0 in an empty journal. */
  readonly journal: number;
  /** The clock, ms. */
  readonly clock: number;
};

/** Milliseconds until the clock reaches the journal's last time; 0 once it has. Engine time stands still until then. */
export const aheadMs = ({ journal, clock }: TimesAtStart): number => Math.max(0, journal - clock);

/** Returns the reason, in one line, not to start with this clock; `undefined` if the clock is fine. */
export function refuseClock(times: TimesAtStart): string | undefined {
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
  const refusal = refuseClock(times);
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
