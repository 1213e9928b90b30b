/**
 * A wandering fair value: a mean-reverting random walk within the bounds of a market's prices, pushed by trades. Fair
 * values are fractional ticks; only quotes have whole prices.
 */
import { ONE } from "../../../core/units.ts";
import type { Ticks } from "../../../core/units.ts";
import { drawNormal } from "./seeded-random.ts";
import type { Random } from "./seeded-random.ts";

export type FairValue = {
  /** Price of outcome 0, in ticks with fractions. */
  readonly price: number;
  /** Price to which the fair value reverts, in ticks. */
  readonly home: number;
  /** Time of the price, ms. */
  readonly at: number;
};

/** Lowest and highest fair value of a market, in ticks. */
export type Bounds = { readonly low: number; readonly high: number };

export type Wandering = {
  /** Standard deviation of the price after an hour, in ticks. */
  readonly volatility: number;
  /** Mean-reversion rate per hour: the distance to `home` falls by the factor e^-homing. */
  readonly homing: number;
};

const HOUR_MS = 3_600_000;

/** Returns the minimum distance between a trader's prices: the market's price step, but at least a tenth of a cent. */
export const computeQuoteStep = (tick: Ticks): number => Math.max(tick, FINEST_STEP);
const FINEST_STEP = 10;

/**
 * Computes price bounds with room for `levels` quote levels on both sides, as far as the price steps allow.
 */
export function computeBounds(tick: Ticks, levels: number): Bounds {
  const step = computeQuoteStep(tick);
  const margin = Math.min((levels + 1) * step, ONE / 2 - 2 * step);
  return { low: margin, high: ONE - margin };
}

export const clamp = ({ low, high }: Bounds, price: number): number => Math.min(Math.max(price, low), high);

/** Advances the random walk to `now`, ms. */
export function wander(
  fair: FairValue,
  { volatility, homing }: Wandering,
  { bounds, random, now }: { readonly bounds: Bounds; readonly random: Random; readonly now: number },
): FairValue {
  const hours = Math.max(now - fair.at, 0) / HOUR_MS;
  const left = Math.exp(-homing * hours);
  // The exact step of an Ornstein-Uhlenbeck process, so that step length does not change the distribution.
  const variance = homing > 0 ? (1 - left * left) / (2 * homing) : hours;
  const step = volatility * Math.sqrt(variance) * drawNormal(random);
  const price = fair.home + (fair.price - fair.home) * left + step;
  return { ...fair, price: clamp(bounds, price), at: now };
}

/** Moves the fair value by the information of a trade, in ticks, and its home by half as much. */
export const push = (fair: FairValue, bounds: Bounds, change: number): FairValue => ({
  ...fair,
  price: clamp(bounds, fair.price + change),
  home: clamp(bounds, fair.home + change / 2),
});
