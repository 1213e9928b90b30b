/** Resolved markets of which the trader still holds shares. */
import { addMicros, micros } from "../../../src/core/units.ts";
import type { Micros } from "../../../src/core/units.ts";
import type { Position } from "../api/generated/data.ts";
import { microsOfNumber } from "../money.ts";

export type Claims = {
  readonly conditionIds: readonly string[];
  /** Money that all of their shares pay. */
  readonly due: Micros;
};

export function findClaims(
  positions: readonly Pick<Position, "conditionId" | "redeemable" | "currentValue">[],
): Claims {
  const redeemable = positions.filter((position) => position.redeemable);
  return {
    conditionIds: [...new Set(redeemable.map(({ conditionId }) => conditionId))],
    due: redeemable.reduce(
      (sum, { currentValue }) => addMicros(sum, microsOfNumber(currentValue)),
      micros(0),
    ),
  };
}
