/** The catalog interface: its operations, in the order of its API document. */
import type { Endpoint } from "../operation/endpoint.ts";
import { healthEndpoints } from "../health/health-endpoints.ts";
import { counts, getTeam } from "./events/counts.ts";
import { emptyLists, getEventCreator, listEventCreators } from "./events/event-lists.ts";
import {
  getEvent,
  getEventBySlug,
  listEventChanges,
  listEventResults,
  listEventTags,
  listEvents,
  listEventsKeyset,
  listEventsPagination,
  listRelated,
} from "./events/events.ts";
import {
  getMarket,
  getMarketBySlug,
  getMarketDescription,
  listMarketTags,
  listMarkets,
  listMarketsKeyset,
  queryMarkets,
} from "./markets/markets.ts";
import { getSeries, getSeriesSummary, listSeries } from "./events/series.ts";
import { getStatus } from "./get-status.ts";
import { getTag, listTags, relatedTags } from "./search/tags.ts";
import { CLARIFICATIONS, SERVICE } from "./groups.ts";
import { listCards, searchCards } from "./events/cards.ts";
import { listProfiles, publicProfiles } from "./search/profiles.ts";
import { publicSearch } from "./search/search.ts";

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
  getTag.id,
  getTag.slug,
  ...relatedTags,
  listSeries,
  getSeries.id,
  getSeries.slug,
  getSeriesSummary.id,
  getSeriesSummary.slug,
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
