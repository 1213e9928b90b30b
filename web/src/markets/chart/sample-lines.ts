/**
 * Samples lines at evenly spaced times that all lines share, since the chart library spaces points equally, whatever the
 * time between them.
 */
import type { Ticks } from "../../../../src/core/units.ts";
import type { DrawnLine } from "./chart-line.ts";
import { RANGE_SECONDS } from "./history.ts";
import type { Range } from "./history.ts";

/** A point of a sampled line; `price` is missing before the line's first point. */
type Sample = { readonly time: number; readonly price: Ticks | undefined };

const HOUR = 3_600;
/** Steps between samples in seconds, so that times are round. */
const STEPS = [5, 15, 30, 60, 300, 900, 1_800, HOUR, 2 * HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR];
const MAX_SAMPLES = 300;
const MIN_SPAN_SECONDS = 600;

/** Lists the sample times in unix seconds, from the first known price up to `now`. */
export function sampleTimes(lines: readonly DrawnLine[], range: Range, now: number): readonly number[] {
  const first = Math.min(now - MIN_SPAN_SECONDS, ...lines.map(({ points }) => points[0]?.time ?? now));
  const start = Math.max(first, now - RANGE_SECONDS[range]);
  const shortest = (now - start) / MAX_SAMPLES;
  const step = STEPS.find((one) => one >= shortest) ?? Math.ceil(shortest);
  const begin = Math.ceil(start / step) * step;
  const count = Math.ceil((now - begin) / step);
  return [...Array.from({ length: count }, (_, index) => begin + index * step), now];
}

/** Samples one line. The last sample is the current price. */
export function sampleLine({ points, now }: DrawnLine, times: readonly number[]): readonly Sample[] {
  let next = 0;
  return times.map((time, index) => {
    while ((points[next]?.time ?? Infinity) <= time) next++;
    const isLast = index === times.length - 1;
    return { time, price: isLast ? now : points[next - 1]?.price };
  });
}

// Positions labels in a column near the ends of their lines, so that none covers another.

type Column = { readonly height: number; readonly gap: number };

/**
 * Moves positions apart to at least `gap`, within `height` if all positions fit. The order of positions stays; equal
 * positions keep the order of the list.
 */
export function spreadApart(positions: readonly number[], { height, gap }: Column): readonly number[] {
  const order = positions
    .map((_, index) => index)
    .toSorted((a, b) => getNumber(positions, a) - getNumber(positions, b));
  const half = gap / 2;
  const placedCentres: number[] = [];
  for (const [place, index] of order.entries()) {
    const lowest = place === 0 ? half : getNumber(placedCentres, place - 1) + gap;
    placedCentres.push(Math.max(getNumber(positions, index), lowest));
  }
  let highest = Math.max(height - half, half + gap * (placedCentres.length - 1));
  for (let place = placedCentres.length - 1; place >= 0; place -= 1) {
    placedCentres[place] = Math.min(getNumber(placedCentres, place), highest);
    highest = getNumber(placedCentres, place) - gap;
  }
  return positions.map((_, index) => getNumber(placedCentres, order.indexOf(index)));
}

const getNumber = (list: readonly number[], index: number): number => list[index] ?? 0;
