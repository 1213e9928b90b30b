/** The line of one outcome in a chart. */
import type { Ticks } from "../../../src/core/units.ts";

export type ChartLine = {
  readonly tokenId: string;
  readonly name: string;
  /** Price from the catalog, used until a live one arrives. */
  readonly price: Ticks;
  readonly isChosen: boolean;
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
  /** Current price; `undefined` without quotes and trades. */
  readonly now: Ticks | undefined;
};

/** Finds the price at a time; `undefined` before the first point. */
export const priceAt = (points: readonly Point[], time: number): Ticks | undefined =>
  points.findLast((point) => point.time <= time)?.price;
