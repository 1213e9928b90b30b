/** The catalog interface: its operations, in the order in which its document shows them. */
import type { Endpoint } from "../endpoint.ts";
import { healthEndpoints } from "../health/health-endpoints.ts";
import { counts, getTeam } from "./counts.ts";
import { emptyLists } from "./empty-lists.ts";
import { getEventCreator, listEventCreators } from "./event-creators.ts";
import { getEventBySlug } from "./get-event-by-slug.ts";
import { getEvent } from "./get-event.ts";
import { getMarketBySlug } from "./get-market-by-slug.ts";
import { getMarketDescription } from "./get-market-description.ts";
import { getMarket } from "./get-market.ts";
import { getSeriesBySlug } from "./get-series-by-slug.ts";
import { getSeries } from "./get-series.ts";
import { getStatus } from "./get-status.ts";
import { getTagBySlug } from "./get-tag-by-slug.ts";
import { getTag } from "./get-tag.ts";
import { CLARIFICATIONS, SERVICE } from "./groups.ts";
import { listCards } from "./list-cards.ts";
import { listEventChanges } from "./list-event-changes.ts";
import { listEventResults } from "./list-event-results.ts";
import { listEventTags } from "./list-event-tags.ts";
import { listEventsKeyset } from "./list-events-keyset.ts";
import { listEventsPagination } from "./list-events-pagination.ts";
import { listEvents } from "./list-events.ts";
import { listMarketTags } from "./list-market-tags.ts";
import { listMarketsKeyset } from "./list-markets-keyset.ts";
import { listMarkets } from "./list-markets.ts";
import { listRelated } from "./list-related-events.ts";
import { listProfiles } from "./list-profiles.ts";
import { listSeries } from "./list-series.ts";
import { listTags } from "./list-tags.ts";
import { publicProfiles } from "./public-profiles.ts";
import { publicSearch } from "./public-search.ts";
import { queryMarkets } from "./query-markets.ts";
import { relatedTags } from "./related-tags.ts";
import { searchCards } from "./search-cards.ts";
import { getSeriesSummary, getSeriesSummaryBySlug } from "./series-summaries.ts";

export const catalogEndpoints: readonly Endpoint[] = [
  listEvents,
  listEventsKeyset,
  listEventsPagination,
  listCards,
  getEvent,
  getEventBySlug,
  listEventTags,
  listRelated,
  listEventChanges,
  listEventResults,
  listEventCreators,
  getEventCreator,
  listMarkets,
  listMarketsKeyset,
  getMarket,
  getMarketBySlug,
  getMarketDescription,
  listMarketTags,
  ...queryMarkets,
  listTags,
  getTag,
  getTagBySlug,
  ...relatedTags,
  listSeries,
  getSeries,
  getSeriesBySlug,
  getSeriesSummary,
  getSeriesSummaryBySlug,
  publicSearch,
  searchCards,
  listProfiles,
  ...publicProfiles,
  getTeam,
  ...emptyLists.filter(({ group }) => group !== CLARIFICATIONS),
  ...counts,
  ...emptyLists.filter(({ group }) => group === CLARIFICATIONS),
  getStatus,
  ...healthEndpoints(SERVICE),
];
