/** Positions grouped by event, each group with its value and profit. */
import { addMicros, NO_MICROS } from "../../../../src/core/units.ts";
import type { Micros } from "../../../../src/core/units.ts";
import type { Position } from "../../api/generated/data.ts";
import { roundToCents, toMicros } from "../../base/money.ts";

export type PositionGroup = {
  /** Slug of the event; empty for a market without one. */
  readonly slug: string;
  readonly positions: readonly Position[];
  readonly value: Micros;
  readonly profit: Micros;
};

/** Groups positions by event, in the order of each group's first position, and keeps the order of positions. */
export const groupByEvent = (positions: readonly Position[]): readonly PositionGroup[] =>
  [...Map.groupBy(positions, ({ eventSlug, conditionId }) => eventSlug || conditionId).values()].map(
    (group) => ({
      slug: group[0]?.eventSlug ?? "",
      positions: group,
      value: sumAmounts(group, ({ currentValue }) => currentValue),
      profit: sumAmounts(group, ({ cashPnl }) => cashPnl),
    }),
  );

/** Sums the amounts as the page shows them. */
export const sumAmounts = (
  positions: readonly Position[],
  amountOf: (position: Position) => number,
): Micros => positions.reduce((sum, one) => addMicros(sum, roundToCents(toMicros(amountOf(one)))), NO_MICROS);
