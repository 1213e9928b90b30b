/** Times of activity in a market: over its whole life, and denser the closer to now. */
import type { Random } from "../residents/strategies/seeded-random.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Share of the times within each span before the end, in milliseconds, from the longest span to the shortest. */
const SPANS = [
  { within: Infinity, share: 0.36 },
  { within: 7 * DAY_MS, share: 0.26 },
  { within: DAY_MS, share: 0.23 },
  { within: HOUR_MS, share: 0.15 },
] as const;

/** Draws `count` sorted times between `from` and `until`, ms. */
export function drawTimes(count: number, from: number, until: number, random: Random): number[] {
  const times = SPANS.flatMap(({ within, share }) => {
    const start = Math.max(from, until - within);
    const some = Math.max(Math.round(count * share), 1);
    const step = (until - start) / some;
    return Array.from({ length: some }, (_, index) => Math.floor(start + (index + random()) * step));
  });
  return times.sort((one, other) => one - other);
}
