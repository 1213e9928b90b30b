/** The clock at a start, held against the journal: a clock that is far behind it is wrong, or was wrong before. */
import { durationText } from "../duration-text.ts";

/** Beyond it the journal's end is no matter of clocks that differ a little, as after a restore on another machine. */
const MOST_AHEAD_MS = 60_000;

export type TimesAtStart = {
  /** Time of the journal's last batch, ms; 0 without one. */
  readonly journal: number;
  /** The clock, ms. */
  readonly clock: number;
};

/** Milliseconds for which engine time stands before the clock has caught up with the journal; 0 when it has. */
export const aheadMs = ({ journal, clock }: TimesAtStart): number => Math.max(0, journal - clock);

/** Says in one line why the exchange does not start, or gives `undefined` when nothing is wrong with the clock. */
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
