/** Worth of an account of one market, by who wins: the figure from which the stated loss of a maker is counted. */
import type { Payout } from "./catalog.ts";
import type { SharesOfBoth } from "./event.ts";
import { addMicros, redemptionValue, setValue } from "./units.ts";
import type { Micros } from "./units.ts";

export type Holdings = {
  /** Collateral, with what resting orders hold. */
  readonly collateral: Micros;
  readonly shares: SharesOfBoth;
};

/** Worth of collateral and shares once outcome 0 wins, and once outcome 1 does. Half a payout each lies between the two. */
export const worthByWinner = ({ collateral, shares }: Holdings): readonly [Micros, Micros] => [
  addMicros(collateral, setValue(shares[0])),
  addMicros(collateral, setValue(shares[1])),
];

/** Worth once the worst outcome wins, or at the payout of a market that is resolved. */
export function worstWorth(holdings: Holdings, payout: Payout | undefined): Micros {
  const { collateral, shares } = holdings;
  if (payout !== undefined)
    return addMicros(
      collateral,
      addMicros(redemptionValue(shares[0], payout, 0), redemptionValue(shares[1], payout, 1)),
    );
  const [first, second] = worthByWinner(holdings);
  return first < second ? first : second;
}
