/** Dates of a market's rewards. The market's own dates are used, since the catalog has none for rewards. */
import type { CatalogMarket } from "../../core/markets/catalog.ts";

/** End date that Polymarket and Kuest state for rewards without an end date. */
const NO_END_DATE = "2500-12-31";

type RewardedMarket = {
  readonly market: Pick<CatalogMarket, "startDate" | "createdAt" | "endDate">;
  /** Time since which the market takes orders, ms; null if it never opened. */
  readonly openedAt: number | null;
};

/** Returns the first and the last day, each as in 2026-01-14. */
export function rewardPeriod({ market, openedAt }: RewardedMarket): { start: string; end: string } {
  const start = formatDay(market.startDate ?? market.createdAt ?? new Date(openedAt ?? 0).toISOString());
  return { start, end: market.endDate === undefined ? NO_END_DATE : formatDay(market.endDate) };
}

const formatDay = (instant: string): string => instant.slice(0, "YYYY-MM-DD".length);
