/** Queries of the catalog. Their keys begin with "catalog", so that live messages can invalidate them all at once. */
import { queryOptions } from "@tanstack/react-query";
import { catalog } from "../../api/interfaces.ts";
import { toMarketEvent } from "../market.ts";

/** Refresh interval. No live channel reports passed end times, edited texts or trades of markets that are not followed. */
const REFRESH_MS = 60_000;

export const eventQuery = (slug: string) =>
  queryOptions({
    queryKey: ["catalog", "event", slug],
    queryFn: async ({ signal }) =>
      toMarketEvent(await catalog("GET /events/slug/{slug}", { params: { slug }, signal })),
    refetchInterval: REFRESH_MS,
  });

/** Lists categories, the most traded of the last day first. */
export const tagsQuery = () =>
  queryOptions({
    queryKey: ["tags"],
    queryFn: async ({ signal }) => {
      const tags = await catalog("GET /tags", { query: { limit: 100, order: "volume24hr" }, signal });
      return tags.flatMap(({ slug = "", label = slug }) => (slug === "" ? [] : [{ slug, label }]));
    },
    // Categories keep the order in which the visitor first saw them.
    staleTime: Infinity,
  });

export const searchQuery = (words: string) =>
  queryOptions({
    queryKey: ["catalog", "search", words],
    enabled: words.trim() !== "",
    queryFn: async ({ signal }) => {
      const query = { q: words.trim(), limit_per_type: 8 };
      const { events } = await catalog("GET /public-search", { query, signal });
      return events.map(toMarketEvent);
    },
  });
