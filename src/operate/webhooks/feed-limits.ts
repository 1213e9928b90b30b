/** Limits of the deliveries of an endpoint. */

// Pauses between the attempts of a delivery. They add up to three days, after which it is given up.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pause after each failed attempt, ms. */
const RETRY_PAUSES_MS: readonly number[] = [
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  8 * HOUR,
  12 * HOUR,
  12 * HOUR,
  12 * HOUR,
  12 * HOUR,
];

/** Jitter as part of a pause, so that deliveries that failed together do not retry together. */
const JITTER = 0.2;

/** Returns the pause after this many failed attempts, ms; `undefined` if no attempt follows. `chance` is from 0 to 1. */
export function pauseAfter(
  attempts: number,
  chance: number,
  pauses: readonly number[] = RETRY_PAUSES_MS,
): number | undefined {
  const pause = pauses[attempts - 1];
  return pause === undefined ? undefined : Math.round(pause * (1 + JITTER * (2 * chance - 1)));
}

export type FeedLimits = {
  /** Events of a feed that were read, not delivered yet, and have no row. */
  readonly underway: number;
  /** Deliveries of a feed that wait in rows. */
  readonly waiting: number;
  /** Dead deliveries of an endpoint that are retained. */
  readonly dead: number;
  /** Concurrent attempts of an endpoint. */
  readonly attempts: number;
  readonly pausesMs: readonly number[];
};

export const FEED_LIMITS: FeedLimits = {
  underway: 200,
  waiting: 1_000,
  dead: 10_000,
  attempts: 8,
  pausesMs: RETRY_PAUSES_MS,
};
