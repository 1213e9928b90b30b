/** Statistics of a market and of an event. They are shown, and affect no decision. */
import type { Market, MarketEvent, Order } from "./state.ts";
import { addUpTo, NO_MICROS } from "./units.ts";
import type { Micros } from "./units.ts";

/** Index of the part of `RestingValue` that includes an order. */
export const restingPart = ({ side, outcome }: Order): 0 | 1 | 2 =>
  side === "BUY" ? 0 : outcome === 0 ? 1 : 2;

/** Sums the worth of a market's resting orders: their remaining shares at their own limits. */
export const liquidityOf = ({ resting: [buys, firstSells, secondSells] }: Market): Micros =>
  addUpTo(addUpTo(buys, firstSells), secondSells);

/** Sums volume and liquidity over the event's markets. */
export function figuresOfEvent({ markets }: MarketEvent): { volume: Micros; liquidity: Micros } {
  let volume = NO_MICROS;
  let liquidity = NO_MICROS;
  for (const market of markets) {
    volume = addUpTo(volume, market.volume);
    liquidity = addUpTo(liquidity, liquidityOf(market));
  }
  return { volume, liquidity };
}
