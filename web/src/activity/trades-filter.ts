/** Converts the filters of the address to those of the interface, which identifies events and markets by ids. */
import type { Market, MarketEvent } from "../markets/market.ts";
import type { ActivityFilter } from "./activity-filter.ts";
import type { TradesFilter } from "./activity-trades.ts";

/** Finds the market of the filter: the named one, or the only one of the event. */
export function marketOfFilter(
  { market }: Pick<ActivityFilter, "market">,
  event: MarketEvent | undefined,
): Market | undefined {
  if (market !== "") return event?.markets.find(({ slug }) => slug === market);
  return event?.markets.length === 1 ? event.markets[0] : undefined;
}

/**
 * Converts the filter. `event` is the filter's event, `undefined` without one. Returns `undefined` if the event lacks the
 * market.
 */
export function tradesFilterOf(
  filter: ActivityFilter,
  event: MarketEvent | undefined,
): TradesFilter | undefined {
  const market = marketOfFilter(filter, event);
  if (filter.market !== "" && market === undefined) return undefined;
  const { outcome, kind, least, user } = filter;
  return {
    ...(market !== undefined && { condition_id: [market.conditionId] }),
    ...(market === undefined && event !== undefined && { event_id: [Number(event.id)] }),
    ...(market !== undefined && outcome !== undefined && { outcome_index: outcome }),
    ...(kind !== "all" && { side: kind }),
    ...(least > 0 && { filter_type: "CASH", filter_amount: least }),
    // Trades of a wallet include those in which its order was resting.
    ...(user !== "" && { user, taker_only: false }),
  };
}
