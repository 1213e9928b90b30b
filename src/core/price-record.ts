/**
 * The price history: every change of a market's midpoint, under the minute of engine time in which it came. A later
 * change of the same minute takes the place of the earlier one, so that each minute keeps the midpoint at its end.
 */
import { midpoint } from "./book.ts";
import type { Event } from "./event.ts";
import type { Market } from "./state.ts";

const MINUTE_MS = 60_000;

/** Lists the midpoints among `markets` that changed since they were recorded, at engine time `at` (ms): one event, or none. */
export function decidePriceRecords(markets: Iterable<Market>, at: number): Event[] {
  const minute = Math.floor(at / MINUTE_MS);
  const midpoints: { market: Market; midpoint: number }[] = [];
  for (const market of markets) {
    const current = midpoint(market.book);
    if (current !== undefined && market.recorded?.midpoint !== current)
      midpoints.push({ market, midpoint: current });
  }
  return midpoints.length === 0 ? [] : [{ type: "prices-recorded", minute, midpoints }];
}
