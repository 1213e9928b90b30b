/** An informed trader: knows the worth of outcome 0, and takes quotes that differ from it by more than the trader's edge. */
import { ONE, affordableLots, minLots, ticks } from "../../core/units.ts";
import type { Lots, Ticks } from "../../core/units.ts";
import { orderOf, takingIntent } from "./intent.ts";
import type { Intent, Quote, Turn } from "./intent.ts";

export type InformedTerms = {
  /** Worth of outcome 0, in ticks: 0 or ONE if the trader knows the outcome. */
  readonly worth: number;
  /** Minimum profit per share, in ticks. */
  readonly edge: number;
  readonly mostLots: Lots;
};

/** Plans one trade towards the worth; none while the book is right. */
export function stepInformed({ market, own }: Turn, { worth, edge, mostLots }: InformedTerms): Intent[] {
  const { bestBid, bestAsk, tick } = market;
  const [highest, lowest] = [worth - edge, worth + edge];
  const quote: Omit<Quote, "lots"> | undefined =
    bestAsk !== undefined && bestAsk <= highest
      ? { bid: true, price: onGrid(highest, tick, Math.floor) }
      : bestBid !== undefined && bestBid >= lowest
        ? { bid: false, price: onGrid(lowest, tick, Math.ceil) }
        : undefined;
  if (quote === undefined) return [];
  const selling = minLots(mostLots, own.unheld[quote.bid ? 1 : 0]);
  const price = quote.bid ? quote.price : ticks(ONE - quote.price);
  const size = selling > 0 ? selling : minLots(mostLots, affordableLots(own.available, price));
  return size > 0 ? [takingIntent(orderOf({ ...quote, lots: size }, own))] : [];
}

function onGrid(price: number, tick: Ticks, round: (value: number) => number): Ticks {
  return ticks(Math.min(Math.max(round(price / tick) * tick, tick), ONE - tick));
}
