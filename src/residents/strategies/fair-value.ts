/**
 * A fair value that wanders: a random walk that is drawn home, within the bounds of a market's prices, and that trades
 * push. It counts in ticks with fractions, and only the quotes made of it are whole.
 */
import { ONE } from "../../core/units.ts";
import type { Ticks } from "../../core/units.ts";
import { normal } from "./seeded-random.ts";
import type { Random } from "./seeded-random.ts";

export type FairValue = {
  /** Price of outcome 0, in ticks with fractions. */
  readonly price: number;
  /** Price that it is drawn to. */
  readonly home: number;
  /** Time of the price, ms. */
  readonly at: number;
};

/** Lowest and highest fair value of a market, in ticks. */
export type Bounds = { readonly low: number; readonly high: number };

export type Wandering = {
  /** Deviation of the price after an hour, in ticks. */
  readonly volatility: number;
  /** Share of the way home that an hour takes, in units of 1/e. */
  readonly homing: number;
};

const HOUR_MS = 3_600_000;

/** Smallest distance between two of a trader's prices: the market's own step, or a tenth of a cent where that is finer. */
export const quoteStep = (tick: Ticks): number => Math.max(tick, FINEST_STEP);
const FINEST_STEP = 10;

/** Bounds that leave room for so many levels on both sides, as far as the market's steps allow. */
export function boundsFor(tick: Ticks, levels: number): Bounds {
  const step = quoteStep(tick);
  const margin = Math.min((levels + 1) * step, ONE / 2 - 2 * step);
  return { low: margin, high: ONE - margin };
}

export const within = ({ low, high }: Bounds, price: number): number => Math.min(Math.max(price, low), high);

/** Lets time pass until `now`, ms. */
export function wander(
  fair: FairValue,
  { volatility, homing }: Wandering,
  { bounds, random, now }: { readonly bounds: Bounds; readonly random: Random; readonly now: number },
): FairValue {
  const hours = Math.max(now - fair.at, 0) / HOUR_MS;
  const left = Math.exp(-homing * hours);
  // The exact step of an Ornstein-Uhlenbeck process, so that long and short steps end alike.
  const variance = homing > 0 ? (1 - left * left) / (2 * homing) : hours;
  const step = volatility * Math.sqrt(variance) * normal(random);
  const price = fair.home + (fair.price - fair.home) * left + step;
  return { ...fair, price: within(bounds, price), at: now };
}

/** Moves the fair value, and half as much its home, by what a trade tells, in ticks. */
export const push = (fair: FairValue, bounds: Bounds, change: number): FairValue => ({
  ...fair,
  price: within(bounds, fair.price + change),
  home: within(bounds, fair.home + change / 2),
});
