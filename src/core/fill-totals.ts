/** Totals of an order's fills, whose prices are in terms of outcome 0. */
import type { Fill } from "./event.ts";
import type { Outcome } from "./state.ts";
import { addLots, addMicros, cost, NO_LOTS, NO_MICROS, outcomePrice } from "./units.ts";
import type { Lots, Micros } from "./units.ts";

/** Shares and collateral that an order exchanged. */
export type FillTotals = { readonly lots: Lots; readonly micros: Micros };

type Party = { readonly outcome: Outcome };
type Filled = Pick<Fill, "lots" | "price">;

/** Computes the worth of a fill at the price of the order's own token. The incoming order's worth counts as volume. */
export const fillValue = ({ outcome }: Party, { lots, price }: Filled): Micros =>
  cost(lots, outcomePrice(price, outcome));

/** Sums fills from the point of view of `order`. */
export function sumFills(order: Party, fills: readonly Filled[]): FillTotals {
  let lots = NO_LOTS;
  let micros = NO_MICROS;
  for (const fill of fills) {
    lots = addLots(lots, fill.lots);
    micros = addMicros(micros, fillValue(order, fill));
  }
  return { lots, micros };
}
