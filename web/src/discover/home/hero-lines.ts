/** The lines of the home page's chart: prices of the last days as steps, and their SVG paths. */
import { queryOptions } from "@tanstack/react-query";
import { trading } from "../../api/interfaces.ts";
import { widenRange } from "../../markets/chart/price-range.ts";
import type { PriceRange } from "../../markets/chart/price-range.ts";
import type { Point } from "../../markets/chart/chart-line.ts";
import { toTicks } from "../../base/money.ts";
import { chooseRoundStep } from "../../account/profit/axis-ticks.ts";
import { ONE, ticks } from "../../../../src/core/units.ts";
import type { Ticks } from "../../../../src/core/units.ts";

export const SPAN_SECONDS = 7 * 86_400;
/** Minutes between two points: dense enough for a line of the screen's width. */
const STEP_MINUTES = 60;
const REFRESH_MS = 60_000;

/** Reads price histories of the tokens, in their order. */
export const historiesQuery = (tokenIds: readonly string[]) =>
  queryOptions({
    queryKey: ["history", "home", tokenIds],
    enabled: tokenIds.length > 0,
    queryFn: async ({ signal }): Promise<readonly (readonly Point[])[]> => {
      const body = { markets: tokenIds, interval: "1w", fidelity: STEP_MINUTES } as const;
      const { history } = await trading("POST /batch-prices-history", { body, signal });
      return tokenIds.map((id) => (history[id] ?? []).map(({ t: time, p }) => ({ time, price: toTicks(p) })));
    },
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS / 2,
  });

export type HeroLine = {
  readonly points: readonly Point[];
  /** Current price; `undefined` without one. */
  readonly now: Ticks | undefined;
};

export type PriceAxis = PriceRange & {
  /** Distance between two round values. */
  readonly step: number;
};

/** Maximum intervals between round values over the range of prices; rounding outwards may add one. */
const MAX_SPACES = 5;

/** Computes the axis for the lines' prices, between two round values within 0 to 1. */
export function computeAxis(lines: readonly HeroLine[]): PriceAxis {
  const prices = lines.flatMap(({ points, now }) => [
    ...points.map(({ price }) => Number(price)),
    ...(now === undefined ? [] : [Number(now)]),
  ]);
  const exact =
    prices.length === 0
      ? { minValue: 0, maxValue: ONE }
      : widenRange({ minValue: Math.min(...prices), maxValue: Math.max(...prices) });
  const step = chooseRoundStep((exact.maxValue - exact.minValue) / MAX_SPACES);
  const minValue = Math.floor(exact.minValue / step) * step;
  return { minValue, maxValue: Math.ceil(exact.maxValue / step) * step, step };
}

/** Lists round values of an axis, the highest first. */
export function listAxisValues({ minValue, maxValue, step }: PriceAxis): readonly Ticks[] {
  const spaces = Math.round((maxValue - minValue) / step);
  return Array.from({ length: spaces + 1 }, (_, index) => ticks(maxValue - index * step));
}

/** Computes the distance of a price from the top of a drawing of height 100. */
export const computeHeight = (price: number, { minValue, maxValue }: PriceRange): number =>
  roundCoordinate(((maxValue - price) / (maxValue - minValue)) * 100);

type Frame = {
  readonly range: PriceRange;
  /** Time of the right edge, in unix seconds. */
  readonly end: number;
};

/** Draws a line in a square of 100 by 100 with its origin at the top left; "" without a history. */
export function drawPath({ points, now }: HeroLine, { range, end }: Frame): string {
  const x = (time: number): number => roundCoordinate(Math.max(0, 100 - ((end - time) / SPAN_SECONDS) * 100));
  const y = (price: number): number => computeHeight(price, range);
  const steps = points.map(({ time, price }, index) =>
    index === 0 ? `M${x(time)} ${y(price)}` : `H${x(time)}V${y(price)}`,
  );
  if (steps.length === 0) return "";
  return `${steps.join("")}H100${now === undefined ? "" : `V${y(now)}`}`;
}

const DAY_MS = 86_400_000;
/** Every other day has a label, unless the edge of the drawing would cut it. */
const LABEL_DAYS = 2;
const EDGE = 7;

/** Lists days that the axis names, each at its first moment by the visitor's clock; `left` in hundredths of the width. */
export function listDays(end: number): readonly { readonly at: number; readonly left: number }[] {
  const today = new Date(end * 1000).setHours(0, 0, 0, 0);
  const days = (SPAN_SECONDS * 1000) / DAY_MS;
  return Array.from({ length: Math.ceil(days / LABEL_DAYS) }, (_, index) => {
    // Days of a change of the clock have 23 or 25 hours.
    const at = new Date(today - index * LABEL_DAYS * DAY_MS + DAY_MS / 8).setHours(0, 0, 0, 0);
    return { at, left: roundCoordinate(100 - ((end - at / 1000) / SPAN_SECONDS) * 100) };
  }).filter(({ left }) => left >= EDGE && left <= 100 - EDGE);
}

const roundCoordinate = (value: number): number => Math.round(value * 100) / 100;
