/** Round values for the labels of an axis. */

/** Minimum step between amounts in micros, one cent; steps are 1, 2 or 5 times a power of ten. */
const MIN_STEP = 10_000;

export type AmountAxis = {
  /** Bounds of the drawing in micros. */
  readonly low: number;
  readonly high: number;
  /** Labelled amounts in micros, the lowest first, including zero. */
  readonly ticks: readonly number[];
};

/**
 * Builds an axis that covers the amounts and zero. Ticks are at most `most` multiples of a round step, which is at least
 * `least`.
 */
export function buildAmountAxis(amounts: readonly number[], most: number, least = MIN_STEP): AmountAxis {
  const low = Math.min(0, ...amounts);
  const high = Math.max(0, low + least, ...amounts);
  const step = chooseRoundStep(Math.max((high - low) / (most - 1), least));
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  // Adding 0 turns minus zero, which would be shown with a sign, into zero.
  return { low, high, ticks: Array.from({ length: count }, (_, index) => (first + index) * step + 0) };
}

/** Builds an axis that covers the amounts and zero, and begins and ends at a tick, so that no amount is beyond the labels. */
export function buildWholeAmountAxis(amounts: readonly number[], most: number, least = MIN_STEP): AmountAxis {
  const { low, high } = buildAmountAxis(amounts, most, least);
  const step = chooseRoundStep(Math.max((high - low) / (most - 1), least));
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step + 0);
  return { low: first * step + 0, high: last * step, ticks };
}

/** Returns the smallest of 1, 2 and 5 times a power of ten that is not below `least`. */
export function chooseRoundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MINUTES_MS = [10, 15, 30].map((minutes) => minutes * 60_000);
const HOURS_MS = [1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS);
const DAYS_MS = [1, 2, 5, 7, 14, 30, 60, 90, 180, 365, 730].map((days) => days * DAY_MS);

export type TimeTicks = {
  /** Labelled times in unix milliseconds. */
  readonly times: readonly number[];
  /** True if labels are times of the day, not dates. */
  readonly isClock: boolean;
};

/** Returns at most `most` times on round hours or at midnights of the reader's time zone. */
export function computeTimeTicks(first: number, last: number, most: number): TimeTicks {
  const least = (last - first) / most;
  const step = [...MINUTES_MS, ...HOURS_MS, ...DAYS_MS].find((one) => one >= least) ?? Math.ceil(least);
  const times: number[] = [];
  // Steps from a local midnight stay on round local times, except on days with a clock change.
  const midnight = new Date(first).setHours(0, 0, 0, 0);
  for (let at = midnight; at <= last; at += step) if (at >= first) times.push(at);
  return { times, isClock: step < DAY_MS };
}
