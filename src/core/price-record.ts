/**
 * The price history: every change of a market's shown price, stored under the end of its minute of engine time. A later
 * change in the same minute replaces the earlier one, so each point is the price at its minute's end.
 */
import type { Event } from "./event.ts";
import { knownPriceOf } from "./shown-price.ts";
import type { Market } from "./state.ts";

const MINUTE_MS = 60_000;

/** Lists the prices of `markets` that changed since the last record, at engine time `at` (ms): one event, or none. */
export function decidePriceRecords(markets: Iterable<Market>, at: number): Event[] {
  // The end of a minute is the start of the next one.
  const minute = Math.floor(at / MINUTE_MS) + 1;
  const midpoints: { market: Market; midpoint: number }[] = [];
  for (const market of markets) {
    const current = knownPriceOf(market);
    if (current !== undefined && market.recorded?.midpoint !== current)
      midpoints.push({ market, midpoint: current });
  }
  return midpoints.length === 0 ? [] : [{ type: "prices-recorded", minute, midpoints }];
}
