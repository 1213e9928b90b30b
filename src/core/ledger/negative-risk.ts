/**
 * Events of which exactly one market resolves YES. NO shares of some of their markets are worth YES shares of the others
 * and collateral for all but one. A conversion pays that worth ahead of the resolution. The NO shares that the conversion
 * takes out of circulation (burned) pay it back when their markets resolve NO.
 */
import type { Payout } from "../markets/catalog.ts";
import type { Market, MarketEvent } from "../state.ts";
import { exactSetValue } from "../units.ts";
import type { Lots } from "../units.ts";

export const isNo = (payout: Payout | undefined): boolean => payout !== undefined && payout[0] === 0;
export const isYes = (payout: Payout | undefined): boolean => payout !== undefined && payout[1] === 0;

/** True if the market is active or paused: its shares can be split, merged and converted. */
export const isOpen = ({ status }: Pick<Market, "status">): boolean =>
  status === "active" || status === "paused";

/** True if the market may still win: it is not over, or was closed in its listing without a payout. */
export const mayWin = ({ status, payout }: Pick<Market, "status" | "payout">): boolean =>
  payout === undefined && status !== "archived";

/** Lists the mutually exclusive markets of the event. */
export const exclusiveMarkets = ({ markets }: MarketEvent): Market[] =>
  markets.filter(({ negativeRisk }) => negativeRisk);

/**
 * Computes the collateral that conversions paid ahead of the resolutions of an event's markets, and that burned shares have
 * not paid back. Over many markets it can exceed all deposits and the safe integers.
 */
export function computeDebt(markets: readonly Pick<Market, "payout" | "burned">[], converted: Lots): bigint {
  const burned = markets
    .filter(({ payout }) => !isNo(payout))
    .reduce((sum, market) => sum + BigInt(market.burned), 0n);
  return exactSetValue(burned - BigInt(converted));
}
