import { ONE, affordableLots, lots, minLots, ticks } from "../../../core/units.ts";
import type { Lots, Ticks } from "../../../core/units.ts";
import { computeQuoteStep } from "./fair-value.ts";
import { toOrder, restingIntent, takingIntent } from "./intent.ts";
import type { Intent, Quote, StepInput } from "./intent.ts";
import type { AccountHoldings } from "./market-view.ts";
import { drawNormal, drawInteger } from "./seeded-random.ts";
import type { Random } from "./seeded-random.ts";

// An informed trader: knows the worth of outcome 0, and takes quotes that differ from the worth by the trader's edge.

type InformedTraderParams = {
  /** Worth of outcome 0, in ticks: 0 or ONE if the trader knows the outcome. */
  readonly worth: number;
  /** Minimum profit per share, in ticks. */
  readonly edge: number;
  readonly mostLots: Lots;
};

/** Plans one trade towards the worth; none while no quote differs enough. */
export function stepInformed(
  { market, own }: StepInput,
  { worth, edge, mostLots }: InformedTraderParams,
): Intent[] {
  const { bestBid, bestAsk, tick } = market;
  const [highest, lowest] = [worth - edge, worth + edge];
  const quote: Omit<Quote, "lots"> | undefined =
    bestAsk !== undefined && bestAsk <= highest
      ? { bid: true, price: roundToGrid(highest, tick, Math.floor) }
      : bestBid !== undefined && bestBid >= lowest
        ? { bid: false, price: roundToGrid(lowest, tick, Math.ceil) }
        : undefined;
  if (quote === undefined) return [];
  const selling = minLots(mostLots, own.unheld[quote.bid ? 1 : 0]);
  const price = quote.bid ? quote.price : ticks(ONE - quote.price);
  const size = selling > 0 ? selling : minLots(mostLots, affordableLots(own.available, price));
  return size > 0 ? [takingIntent(toOrder({ ...quote, lots: size }, own))] : [];
}

function roundToGrid(price: number, tick: Ticks, round: (value: number) => number): Ticks {
  return ticks(Math.min(Math.max(round(price / tick) * tick, tick), ONE - tick));
}

// A noise trader: trades without information, mostly at once and sometimes by a resting order, and replaces old resting
// orders.

export type NoiseTraderParams = {
  /** Median size of an order. */
  readonly typicalLots: Lots;
  /** Share of the trader's orders that rest. */
  readonly resting: number;
  /** Maximum resting orders in a market; a further one replaces the oldest. */
  readonly mostResting: number;
};

/** Price steps beyond the best price that an order accepts when it matches at once. */
const SLIPPAGE_STEPS = 2;
/** Maximum distance of a resting order behind the best price, in price steps. */
const FURTHEST_STEPS = 4;

/** Plans one trade; none if the book lacks a side. */
export function stepNoise({ market, own, random }: StepInput, terms: NoiseTraderParams): Intent[] {
  const { bestBid, bestAsk, minimumLots } = market;
  if (bestBid === undefined || bestAsk === undefined) return [];
  const step = computeQuoteStep(market.tick);
  const bid = choosesBid(own, random);
  const size = drawSize(random, terms.typicalLots, minimumLots);
  if (random() >= terms.resting) {
    const limit = bid ? bestAsk + SLIPPAGE_STEPS * step : bestBid - SLIPPAGE_STEPS * step;
    return planAffordableOrder({ bid, price: clampPrice(limit, market.tick), lots: size }, own, takingIntent);
  }
  const behind = drawInteger(random, 0, FURTHEST_STEPS) * step;
  const price = clampPrice(bid ? bestBid - behind : bestAsk + behind, market.tick);
  const placed = planAffordableOrder({ bid, price, lots: size }, own, restingIntent);
  const oldest = own.orders.length >= terms.mostResting ? own.orders[0] : undefined;
  return oldest === undefined ? placed : [{ type: "cancel", id: oldest.id }, ...placed];
}

/** Chooses a side; a trader that holds shares prefers to sell them. */
function choosesBid({ shares }: AccountHoldings, random: Random): boolean {
  const net = shares[0] - shares[1];
  return random() < (net > 0 ? 0.42 : net < 0 ? 0.58 : 0.5);
}

/** Draws a size in whole shares; some are many times the median. */
function drawSize(random: Random, typical: Lots, minimum: Lots): Lots {
  const drawn = typical * Math.exp(drawNormal(random) * 0.9);
  return lots(Math.max(Math.round(drawn / 100) * 100, minimum, 100));
}

const clampPrice = (price: number, tick: Ticks): Ticks => ticks(Math.min(Math.max(price, tick), ONE - tick));

/** Turns the quote into one order; none if the trader cannot pay for it. */
function planAffordableOrder(
  quote: Quote,
  own: AccountHoldings,
  make: typeof takingIntent | typeof restingIntent,
): Intent[] {
  const terms = toOrder(quote, own);
  if (terms.side === "BUY" && terms.lots * terms.limit > own.available) return [];
  return [make(terms)];
}
