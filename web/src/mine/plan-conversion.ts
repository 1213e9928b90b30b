/** Computes the input and output of a conversion of NO shares, by the rule of the exchange. */
import { minLots, NO_LOTS, setValue, times } from "../../../src/core/units.ts";
import type { Lots, Micros } from "../../../src/core/units.ts";
import type { Market, MarketEvent } from "../markets/market.ts";
import { findWinner, listExclusive } from "./event-winner.ts";
import { readLots } from "../money.ts";
import type { Balances } from "../wallet/balances.ts";

/** Shares of a market's second outcome that can be converted. */
export type Convertible = { readonly market: Market; readonly available: Lots };

/**
 * Lists the markets whose NO shares can be converted. It is empty once a market of the event has won, or without two
 * mutually exclusive markets.
 */
export function listConvertible(event: MarketEvent, balances: Balances): readonly Convertible[] {
  const exclusive = listExclusive(event);
  if (findWinner(event) !== undefined || exclusive.length < 2) return [];
  return exclusive.flatMap((market) => {
    const available = balances.shares.get(market.outcomes[1].tokenId)?.available ?? NO_LOTS;
    return market.closed || available === 0 ? [] : [{ market, available }];
  });
}

export type ConversionPlan = {
  readonly size: Lots;
  readonly given: readonly Market[];
  /** Markets whose YES shares are received. */
  readonly got: readonly Market[];
  readonly paid: Micros;
};

export type ConversionProblem = "none" | "blank" | "amount" | "tooMany" | "pointless";

/** Computes the largest number of shares that all selected markets have. */
export const mostConvertible = (chosen: readonly Convertible[]): Lots =>
  chosen.map(({ available }) => available).reduce((a, b) => minLots(a, b), chosen[0]?.available ?? NO_LOTS);

export function planConversion(
  { markets }: MarketEvent,
  chosen: readonly Convertible[],
  amount: string,
): ConversionPlan | ConversionProblem {
  if (chosen.length === 0) return "none";
  const size = readLots(amount);
  if (size === undefined) return amount === "" ? "blank" : "amount";
  if (size === 0) return "blank";
  if (size > mostConvertible(chosen)) return "tooMany";
  const given = chosen.map(({ market }) => market);
  const got = markets.filter((market) => market.negativeRisk && !market.closed && !given.includes(market));
  if (given.length === 1 && got.length === 0) return "pointless";
  return { size, given, got, paid: times(setValue(size), given.length - 1) };
}
