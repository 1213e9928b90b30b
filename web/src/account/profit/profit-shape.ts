/** The drawing of a profit in a square of 100 by 100 with its origin at the top left, and the positions of its labels. */
import { micros } from "../../../../src/core/units.ts";
import type { Micros } from "../../../../src/core/units.ts";
import { buildAmountAxis, computeTimeTicks } from "./axis-ticks.ts";
import type { ProfitPoint, ProfitRange } from "./profit-query.ts";

export type ProfitShape = {
  /** SVG paths. */
  readonly total: string;
  readonly realized: string;
  /** Area between the total and zero. */
  readonly area: string;
  /** Height of the zero line. */
  readonly zero: number;
  readonly amounts: readonly { readonly amount: Micros; readonly y: number }[];
  readonly times: readonly { readonly at: number; readonly x: number }[];
  /** True if the times' labels are times of the day. */
  readonly isClock: boolean;
  /** Horizontal positions of the points. */
  readonly xs: readonly number[];
  /** Heights of the total at the points. */
  readonly ys: readonly number[];
};

/** Returns the span in which nothing was won or lost, so that there is nothing to draw: "ever", or only the shown "range". */
export function findBlankSpan(
  points: readonly ProfitPoint[],
  range: ProfitRange,
): "ever" | "range" | undefined {
  if (points.length < 2) return "ever";
  if (points.some(({ total, realized, open }) => total !== 0 || realized !== 0 || open !== 0))
    return undefined;
  return range === "all" ? "ever" : "range";
}

const MAX_AMOUNTS = 5;
const MAX_TIMES = 5;
/** Margin above the highest and below the lowest amount. */
const MARGIN = 4;

/** Draws the points, at least two in order of time. */
export function computeProfitShape(points: readonly ProfitPoint[]): ProfitShape {
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const span = Math.max(last - first, 1);
  const { low, high, ticks } = buildAmountAxis(
    points.flatMap(({ total, realized }) => [total, realized]),
    MAX_AMOUNTS,
  );
  const y = (amount: number): number => MARGIN + ((high - amount) / (high - low)) * (100 - 2 * MARGIN);
  const x = (at: number): number => ((at - first) / span) * 100;
  const xs = points.map(({ at }) => x(at));
  const ys = points.map(({ total }) => y(total));
  const total = drawPathThrough(xs, ys);
  const { times, isClock } = computeTimeTicks(first, last, MAX_TIMES);
  return {
    total,
    realized: drawPathThrough(
      xs,
      points.map((point) => y(point.realized)),
    ),
    area: `${total}V${y(0)}H0Z`,
    zero: y(0),
    amounts: ticks.map((amount) => ({ amount: micros(amount), y: y(amount) })),
    times: times.map((at) => ({ at, x: x(at) })),
    isClock,
    xs,
    ys,
  };
}

const drawPathThrough = (xs: readonly number[], ys: readonly number[]): string =>
  xs.map((x, index) => `${index === 0 ? "M" : "L"}${x} ${ys[index] ?? 0}`).join("");

/** Finds the index of the point nearest to a horizontal position. */
export function findNearestPoint({ xs }: Pick<ProfitShape, "xs">, x: number): number {
  const after = xs.findIndex((one) => one >= x);
  if (after <= 0) return after === 0 ? 0 : xs.length - 1;
  return x - (xs[after - 1] ?? 0) <= (xs[after] ?? 0) - x ? after - 1 : after;
}
