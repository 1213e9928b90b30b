/**
 * Events of which exactly one market resolves YES. NO shares of some of their markets are worth YES shares of the
 * others and collateral for all but one; a conversion pays that ahead of the resolution, and the NO shares that it
 * takes out of circulation (burned) pay it back when their markets resolve NO.
 */
import type { Payout } from "./catalog.ts";
import type { Market, MarketEvent } from "./state.ts";
import { addLots, NO_LOTS, setValue, subtractLots } from "./units.ts";
import type { Micros } from "./units.ts";

export const isNo = (payout: Payout | undefined): boolean => payout !== undefined && payout[0] === 0;
export const isYes = (payout: Payout | undefined): boolean => payout !== undefined && payout[1] === 0;

/** Whether the market takes part: it is open, and its event's outcome is not known for it. */
export const isOpen = ({ status }: Market): boolean => status === "active" || status === "paused";

/** The markets of the event that exclude each other. */
export const exclusiveMarkets = ({ markets }: MarketEvent): Market[] =>
  markets.filter(({ negativeRisk }) => negativeRisk);

/** What conversions paid ahead, and the burned shares have not paid back yet. */
export function debtOf(event: MarketEvent): Micros {
  const burned = exclusiveMarkets(event)
    .filter(({ payout }) => !isNo(payout))
    .reduce((sum, market) => addLots(sum, market.burned), NO_LOTS);
  return setValue(subtractLots(burned, event.converted));
}
