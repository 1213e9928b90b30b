/** The line of one outcome in a chart. */
import type { Ticks } from "../../../../src/core/units.ts";

export type ChartLine = {
  readonly tokenId: string;
  readonly name: string;
  /** Index of the outcome in the event's listing order, from 0. */
  readonly place: number;
  /** Price from the catalog, used until a live one arrives. */
  readonly price: Ticks;
  /** False before the market's first quote or trade. */
  readonly priced: boolean;
  readonly isChosen: boolean;
  /** True for the line that is named first, whatever its chance: the winner of a match. */
  readonly leads?: boolean;
  /** True once the market is closed and its price final. */
  readonly closed: boolean;
};

export type Point = {
  /** Time in unix seconds. */
  readonly time: number;
  readonly price: Ticks;
};

/** A line with its price history. Each price holds until the next point. */
export type DrawnLine = ChartLine & {
  readonly points: readonly Point[];
  /** Index of its colour in the list of colours. */
  readonly colour: number;
  /** Current price; `undefined` without quotes and trades. */
  readonly now: Ticks | undefined;
};

/** Finds the price at a time; `undefined` before the first point. */
export const findPriceAt = (points: readonly Point[], time: number): Ticks | undefined =>
  points.findLast((point) => point.time <= time)?.price;

/**
 * Computes the price change since a time, in ticks. A line that began later counts from its first point. `undefined`
 * without a price.
 */
export function computeChangeSince({ points, now }: DrawnLine, time: number): number | undefined {
  const before = findPriceAt(points, time) ?? points[0]?.price;
  return now === undefined || before === undefined ? undefined : now - before;
}

/** Finds the time at which the lines end: now, or the last change once all of them are closed. */
export function findEndTime(lines: readonly DrawnLine[], now: number): number {
  if (!lines.every(({ closed }) => closed)) return now;
  const last = Math.max(...lines.map(({ points }) => points.at(-1)?.time ?? 0));
  return last > 0 ? Math.min(last, now) : now;
}
