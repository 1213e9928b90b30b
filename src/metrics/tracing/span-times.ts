/** Times of spans: monotonic times of `performance.now()`, as milliseconds since 1970. */

export type SpanTimes = {
  /** Returns the offset for all times of a trace that starts now, so that they use one clock. */
  base(): number;
};

/** Clock difference, ms, above which the wall clock was set or has drifted. */
const DRIFT_MS = 2;

export function createSpanTimes(): SpanTimes {
  let base = performance.timeOrigin;
  return {
    base() {
      const gap = Date.now() - (base + performance.now());
      if (Math.abs(gap) > DRIFT_MS) base += gap;
      return base;
    },
  };
}
