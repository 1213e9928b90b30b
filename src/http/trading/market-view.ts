/** Trading state of a market for the public reads, from the engine's memory at the last commit. */
import { bestAsk, bestBid } from "../../core/orders/book.ts";
import type { Flags, MarketStatus, Payout } from "../../core/markets/catalog.ts";
import { pickTerms } from "../../core/markets/market-terms.ts";
import type { MarketTerms } from "../../core/markets/market-terms.ts";
import type { Outcome } from "../../core/state.ts";
import { complement, ONE, ticks } from "../../core/units.ts";
import type { Ticks } from "../../core/units.ts";
import type { MarketRead } from "../../engine/committed-reads.ts";

export type MarketView = MarketTerms & {
  readonly status: MarketStatus;
  readonly flags: Flags;
  readonly payout: Payout | undefined;
  /** Best prices of outcome 0; `undefined` for an empty side. */
  readonly bid: Ticks | undefined;
  readonly ask: Ticks | undefined;
  /** Price of the latest execution, for outcome 0. */
  readonly lastPrice: Ticks | undefined;
};

export const MARKET_VIEW: MarketRead<MarketView> = {
  build: (market) => ({
    ...pickTerms(market),
    status: market.status,
    flags: market.flags,
    payout: market.payout,
    bid: bestBid(market.book),
    ask: bestAsk(market.book),
    lastPrice: market.lastTrade?.price,
  }),
};

/** Returns the best prices of one outcome. Those of outcome 1 are the complements of the opposite side's. */
export function getBestPrices(
  { bid, ask }: Pick<MarketView, "bid" | "ask">,
  outcome: Outcome,
): { bid: Ticks | undefined; ask: Ticks | undefined } {
  if (outcome === 0) return { bid, ask };
  return { bid: ask && complement(ask), ask: bid && complement(bid) };
}

/** Returns the best prices, with a price bound for an empty side: a bid of 0, an ask of 1. */
export const getBoundedPrices = ({
  bid,
  ask,
}: Pick<MarketView, "bid" | "ask">): { bid: Ticks; ask: Ticks } => ({
  bid: bid ?? ticks(0),
  ask: ask ?? ONE,
});

/** Returns the winning outcome; `undefined` before the resolution, or if both outcomes pay half. */
export function findWinner({ payout }: MarketView): Outcome | undefined {
  if (payout === undefined || payout[0] === payout[1]) return undefined;
  return payout[0] > payout[1] ? 0 : 1;
}
