/** The markets of an event in the order in which they are shown. */
import type { Market } from "./market.ts";

/** Open ones first, then those that somebody has priced, then the likelier ones. */
export const rankMarkets = (markets: readonly Market[]): readonly Market[] =>
  markets.toSorted(
    (a, b) =>
      Number(a.closed) - Number(b.closed) ||
      Number(b.priced) - Number(a.priced) ||
      b.outcomes[0].price - a.outcomes[0].price,
  );
