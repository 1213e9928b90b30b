/** The numbers of an example purchase. */
import { addMicros, cost, setValue, subtractMicros } from "../../../src/core/units.ts";
import type { Lots, Micros, Ticks } from "../../../src/core/units.ts";
import { feeOfFills } from "../trade/fees.ts";
import type { Fees } from "../trade/fees.ts";

export type Example = {
  readonly size: Lots;
  readonly price: Ticks;
  readonly fee: Micros;
  /** Price plus fee, which are lost if the outcome does not happen. */
  readonly total: Micros;
  readonly payout: Micros;
  readonly profit: Micros;
  /** Chance above which the purchase pays on average, as a fraction of one. */
  readonly even: number;
};

export function computeExample(size: Lots, price: Ticks, fees: Fees): Example {
  const fee = feeOfFills(fees, [{ size, price }]);
  const total = addMicros(cost(size, price), fee);
  const payout = setValue(size);
  return { size, price, fee, total, payout, profit: subtractMicros(payout, total), even: total / payout };
}
