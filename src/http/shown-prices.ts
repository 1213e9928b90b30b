/**
 * The one price that every interface shows for an outcome, counted in half ticks: midpoints and payouts are whole
 * numbers of them, so nothing is rounded.
 */
import type { Payout } from "../core/catalog.ts";
import type { Outcome } from "../core/state.ts";
import { decimalText, ONE, ticks } from "../core/units.ts";
import type { Ticks } from "../core/units.ts";

/** Prices of a market, of outcome 0; `undefined` where there is none. */
export type KnownPrices = {
  readonly payout: Payout | undefined;
  readonly bid: Ticks | undefined;
  readonly ask: Ticks | undefined;
  readonly lastPrice: Ticks | undefined;
};

const HALF_TICKS = 2 * ONE;
/** A half tick is 5 of 0.00001. */
const HALF_TICK = 5;
const HALF_TICK_PLACES = 5;
const WIDEST_QUOTED_SPREAD = ticks(1000);

/**
 * The prices of both outcomes in half ticks. Of a resolved market the payout; else the midpoint; with one side empty
 * or a spread above 0.10 the last trade; never traded, the midpoint however wide, and 0.5 without one. They sum to 1.
 */
export function shownHalfTicks(known: KnownPrices): readonly [number, number] {
  const first = firstHalfTicks(known);
  return [first, HALF_TICKS - first];
}

/** The payout of both outcomes in half ticks. */
export const payoutHalfTicks = (payout: Payout): readonly [number, number] =>
  shownHalfTicks({ payout, bid: undefined, ask: undefined, lastPrice: undefined });

function firstHalfTicks({ payout, bid, ask, lastPrice }: KnownPrices): number {
  if (payout !== undefined) return (HALF_TICKS / (payout[0] + payout[1])) * payout[0];
  const midpoint = bid === undefined || ask === undefined ? undefined : { at: bid + ask, spread: ask - bid };
  if (midpoint !== undefined && midpoint.spread <= WIDEST_QUOTED_SPREAD) return midpoint.at;
  if (lastPrice !== undefined) return 2 * lastPrice;
  return midpoint?.at ?? ONE;
}

/** The same as JSON numbers, 0 to 1: exact decimals of at most five places. */
export function shownPrices(known: KnownPrices): readonly [number, number] {
  const [first, second] = shownHalfTicks(known);
  return [halfTicksNumber(first), halfTicksNumber(second)];
}

/** Half ticks as a JSON number; a quotient of two whole numbers is the nearest number to the exact decimal. */
export const halfTicksNumber = (halfTicks: number): number => halfTicks / HALF_TICKS;

/** Half ticks as decimal text: 8300 are "0.415". */
export const halfTicksText = (halfTicks: number): string =>
  decimalText(halfTicks * HALF_TICK, HALF_TICK_PLACES);

/** A midpoint of outcome 0 in half ticks as the other outcome has it. */
export const outcomeHalfTicks = (halfTicks: number, outcome: Outcome): number =>
  outcome === 0 ? halfTicks : HALF_TICKS - halfTicks;
