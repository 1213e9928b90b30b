/** Bars of a chart in a square of 100 by 100 with its origin at the top left, and the places of its labels. */
import { wholeAmountAxis } from "../../profit/axis-ticks.ts";

export type Bar = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export type BarShape = {
  readonly bars: readonly Bar[];
  /** Height of zero. */
  readonly zero: number;
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  /** Places of bars that have a label below, with their horizontal middle. */
  readonly labels: readonly { readonly place: number; readonly x: number }[];
};

const MAX_TICKS = 5;
const MAX_LABELS = 4;
/** Room above the highest and below the lowest bar. */
const MARGIN = 4;
/** Part of its place that a bar fills. */
const FILLED = 0.76;

/** Draws values in order; `least` is the least distance between two values of the axis. */
export function barShapeOf(values: readonly number[], least: number): BarShape {
  const { low, high, ticks } = wholeAmountAxis(values, MAX_TICKS, least);
  const y = (value: number): number => MARGIN + ((high - value) / (high - low)) * (100 - 2 * MARGIN);
  const place = 100 / Math.max(values.length, 1);
  const step = Math.max(1, Math.ceil(values.length / MAX_LABELS));
  return {
    bars: values.map((value, index) => ({
      x: (index + (1 - FILLED) / 2) * place,
      y: Math.min(y(value), y(0)),
      width: place * FILLED,
      height: Math.abs(y(value) - y(0)),
    })),
    zero: y(0),
    ticks: ticks.map((value) => ({ value, y: y(value) })),
    labels: values.flatMap((_value, index) =>
      index % step === 0 ? [{ place: index, x: (index + 0.5) * place }] : [],
    ),
  };
}

/** Finds the bar at a horizontal place. */
export const barAt = (count: number, x: number): number =>
  Math.min(Math.max(Math.floor((x / 100) * count), 0), count - 1);
