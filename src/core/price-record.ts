/**
 * The price history: at most one midpoint per market and minute, taken at the first change within the minute, or at
 * the minute's start when the price moved after the previous record.
 */
import { midpoint } from "./book.ts";
import type { Event } from "./event.ts";
import type { Market } from "./state.ts";

const MINUTE_MS = 60_000;

/** The midpoints among `markets` that are due to be recorded at engine time `at` (ms): one event, or none. */
export function decidePriceRecords(markets: Iterable<Market>, at: number): Event[] {
  const minute = Math.floor(at / MINUTE_MS);
  const midpoints: { market: Market; midpoint: number }[] = [];
  for (const market of markets) {
    const current = midpoint(market.book);
    const { recorded } = market;
    if (current === undefined || recorded?.midpoint === current) continue;
    if (recorded === undefined || recorded.minute < minute) midpoints.push({ market, midpoint: current });
  }
  return midpoints.length === 0 ? [] : [{ type: "prices-recorded", minute, midpoints }];
}
