/** The range of prices that a chart shows. */

export type PriceRange = { readonly minValue: number; readonly maxValue: number };

/** Minimum range, ten percentage points in ticks: a smaller move must not look like a large one. */
const MIN_RANGE = 1_000;
const HIGHEST = 10_000;

/** Widens a range of prices in ticks to the minimum range: around the middle, if the result stays between 0 and 1. */
export function widenRange({ minValue, maxValue }: PriceRange): PriceRange {
  const missing = MIN_RANGE - (maxValue - minValue);
  if (missing <= 0) return { minValue, maxValue };
  const low = Math.min(Math.max(minValue - missing / 2, 0), HIGHEST - MIN_RANGE);
  return { minValue: low, maxValue: low + MIN_RANGE };
}
