/** One outcome in a chart. */
import type { Ticks } from "../../../src/core/units.ts";

export type ChartLine = {
  readonly tokenId: string;
  readonly name: string;
  /** As the catalog has it, while there is no live one. */
  readonly price: Ticks;
  readonly isChosen: boolean;
  /** Whether the price does not change any more. */
  readonly closed: boolean;
};

export type Point = {
  /** Unix seconds. */
  readonly time: number;
  readonly price: Ticks;
};

/** A line with what it draws: a price holds until the next point. */
export type DrawnLine = ChartLine & {
  readonly points: readonly Point[];
  /** Its price now; `undefined` when nobody has set one. */
  readonly now: Ticks | undefined;
};

/** The price that held at a time; `undefined` before the first one. */
export const priceAt = (points: readonly Point[], time: number): Ticks | undefined =>
  points.findLast((point) => point.time <= time)?.price;
