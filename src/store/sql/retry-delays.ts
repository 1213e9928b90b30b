/** Delays between attempts to reach the database: the first attempt comes at once, the others after growing delays. */
export type RetryDelays = {
  /** Returns the delay before the next attempt, ms. */
  next(): number;
  /** Starts over, after a success. */
  reset(): void;
};

const FIRST_MS = 50;
const LONGEST_MS = 1_000;

export function createRetryDelays(): RetryDelays {
  let ms = 0;
  return {
    next() {
      const now = ms;
      ms = Math.min(Math.max(2 * now, FIRST_MS), LONGEST_MS);
      return now;
    },
    reset() {
      ms = 0;
    },
  };
}
