/** Queries of the catalog for lists of markets and events. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { CONDITION_PATTERN } from "../../../../src/core/markets/market-version.ts";
import { catalog } from "../../api/interfaces.ts";
import type { Operations } from "../../api/generated/catalog.ts";
import { toQueryParameters } from "./list-filter.ts";
import type { Order, State } from "./list-filter.ts";
import { toEventRow, toMarketWithEvent } from "./listed-rows.ts";

const PAGE_SIZE = 25;
/** Number of events per page of a search. Each event comes with all its markets. */
const SEARCH_PAGE_SIZE = 10;
const REFRESH_MS = 20_000;

type Listing = { readonly state: State; readonly order: Order };

export const marketsQuery = ({ state, order }: Listing) =>
  infiniteQueryOptions({
    queryKey: ["listing", "markets", state, order],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...toQueryParameters({ state, order }), limit: PAGE_SIZE, after_cursor: pageParam };
      const { markets, next_cursor: next } = await catalog("GET /markets/keyset", { query, signal });
      return { rows: markets.map(toMarketWithEvent), next };
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const eventsQuery = ({ state, order }: Listing) =>
  infiniteQueryOptions({
    queryKey: ["listing", "events", state, order],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...toQueryParameters({ state, order }), limit: PAGE_SIZE, after_cursor: pageParam };
      const { events, next_cursor: next } = await catalog("GET /events/keyset", { query, signal });
      return { rows: events.map(toEventRow), next };
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const searchQuery = (words: string) =>
  infiniteQueryOptions({
    queryKey: ["listing", "search", words],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const query = { q: words, limit_per_type: SEARCH_PAGE_SIZE, page: pageParam, search_tags: false };
      const { events, pagination } = await catalog("GET /public-search", { query, signal });
      return { rows: events.map(toEventRow), hasMore: pagination.hasMore, total: pagination.totalResults };
    },
    getNextPageParam: ({ hasMore }, _pages, page) => (hasMore ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

type MarketNameQuery = Pick<
  Operations["GET /markets"]["query"],
  "id" | "slug" | "condition_ids" | "clob_token_ids"
>;

/** Pattern of a number that may be a market's id. Token ids are longer. */
const NUMBER = /^\d{1,15}$/;
const TOKEN = /^\d{16,78}$/;
const CONDITION = new RegExp(CONDITION_PATTERN);

/** Lists the queries that find the markets that the text may name. A number may be an id or a slug. */
function listNameQueries(term: string): readonly MarketNameQuery[] {
  if (/\s/.test(term) || term === "") return [];
  if (CONDITION.test(term)) return [{ condition_ids: [term] }];
  if (TOKEN.test(term)) return [{ clob_token_ids: [term] }];
  if (NUMBER.test(term)) return [{ id: [Number(term)] }, { slug: [term] }];
  return [{ slug: [term] }];
}

/** Finds the markets that have exactly this name, in any state. */
export const namedQuery = (term: string) =>
  queryOptions({
    queryKey: ["listing", "named", term],
    queryFn: ({ signal }) => findNamedMarkets(term, signal),
    refetchInterval: REFRESH_MS,
  });

export async function findNamedMarkets(term: string, signal: AbortSignal) {
  const lists = await Promise.all(
    listNameQueries(term).map((query) => catalog("GET /markets", { query, signal })),
  );
  return lists.flat().map(toMarketWithEvent);
}

export const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ["listing", "event", id],
    queryFn: async ({ signal }) => toEventRow(await catalog("GET /events/{id}", { params: { id }, signal })),
    // An unknown event remains unknown, so the query is not repeated.
    refetchInterval: ({ state }) => (state.data === undefined ? false : REFRESH_MS),
  });
