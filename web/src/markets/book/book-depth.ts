/** Cumulative depth of an order book. */
import { NO_LOTS, NO_MICROS, ONE, cost, lots, micros, ticks } from "../../../../src/core/units.ts";
import type { Lots, Micros, Ticks } from "../../../../src/core/units.ts";
import type { Level } from "../../api/live/order-book.ts";

export type DepthLevel = Level & {
  /** Shares at this price and at better ones. */
  readonly depth: Lots;
  /** Cost of the shares in `depth`. */
  readonly value: Micros;
};

/** Adds the cumulative depth to levels, which begin with the best price. */
export function addDepth(levels: readonly Level[]): readonly DepthLevel[] {
  let [depth, value] = [NO_LOTS, NO_MICROS];
  return levels.map((level) => {
    depth = lots(depth + level.size);
    value = micros(value + cost(level.size, level.price));
    return { ...level, depth, value };
  });
}

/** Finds the total shares of the deeper side. */
export const findMaxDepth = (bids: readonly Level[], asks: readonly Level[]): Lots =>
  lots(Math.max(addDepth(bids).at(-1)?.depth ?? 0, addDepth(asks).at(-1)?.depth ?? 0));

// The shape of a book's depth: the cumulative shares at each price, from the best price on.

export type DepthRange = {
  readonly low: Ticks;
  readonly high: Ticks;
  /** Depth of the deeper side. */
  readonly most: Lots;
};

type Sides = { readonly bids: readonly Level[]; readonly asks: readonly Level[] };

const CENT = 100;
/** Margin outside the outermost levels, as a part of the price range, so that these levels have a width. */
const MARGIN = 0.04;

/** Finds the range of whole cents and the depth that a drawing of both sides must show; `undefined` for an empty book. */
export function findDepthRange({ bids, asks }: Sides): DepthRange | undefined {
  const prices = [...bids, ...asks].map(({ price }) => price);
  if (prices.length === 0) return undefined;
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
  const margin = Math.max((highest - lowest) * MARGIN, CENT);
  const most = Math.max(addDepth(bids).at(-1)?.depth ?? 0, addDepth(asks).at(-1)?.depth ?? 0);
  const low = Math.max(Math.floor((lowest - margin) / CENT) * CENT, 0);
  const high = Math.min(Math.ceil((highest + margin) / CENT) * CENT, ONE);
  return { low: ticks(low), high: ticks(high), most: lots(most) };
}

/** Draws one side as an SVG path of an area in a square of 100: steps from the best price to the edge of the drawing. */
export function drawDepthPath(
  levels: readonly Level[],
  side: "bids" | "asks",
  { low, high, most }: DepthRange,
): string {
  const x = (price: number): number => ((price - low) / (high - low)) * 100;
  const y = (depth: number): number => 100 - (depth / Math.max(most, 1)) * 96;
  const [best] = levels;
  if (best === undefined) return "";
  const steps = addDepth(levels).map(({ price, depth }) => `H${x(price)}V${y(depth)}`);
  return `M${x(best.price)} 100${steps.join("")}H${side === "bids" ? 0 : 100}V100Z`;
}

/** Finds the depth at a price: the cumulative shares from the best price up to this one. */
export const findDepthAt = (levels: readonly Level[], side: "bids" | "asks", price: number): Lots =>
  addDepth(levels).findLast((level) => (side === "bids" ? level.price >= price : level.price <= price))
    ?.depth ?? lots(0);
