/** The largest move of a day on a card, up to the live prices. */
import type { Card, CardMarket } from "./card.ts";
import type { Quote } from "./use-quotes.ts";

/** Markets that may be shown as the mover: as many as the smallest card has, so that an event says the same everywhere. */
const MOVERS = 2;

export type Move = {
  readonly market: CardMarket;
  /** Difference to the price a day ago, in ticks. */
  readonly change: number;
};

/** Finds the likeliest outcomes' largest move; `undefined` where none of them moved, or the event is over. */
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
