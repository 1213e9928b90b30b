/**
 * The one price that every interface shows for an outcome, counted in half ticks: midpoints and payouts are whole
 * numbers of them, so nothing is rounded.
 */
import { bestAsk, bestBid } from "./book.ts";
import type { Payout } from "./catalog.ts";
import type { Market, Outcome } from "./state.ts";
import { ONE, ticks } from "./units.ts";
import type { Ticks } from "./units.ts";

/** Prices of a market, of outcome 0; `undefined` where there is none. */
export type KnownPrices = {
  readonly payout: Payout | undefined;
  readonly bid: Ticks | undefined;
  readonly ask: Ticks | undefined;
  readonly lastPrice: Ticks | undefined;
};

/** A price of 1. */
export const HALF_TICKS = 2 * ONE;
/** A half tick in micros per share. */
export const MICROS_OF_HALF_TICK = 50;
/** The price of outcome 0 in a market that has no book, no trade and no payout. */
export const UNKNOWN_HALF_TICKS: number = ONE;
const WIDEST_QUOTED_SPREAD = ticks(1000);

/**
 * The price of outcome 0 in half ticks. Of a resolved market the payout; else the midpoint; with one side empty or a
 * spread above 0.10 the last trade; never traded, the midpoint however wide, with a missing bid of 0 and a missing ask of
 * 1, and 0.5 without orders.
 */
export function firstHalfTicks({ payout, bid, ask, lastPrice }: KnownPrices): number {
  if (payout !== undefined) return (HALF_TICKS / (payout[0] + payout[1])) * payout[0];
  const isQuoted = bid !== undefined && ask !== undefined && ask - bid <= WIDEST_QUOTED_SPREAD;
  if (!isQuoted && lastPrice !== undefined) return 2 * lastPrice;
  return bid === undefined && ask === undefined ? UNKNOWN_HALF_TICKS : (bid ?? 0) + (ask ?? ONE);
}

/** The prices of both outcomes in half ticks; they sum to 1. */
export function shownHalfTicks(known: KnownPrices): readonly [number, number] {
  const first = firstHalfTicks(known);
  return [first, HALF_TICKS - first];
}

const knownPrices = ({ payout, book, lastTrade }: Market): KnownPrices => ({
  payout,
  bid: bestBid(book),
  ask: bestAsk(book),
  lastPrice: lastTrade?.price,
});

/** The price of outcome 0 in half ticks, as the market stands. */
export const shownPriceOf = (market: Market): number => firstHalfTicks(knownPrices(market));

/** True with a payout, an order or a trade: the price is more than an assumption. */
export const isPriced = ({ payout, bid, ask, lastPrice }: KnownPrices): boolean =>
  [payout, bid, ask, lastPrice].some((one) => one !== undefined);

/** The price of outcome 0 in half ticks; `undefined` without a payout, an order and a trade. */
export const knownPriceOf = (market: Market): number | undefined => {
  const known = knownPrices(market);
  return isPriced(known) ? firstHalfTicks(known) : undefined;
};

/** A price of outcome 0 in half ticks as the other outcome has it. */
export const outcomeHalfTicks = (halfTicks: number, outcome: Outcome): number =>
  outcome === 0 ? halfTicks : HALF_TICKS - halfTicks;
