/**
 * Price steps that depend on the price, as on the live service of Polymarket: a market whose price comes near 0 or 1 gets
 * a finer step. It stays fine when the price comes back, since resting orders may lie between the former steps; an operator
 * can set it back.
 */
import { bestAsk, bestBid } from "../orders/book.ts";
import type { Event } from "../events/event.ts";
import type { Exchange, Market } from "../state.ts";
import { WIDEST_QUOTED_SPREAD } from "./shown-price.ts";
import { ticks } from "../units.ts";

/** Prices below and above which the step is the finer one. */
export const REFINED_BELOW = ticks(400);
export const REFINED_ABOVE = ticks(9_600);
export const REFINED_TICK = ticks(10);

/** Lists the changes of price steps that the prices of these markets ask for. */
export const decideTicks = ({ rules }: Exchange, markets: Iterable<Market>): Event[] =>
  rules.refinesTicks === true
    ? Array.from(markets)
        .filter(isCoarse)
        .map((market) => ({ type: "tick-changed", market, tick: REFINED_TICK }))
    : [];

/** True if the market trades near 0 or 1 in steps that the finer step divides. */
function isCoarse(market: Market): boolean {
  const { status, tick } = market;
  if ((status !== "active" && status !== "paused") || tick <= REFINED_TICK || tick % REFINED_TICK !== 0)
    return false;
  const doubled = findDoubledPrice(market);
  return doubled !== undefined && (doubled < 2 * REFINED_BELOW || doubled > 2 * REFINED_ABOVE);
}

/**
 * Returns twice the price of outcome 0: the midpoint of a book with a narrow spread, else the last trade; `undefined` if
 * there is neither. The bound of a one-sided book is no price.
 */
function findDoubledPrice({ book, lastTrade }: Market): number | undefined {
  const [bid, ask] = [bestBid(book), bestAsk(book)];
  if (bid !== undefined && ask !== undefined && ask - bid <= WIDEST_QUOTED_SPREAD) return bid + ask;
  return lastTrade && 2 * lastTrade.price;
}
