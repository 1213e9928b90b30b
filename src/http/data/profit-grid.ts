/** Times of the points of a wallet's profit: beginnings of periods, evenly spaced, and now. */
import { PERIOD_MS } from "../../store/tables/profit-history.ts";

/** Seconds of a period. */
const PERIOD = PERIOD_MS / 1_000;
const DAY = 86_400;

export const INTERVALS = ["1d", "1w", "1m", "all"] as const;
export type Interval = (typeof INTERVALS)[number];

/** Seconds back from now. */
const BACK: { readonly [Name in Interval]: number } = {
  "1d": DAY,
  "1w": 7 * DAY,
  "1m": 30 * DAY,
  all: Number.POSITIVE_INFINITY,
};

/** Seconds between two points; beyond a day it is some days. */
const STEPS = [PERIOD, 1_800, 3_600, 10_800, 21_600, 43_200, DAY];

/** Points of a wallet with few positions, and of any wallet. */
export const MOST_POINTS = 180;
const LEAST_POINTS = 6;
/** Positions x points, by which the time of the read grows. */
const MOST_LOOK_UPS = 20_000;

type GridRequest = {
  readonly interval: Interval;
  /** Unix seconds: now, and when the wallet's history begins. */
  readonly now: number;
  readonly begun: number;
  /** Number of the wallet's positions. */
  readonly positions: number;
};

export type ProfitGrid = {
  /** Seconds between two points. */
  readonly step: number;
  /** Periods at whose beginnings points stand, before now. */
  readonly periods: readonly number[];
};

/** The first point stands a step before the interval's beginning at most; in longer steps where positions are many. */
export function profitGridOf({ interval, now, begun, positions }: GridRequest): ProfitGrid {
  const start = Math.max(now - BACK[interval], Math.min(begun, now));
  const affordable = Math.floor(MOST_LOOK_UPS / Math.max(positions, 1));
  const most = Math.min(Math.max(affordable, LEAST_POINTS), MOST_POINTS);
  const least = (now - start) / most;
  const step = STEPS.find((one) => one >= least) ?? Math.ceil(least / DAY) * DAY;
  const first = Math.floor(start / step);
  const count = Math.ceil(now / step) - first;
  const periods = Array.from({ length: count }, (_, index) => ((first + index) * step) / PERIOD);
  return { step, periods };
}

/** The beginning of a period in unix seconds. */
export const beginningOf = (period: number): number => period * PERIOD;
