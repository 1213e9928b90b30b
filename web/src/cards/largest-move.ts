/** The largest price change of a day on a card, including live prices. */
import type { Card, CardMarket } from "./card.ts";
import type { Quote } from "./use-quotes.ts";

/** Number of markets considered: as many as the smallest card shows, so that an event has the same result everywhere. */
const MOVERS = 2;

export type Move = {
  readonly market: CardMarket;
  /** Difference to the price a day ago, in ticks. */
  readonly change: number;
};

/** Finds the largest move among the likeliest outcomes; `undefined` if none moved, or the event is over. */
export function largestMove(card: Card, quotes: readonly Quote[]): Move | undefined {
  if (card.closed) return undefined;
  const moves = card.markets.slice(0, MOVERS).map((market, index) => {
    const now = quotes[index]?.price;
    const sinceListed = now === undefined || market.price === undefined ? 0 : now - market.price;
    return { market, change: market.change + sinceListed };
  });
  const [most] = moves.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  return most?.change === 0 ? undefined : most;
}
