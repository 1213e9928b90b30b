/** Check of the clock at a start against the time of the journal's last batch. */
import { durationText } from "../duration-text.ts";

/** Largest lag of the clock that clocks which differ a little can explain, as after a restore on another machine. */
const MOST_AHEAD_MS = 60_000;

export type TimesAtStart = {
  /** Time of the journal's last batch, ms; 0 without one. */
  readonly journal: number;
  /** The clock, ms. */
  readonly clock: number;
};

/** Milliseconds until the clock reaches the journal's last time; 0 once it has. Engine time stands still until then. */
export const aheadMs = ({ journal, clock }: TimesAtStart): number => Math.max(0, journal - clock);

/** Gives the reason, in one line, not to start with this clock; `undefined` when nothing is wrong with it. */
export function refuseClock(times: TimesAtStart): string | undefined {
  const ahead = aheadMs(times);
  if (ahead <= MOST_AHEAD_MS) return undefined;
  const [journal, clock] = [times.journal, times.clock].map((ms) => new Date(ms).toISOString());
  return (
    `The journal ends at ${journal}, ${durationText(ahead / 1_000)} ahead of this machine's clock (${clock}): the clock ` +
    "is wrong now, or it was when the exchange ran last. Set it right; if it is right, presage start --accept-clock goes " +
    "on, and what is done carries the journal's last time until the clock has caught up"
  );
}
