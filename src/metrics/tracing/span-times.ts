/** Times of spans: those of `performance.now()`, which nothing sets back, as milliseconds since 1970. */

export type SpanTimes = {
  /** Gives what is added to times of a trace that begins now, so that all of them are of one clock. */
  base(): number;
};

/** A larger gap between the clocks means that the wall clock was set, or has drifted away. */
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
