/** What the public reads show of a market's trading state, read off the engine's memory at the last commit. */
import type { MarketStatus, Payout } from "../../core/catalog.ts";
import type { Outcome } from "../../core/state.ts";
import { complement, ONE, ticks } from "../../core/units.ts";
import type { Lots, Ticks } from "../../core/units.ts";
import type { MarketRead } from "../../engine/committed-reads.ts";

export type MarketView = {
  readonly status: MarketStatus;
  readonly tick: Ticks;
  readonly minimumLots: Lots;
  readonly negativeRisk: boolean;
  readonly payout: Payout | undefined;
  /** Best prices of outcome 0; `undefined` where a side is empty. */
  readonly bid: Ticks | undefined;
  readonly ask: Ticks | undefined;
  /** The latest execution, as a price of outcome 0. */
  readonly lastPrice: Ticks | undefined;
};

export const MARKET_VIEW: MarketRead<MarketView> = {
  build: ({ status, tick, minimumLots, negativeRisk, payout, book, lastTrade }) => ({
    status,
    tick,
    minimumLots,
    negativeRisk,
    payout,
    bid: book.bestBid === 0 ? undefined : ticks(book.bestBid * book.tick),
    ask: book.bestAsk === book.size ? undefined : ticks(book.bestAsk * book.tick),
    lastPrice: lastTrade?.price,
  }),
};

/** The best prices of one outcome: those of outcome 1 are the complements of the other side. */
export function bestPrices(
  { bid, ask }: MarketView,
  outcome: Outcome,
): { bid: Ticks | undefined; ask: Ticks | undefined } {
  if (outcome === 0) return { bid, ask };
  return { bid: ask && complement(ask), ask: bid && complement(bid) };
}

/** The price of an outcome's token, given that of outcome 0. */
export const outcomePrice = (price: Ticks, outcome: Outcome): Ticks =>
  outcome === 0 ? price : complement(price);

/** Half ticks in 1: midpoints and payouts are whole numbers of them. */
const HALF_TICKS = 2 * ONE;
const WIDEST_QUOTED_SPREAD = ticks(1000);

/**
 * The one price that listings show for each outcome, 0 to 1. Of a resolved market the payout; else the midpoint; with
 * one side empty or a spread above 0.10 the last trade; never traded, the midpoint however wide, and 0.5 without one.
 * Both are exact decimals of at most five places, and they sum to 1.
 */
export function shownPrices(view: MarketView): readonly [number, number] {
  const first = shownHalfTicks(view);
  return [halfTicksNumber(first), halfTicksNumber(HALF_TICKS - first)];
}

/** Half ticks as a JSON number; a quotient of two whole numbers is the nearest number to the exact decimal. */
export const halfTicksNumber = (halfTicks: number): number => halfTicks / HALF_TICKS;

/** A midpoint of outcome 0 in half ticks as the other outcome has it. */
export const outcomeHalfTicks = (halfTicks: number, outcome: Outcome): number =>
  outcome === 0 ? halfTicks : HALF_TICKS - halfTicks;

function shownHalfTicks({ payout, bid, ask, lastPrice }: MarketView): number {
  if (payout !== undefined) return (HALF_TICKS / (payout[0] + payout[1])) * payout[0];
  const midpoint = bid === undefined || ask === undefined ? undefined : { at: bid + ask, spread: ask - bid };
  if (midpoint !== undefined && midpoint.spread <= WIDEST_QUOTED_SPREAD) return midpoint.at;
  if (lastPrice !== undefined) return 2 * lastPrice;
  return midpoint?.at ?? ONE;
}

/** Which outcome won; none before the resolution, and none when both pay half. */
export function winnerOf({ payout }: MarketView): Outcome | undefined {
  if (payout === undefined || payout[0] === payout[1]) return undefined;
  return payout[0] > payout[1] ? 0 : 1;
}
