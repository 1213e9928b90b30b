/** The display order of an event's markets. */
import type { Market } from "./market.ts";

/** Sorts open markets before closed ones, then priced ones first, then by price. */
export const rankMarkets = (markets: readonly Market[]): readonly Market[] =>
  markets.toSorted(
    (a, b) =>
      Number(a.closed) - Number(b.closed) ||
      Number(b.priced) - Number(a.priced) ||
      b.outcomes[0].price - a.outcomes[0].price,
  );
