/** Times between tries to reach the database: the first comes at once, the others at growing distances. */
export type RetryDelays = {
  /** Gives the milliseconds to wait before the next try. */
  next(): number;
  /** Begins anew, after a success. */
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
