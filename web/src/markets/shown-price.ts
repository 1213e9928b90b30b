/** The one price that is shown for an outcome, found from its live book as the exchange finds it. */
import { ticks } from "../../../src/core/units.ts";
import type { Ticks } from "../../../src/core/units.ts";
import type { OrderBook } from "../live/order-book.ts";

/** A wider spread says less than the last trade. */
const WIDEST_QUOTED_SPREAD = 1_000;

/** `undefined` when nobody quotes and nobody traded. Half a tick is rounded up. */
export function shownPrice({ bids, asks, lastPrice }: OrderBook): Ticks | undefined {
  const [bid, ask] = [bids[0]?.price, asks[0]?.price];
  const quoted = bid === undefined || ask === undefined ? undefined : { spread: ask - bid, sum: bid + ask };
  if (quoted !== undefined && (quoted.spread <= WIDEST_QUOTED_SPREAD || lastPrice === undefined))
    return ticks(Math.round(quoted.sum / 2));
  return lastPrice;
}
