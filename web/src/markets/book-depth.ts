/** Cumulative depth of an order book. */
import { cost, lots, micros, NO_LOTS, NO_MICROS } from "../../../src/core/units.ts";
import type { Lots, Micros } from "../../../src/core/units.ts";
import type { Level } from "../live/order-book.ts";

export type DeepLevel = Level & {
  /** Shares at this price and at better ones. */
  readonly depth: Lots;
  /** Cost of those shares. */
  readonly value: Micros;
};

/** Adds the cumulative depth to levels, which begin with the best price. */
export function withDepth(levels: readonly Level[]): readonly DeepLevel[] {
  let [depth, value] = [NO_LOTS, NO_MICROS];
  return levels.map((level) => {
    depth = lots(depth + level.size);
    value = micros(value + cost(level.size, level.price));
    return { ...level, depth, value };
  });
}

/** Finds the total shares of the deeper side. */
export const deepest = (bids: readonly Level[], asks: readonly Level[]): Lots =>
  lots(Math.max(withDepth(bids).at(-1)?.depth ?? 0, withDepth(asks).at(-1)?.depth ?? 0));
