/**
 * Collateral that the shares of a market represent. Part of the backing of a negative-risk event's markets is missing:
 * conversions paid it ahead, and burned shares pay it back when their markets resolve NO. The missing part is spread over
 * the markets by their burned shares. So the sum over an event's markets is the collateral that exists.
 */
import type { Payout } from "../markets/catalog.ts";
import { computeDebt, isNo } from "./negative-risk.ts";
import { exactMicros, NO_LOTS, NO_MICROS, subtractMicros } from "../units.ts";
import type { Lots, Micros } from "../units.ts";

/** The fields of an event's market that open interest depends on. */
export type BackedMarket = {
  readonly payout: Payout | undefined;
  readonly backing: Micros;
  readonly burned: Lots;
  /** Sets that the event converted, the same value for all its markets. */
  readonly converted: Lots;
};

/**
 * Computes the open interest of each of an event's markets, in their order. The collateral that was paid ahead is spread
 * over the open markets. If no open market has burned shares, it is spread over all markets that did not resolve NO.
 * Parts are rounded down, and the remainder is taken from the first markets, a micro from each.
 */
export function computeOpenInterest(markets: readonly BackedMarket[]): Micros[] {
  const paidAhead = computeDebt(markets, markets[0]?.converted ?? NO_LOTS);
  const open = burnedWhere(markets, ({ payout }) => payout === undefined);
  const unpaid = burnedWhere(markets, ({ payout }) => !isNo(payout));
  const parts = spread(paidAhead, sumAmounts(open) > 0n ? open : unpaid);
  return markets.map(({ backing }, index) => subtractMicros(backing, parts[index] ?? NO_MICROS));
}

/** Lists the burned shares of each market, with zero for markets that do not count. */
const burnedWhere = (markets: readonly BackedMarket[], counts: (market: BackedMarket) => boolean): bigint[] =>
  markets.map((market) => (counts(market) ? BigInt(market.burned) : 0n));

const sumAmounts = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

function spread(amount: bigint, shares: readonly bigint[]): Micros[] {
  const whole = sumAmounts(shares);
  if (whole === 0n) return shares.map(() => NO_MICROS);
  const parts = shares.map((share) => (amount * share) / whole);
  let rest = amount - sumAmounts(parts);
  return parts.map((part, index) => {
    if (rest === 0n || shares[index] === 0n) return exactMicros(part);
    rest -= 1n;
    return exactMicros(part + 1n);
  });
}
