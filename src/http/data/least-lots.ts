/** Least amounts of shares in queries, as the exchange counts shares. */
import { lots } from "../../core/units.ts";
import type { Lots } from "../../core/units.ts";

/** More than any account can have. */
const TOO_MANY = 2 ** 53;

/**
 * The fewest lots that are at least this many shares. Exact for every decimal that a number can tell from its
 * neighbours: the quotient of lots is the number nearest to their decimal, as the parameter is to its own.
 */
export function leastLots(shares: number): Lots {
  const nearest = Math.round(shares * 100);
  if (nearest >= TOO_MANY) return lots(TOO_MANY);
  return lots(nearest / 100 >= shares ? nearest : nearest + 1);
}
