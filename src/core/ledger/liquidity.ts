/** Statistics of a market and of an event. They are shown, and affect no decision. */
import type { Market, MarketEvent, Order } from "../state.ts";
import { addCapped, NO_MICROS } from "../units.ts";
import type { Micros } from "../units.ts";

/** Returns the index of the part of `RestingValue` that includes an order. */
export const restingPart = ({ side, outcome }: Order): 0 | 1 | 2 =>
  side === "BUY" ? 0 : outcome === 0 ? 1 : 2;

/** Sums the worth of a market's resting orders: their remaining shares at their own limits. */
export const sumLiquidity = ({ resting: [buys, firstSells, secondSells] }: Market): Micros =>
  addCapped(addCapped(buys, firstSells), secondSells);

/** Sums volume and liquidity over the event's markets. */
export function sumEventStatistics({ markets }: MarketEvent): { volume: Micros; liquidity: Micros } {
  let volume = NO_MICROS;
  let liquidity = NO_MICROS;
  for (const market of markets) {
    volume = addCapped(volume, market.volume);
    liquidity = addCapped(liquidity, sumLiquidity(market));
  }
  return { volume, liquidity };
}
