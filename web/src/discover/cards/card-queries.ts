/**
 * Queries of cards, which refresh at an interval, and when markets are listed or resolved. In between, live books give the
 * prices.
 */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { catalog } from "../../api/interfaces.ts";
import type { Operations } from "../../api/generated/catalog.ts";
import { toCard } from "./card.ts";

export type CardFilter = Pick<
  Operations["GET /cards"]["query"],
  | "order"
  | "ascending"
  | "active"
  | "closed"
  | "archived"
  | "tag_slug"
  | "series_slug"
  | "end_date_min"
  | "end_date_max"
  | "id"
  | "limit"
  | "markets"
>;

const PAGE_SIZE = 24;
/**
 * Refresh interval of volumes and of the cards' order. A shorter one would burden the exchange, since every visitor's page
 * asks.
 */
const REFRESH_MS = 20_000;

export const cardsQuery = (filter: CardFilter) =>
  infiniteQueryOptions({
    queryKey: ["cards", filter],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE_SIZE, ...filter, after_cursor: pageParam };
      const { cards, next_cursor: next } = await catalog("GET /cards", { query, signal });
      return { cards: cards.map(toCard), next };
    },
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS / 2,
  });

/** Reads the cards of events by id, whatever their state. */
export const namedCardsQuery = (ids: readonly string[], markets: number | undefined) =>
  queryOptions({
    queryKey: ["cards", "named", ids, markets],
    queryFn: async ({ signal }) => {
      const id = ids.slice(0, PAGE_SIZE).map(Number);
      const query = { id, limit: PAGE_SIZE, ...(markets !== undefined && { markets }) };
      const { cards } = await catalog("GET /cards", { query, signal });
      return cards.map(toCard);
    },
    refetchInterval: REFRESH_MS,
  });

const MAX_RELATED_EVENTS = 12;

/** Lists open events that have tags or series in common with this one first, then the most traded. */
export const relatedQuery = (eventId: string) =>
  queryOptions({
    queryKey: ["cards", "related", eventId],
    queryFn: async ({ signal }) => {
      const options = { params: { id: eventId }, query: { limit: MAX_RELATED_EVENTS, markets: 1 }, signal };
      const { cards } = await catalog("GET /events/{id}/related", options);
      return cards.map(toCard);
    },
    staleTime: REFRESH_MS,
  });
