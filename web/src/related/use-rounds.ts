/** Reads the rounds around an event of a series, and further ones on demand. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { cardsQuery } from "../cards/card-queries.ts";
import type { CardFilter } from "../cards/card-queries.ts";
import type { MarketEvent } from "../markets/market.ts";
import { useNow } from "../parts/use-now.ts";
import { joinRounds } from "./rounds.ts";

const ROUNDS = 8;
/** Number of markets read for a round, of which one is shown. */
const MARKETS = 4;
const HOUR_MS = 3_600_000;

type Series = NonNullable<MarketEvent["series"]>;

function filtersOf(series: Series, at: number): { readonly earlier: CardFilter; readonly later: CardFilter } {
  const shared = { series_slug: series.slug, order: "endDate", active: true, archived: false } as const;
  const size = { limit: ROUNDS, markets: MARKETS };
  const moment = new Date(at).toISOString();
  return {
    earlier: { ...shared, ...size, ascending: false, end_date_max: moment },
    later: { ...shared, ...size, ascending: true, end_date_min: moment },
  };
}

/** Returns the rounds in order of their end times. An event without an end time is placed at the current hour. */
export function useRounds(event: MarketEvent, series: Series) {
  const hour = Math.floor(useNow(HOUR_MS) / HOUR_MS) * HOUR_MS;
  const { earlier, later } = filtersOf(series, event.endsAt ?? hour);
  const before = useInfiniteQuery(cardsQuery(earlier));
  const after = useInfiniteQuery(cardsQuery(later));
  const { id, slug, title, endsAt } = event;
  const rounds = joinRounds(
    before.data?.pages.flatMap(({ cards }) => cards) ?? [],
    after.data?.pages.flatMap(({ cards }) => cards) ?? [],
    { id, slug, title, endsAt, first: undefined },
  );
  return { rounds, before, after, error: before.error ?? after.error };
}
