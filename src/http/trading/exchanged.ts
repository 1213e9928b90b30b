/** What an order gave and received, as the answer to its placement says. */
import type { Fill } from "../../core/event.ts";
import type { Outcome } from "../../core/state.ts";
import { addLots, addMicros, complement, cost, NO_LOTS, NO_MICROS } from "../../core/units.ts";
import type { Lots, Micros } from "../../core/units.ts";

/** Shares and collateral that an order exchanged in some fills. */
export type Exchanged = { readonly lots: Lots; readonly micros: Micros };

/** Sums fills from the view of `order`; their prices are in terms of outcome 0. */
export function exchanged(
  order: { readonly outcome: Outcome },
  fills: readonly Pick<Fill, "lots" | "price">[],
): Exchanged {
  let lots = NO_LOTS;
  let micros = NO_MICROS;
  for (const fill of fills) {
    lots = addLots(lots, fill.lots);
    micros = addMicros(micros, cost(fill.lots, order.outcome === 0 ? fill.price : complement(fill.price)));
  }
  return { lots, micros };
}
