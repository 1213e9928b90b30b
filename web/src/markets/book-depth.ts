/** Cumulative depth of an order book. */
import { cost, lots, micros, NO_LOTS, NO_MICROS } from "../../../src/core/units.ts";
import type { Lots, Micros } from "../../../src/core/units.ts";
import type { Level } from "../live/order-book.ts";

export type DepthLevel = Level & {
  /** Shares at this price and at better ones. */
  readonly depth: Lots;
  /** Cost of those shares. */
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
