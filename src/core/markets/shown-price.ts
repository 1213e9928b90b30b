/**
 * The single price that every interface shows for an outcome, in half ticks. Midpoints and payouts are whole half ticks, so
 * nothing is rounded.
 */
import { bestAsk, bestBid } from "../orders/book.ts";
import type { Payout } from "./catalog.ts";
import type { Event } from "../events/event.ts";
import type { Market, Outcome } from "../state.ts";
import { ONE, ticks } from "../units.ts";
import type { Ticks } from "../units.ts";

/** Prices of outcome 0 of a market; `undefined` if there is none. */
export type KnownPrices = {
  readonly payout: Payout | undefined;
  readonly bid: Ticks | undefined;
  readonly ask: Ticks | undefined;
  readonly lastPrice: Ticks | undefined;
};

/** A price of 1. */
export const HALF_TICKS = 2 * ONE;
/** A half tick in micros per share. */
export const MICROS_PER_HALF_TICK = 50;
/** The price of outcome 0 in a market that has no book, no trade and no payout. */
export const UNKNOWN_HALF_TICKS: number = ONE;
/** Spread above which the midpoint is no price. */
export const WIDEST_QUOTED_SPREAD: Ticks = ticks(1000);

/**
 * Computes the price of outcome 0 in half ticks. A resolved market has its payout, any other the midpoint. With one side
 * empty or a spread above 0.10, it is the last trade. A market that never traded has the midpoint of any spread, with a
 * missing bid of 0 and a missing ask of 1. Without orders it is 0.5.
 */
export function firstHalfTicks({ payout, bid, ask, lastPrice }: KnownPrices): number {
  if (payout !== undefined) return (HALF_TICKS / (payout[0] + payout[1])) * payout[0];
  const isQuoted = bid !== undefined && ask !== undefined && ask - bid <= WIDEST_QUOTED_SPREAD;
  if (!isQuoted && lastPrice !== undefined) return 2 * lastPrice;
  return bid === undefined && ask === undefined ? UNKNOWN_HALF_TICKS : (bid ?? 0) + (ask ?? ONE);
}

/** Computes the prices of both outcomes in half ticks; they sum to 1. */
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

/** Computes the current price of outcome 0 in half ticks. */
export const computeShownPrice = (market: Market): number => firstHalfTicks(knownPrices(market));

/** Tells whether there is a payout, an order or a trade, so that the price is more than a default. */
export const isPriced = ({ payout, bid, ask, lastPrice }: KnownPrices): boolean =>
  [payout, bid, ask, lastPrice].some((one) => one !== undefined);

/** Computes the price of outcome 0 in half ticks; `undefined` if there is no payout, order or trade. */
const findKnownPrice = (market: Market): number | undefined => {
  const known = knownPrices(market);
  return isPriced(known) ? firstHalfTicks(known) : undefined;
};

/** Converts the price of outcome 0 in half ticks to the price of `outcome`: the same, or its complement. */
export const outcomeHalfTicks = (halfTicks: number, outcome: Outcome): number =>
  outcome === 0 ? halfTicks : HALF_TICKS - halfTicks;

// The price history: every change of a market's shown price, stored under the end of its minute of engine time. A later
// change in the same minute replaces the earlier one, so each point is the price at its minute's end.

const MINUTE_MS = 60_000;

/** Lists the prices of `markets` that changed since the last record, at engine time `at` (ms): one event, or none. */
export function decidePriceRecords(markets: Iterable<Market>, at: number): Event[] {
  // The end of a minute is the start of the next one.
  const minute = Math.floor(at / MINUTE_MS) + 1;
  const midpoints: { market: Market; midpoint: number }[] = [];
  for (const market of markets) {
    const current = findKnownPrice(market);
    if (current !== undefined && market.recorded?.midpoint !== current)
      midpoints.push({ market, midpoint: current });
  }
  return midpoints.length === 0 ? [] : [{ type: "prices-recorded", minute, midpoints }];
}
