/** The display price of an outcome, computed from its live book by the rule of the exchange. */
import { firstHalfTicks, isPriced } from "../../../../src/core/markets/shown-price.ts";
import { ticks } from "../../../../src/core/units.ts";
import type { Ticks } from "../../../../src/core/units.ts";
import type { OrderBook } from "../../api/live/order-book.ts";

/** Computes the shown price of an open market; half a tick rounds up. `undefined` without orders and trades. */
export function computeShownPrice({ bids, asks, lastPrice }: OrderBook): Ticks | undefined {
  const known = { payout: undefined, bid: bids[0]?.price, ask: asks[0]?.price, lastPrice };
  return isPriced(known) ? ticks(Math.round(firstHalfTicks(known) / 2)) : undefined;
}
