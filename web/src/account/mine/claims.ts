/** Resolved markets in which the trader still holds shares. */
import { addMicros, micros, NO_MICROS, redemptionValue } from "../../../../src/core/units.ts";
import type { Micros } from "../../../../src/core/units.ts";
import type { Position } from "../../api/generated/data.ts";
import type { Market } from "../../markets/market.ts";
import { toMicros } from "../../base/money.ts";
import { NO_SHARES } from "../wallet/balances.ts";
import type { Balances } from "../wallet/balances.ts";

/** Relative payouts of a market's outcomes. */
export type Payout = readonly [number, number];

export type Claims = {
  readonly conditionIds: readonly string[];
  /** Total payout of the trader's shares in these markets. */
  readonly due: Micros;
};

export function findClaims(
  positions: readonly Pick<Position, "conditionId" | "redeemable" | "currentValue">[],
): Claims {
  const redeemable = positions.filter((position) => position.redeemable);
  return {
    conditionIds: [...new Set(redeemable.map(({ conditionId }) => conditionId))],
    due: redeemable.reduce((sum, { currentValue }) => addMicros(sum, toMicros(currentValue)), micros(0)),
  };
}

type Result = { readonly market: Pick<Market, "conditionId" | "outcomes">; readonly payout: Payout };

/** Finds the resolved markets in which the trader still holds shares, and the total payout of these shares. */
export function findHeldClaims(results: readonly Result[], balances: Balances | undefined): Claims {
  const held = results.map(({ market: { conditionId, outcomes }, payout }) => {
    const sizes = outcomes.map(({ tokenId }) => (balances?.shares.get(tokenId) ?? NO_SHARES).total);
    const due = sizes.map((size, place) => redemptionValue(size, payout, place === 0 ? 0 : 1));
    return { conditionId, isHeld: sizes.some((size) => size > 0), due: due.reduce(addMicros, NO_MICROS) };
  });
  return {
    conditionIds: held.filter(({ isHeld }) => isHeld).map(({ conditionId }) => conditionId),
    due: held.reduce((sum, { due }) => addMicros(sum, due), NO_MICROS),
  };
}
