/** Translates the filters of the address into those of the interface, which knows events and markets by ids. */
import type { Market, MarketEvent } from "../markets/market.ts";
import type { ActivityFilter } from "./activity-filter.ts";
import type { TradesFilter } from "./activity-trades.ts";

/** Gives the market that the filter means: the named one, or the only one of the event. */
export function marketOfFilter(
  { market }: Pick<ActivityFilter, "market">,
  event: MarketEvent | undefined,
): Market | undefined {
  if (market !== "") return event?.markets.find(({ slug }) => slug === market);
  return event?.markets.length === 1 ? event.markets[0] : undefined;
}

/** `event` is the one that the filter names; `undefined` without it. Gives `undefined` for a market that it has not. */
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
    // A wallet's trades are those in which its order waited, too.
    ...(user !== "" && { user, taker_only: false }),
  };
}
