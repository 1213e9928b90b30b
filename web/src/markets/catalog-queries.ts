/** Queries of the catalog. Their keys begin with "catalog", so that live messages can invalidate them all at once. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { catalog } from "../api/interfaces.ts";
import type { Operations } from "../api/generated/catalog.ts";
import { eventOf } from "./market.ts";

export type EventFilter = Pick<
  Operations["GET /events/keyset"]["query"],
  "order" | "ascending" | "closed" | "tag_slug" | "end_date_min"
>;

const PAGE = 24;
/**
 * Interval of refreshes. No live channel reports passed end times, edited texts or trades of markets that are not
 * followed.
 */
const REFRESH_MS = 60_000;

export const eventsQuery = (filter: EventFilter) =>
  infiniteQueryOptions({
    queryKey: ["catalog", "events", filter],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, limit: PAGE, after_cursor: pageParam };
      const { events, next_cursor: next } = await catalog("GET /events/keyset", { query, signal });
      return { events: events.map(eventOf), next };
    },
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFRESH_MS,
  });

export const eventQuery = (slug: string) =>
  queryOptions({
    queryKey: ["catalog", "event", slug],
    queryFn: async ({ signal }) =>
      eventOf(await catalog("GET /events/slug/{slug}", { params: { slug }, signal })),
    refetchInterval: REFRESH_MS,
  });

export const tagsQuery = () =>
  queryOptions({
    queryKey: ["catalog", "tags"],
    queryFn: ({ signal }) => catalog("GET /tags", { query: { limit: 100 }, signal }),
    staleTime: 60_000,
  });

export const searchQuery = (words: string) =>
  queryOptions({
    queryKey: ["catalog", "search", words],
    enabled: words.trim() !== "",
    queryFn: async ({ signal }) => {
      const query = { q: words.trim(), limit_per_type: 8 };
      const { events } = await catalog("GET /public-search", { query, signal });
      return events.map(eventOf);
    },
  });
