/** The display price of an outcome, computed from its live book by the rule of the exchange. */
import { ticks } from "../../../src/core/units.ts";
import type { Ticks } from "../../../src/core/units.ts";
import type { OrderBook } from "../live/order-book.ts";

/** Spread in ticks above which the last trade says more than the midpoint. */
const WIDEST_QUOTED_SPREAD = 1_000;

/**
 * Gives the midpoint, or the last price if the spread is wide; half a tick rounds up. `undefined` without quotes and
 * trades.
 */
export function computeShownPrice({ bids, asks, lastPrice }: OrderBook): Ticks | undefined {
  const [bid, ask] = [bids[0]?.price, asks[0]?.price];
  const quoted = bid === undefined || ask === undefined ? undefined : { spread: ask - bid, sum: bid + ask };
  if (quoted !== undefined && (quoted.spread <= WIDEST_QUOTED_SPREAD || lastPrice === undefined))
    return ticks(Math.round(quoted.sum / 2));
  return lastPrice;
}
