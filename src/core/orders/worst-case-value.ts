/** Worth of an account in one market, by winner; a market maker's reported loss is computed from it. */
import type { Payout } from "../markets/catalog.ts";
import type { OutcomeShares } from "../events/event.ts";
import { addMicros, redemptionValue, setValue } from "../units.ts";
import type { Micros } from "../units.ts";

export type Holdings = {
  /** Collateral, including the part that resting orders hold. */
  readonly collateral: Micros;
  readonly shares: OutcomeShares;
};

/** Computes the worth of collateral and shares if outcome 0 wins, and if outcome 1 wins. A payout of half each lies between. */
export const valueByWinner = ({ collateral, shares }: Holdings): readonly [Micros, Micros] => [
  addMicros(collateral, setValue(shares[0])),
  addMicros(collateral, setValue(shares[1])),
];

/** Values holdings as if the worst outcome won, or at a resolved market's payout. */
export function worstCaseValue(holdings: Holdings, payout: Payout | undefined): Micros {
  const { collateral, shares } = holdings;
  if (payout !== undefined)
    return addMicros(
      collateral,
      addMicros(redemptionValue(shares[0], payout, 0), redemptionValue(shares[1], payout, 1)),
    );
  const [first, second] = valueByWinner(holdings);
  return first < second ? first : second;
}
