/** The filter of the home page, stored in its address. */
import { useSearchParams } from "wouter";
import type { CardFilter } from "../../discover/cards/card-queries.ts";

export const SORTS = ["active", "volume", "liquidity", "moving", "ending", "newest"] as const;
export type Sort = (typeof SORTS)[number];

/** Open: not past its end. Awaiting: past its end, without a result. Closed: resolved. */
export const STATES = ["open", "awaiting", "closed"] as const;
export type State = (typeof STATES)[number];

export type HomeFilter = {
  /** Slug of a category; empty for all. */
  readonly tag: string;
  readonly sort: Sort;
  readonly state: State;
  /** True for the events of the watchlist only, whatever their state. */
  readonly watched: boolean;
};

/** The home page itself, without a selected list. */
export const NO_FILTER: HomeFilter = { tag: "", sort: "active", state: "open", watched: false };

const HOUR_MS = 3_600_000;

const COLUMNS: Readonly<Record<Sort, Pick<CardFilter, "order" | "ascending">>> = {
  active: { order: "volume24hr", ascending: false },
  volume: { order: "volume", ascending: false },
  liquidity: { order: "liquidity", ascending: false },
  moving: { order: "oneDayPriceChange", ascending: false },
  ending: { order: "endDate", ascending: true },
  newest: { order: "createdAt", ascending: false },
};

/**
 * Builds the catalog's filter; `watchlist` has ids of events. Lists of events that end soon exclude events that ended
 * before the current hour; lists of events that await their result have those that end within it.
 */
export function buildCardFilter(
  { tag, sort, state, watched }: HomeFilter,
  now: number,
  watchlist: readonly string[],
): CardFilter {
  const hour = (later: number): string =>
    new Date((Math.floor(now / HOUR_MS) + later) * HOUR_MS).toISOString();
  const isClosed = state === "closed";
  const isOpen = state === "open" && !watched;
  return {
    ...COLUMNS[sort],
    active: true,
    ...(tag !== "" && { tag_slug: tag }),
    ...(watched && { id: watchlist.map(Number) }),
    ...(!watched && { closed: isClosed }),
    ...(state === "awaiting" && !watched && { end_date_max: hour(1) }),
    // Other than open events, these end in the past: the newest comes first.
    ...(sort === "ending" && (isOpen ? { end_date_min: hour(0) } : { ascending: watched })),
  };
}

/** Builds the address of the home page with this filter. */
export function buildHomeAddress({ tag, sort, state, watched }: HomeFilter): string {
  const query = new URLSearchParams({
    ...(tag !== "" && { tag }),
    ...(sort !== "active" && { sort }),
    ...(state !== "open" && { state }),
    ...(watched && { watched: "1" }),
  }).toString();
  return query === "" ? "/" : `/?${query}`;
}

export function useHomeFilter(): HomeFilter {
  const [query] = useSearchParams();
  return {
    tag: query.get("tag") ?? "",
    sort: SORTS.find((sort) => sort === query.get("sort")) ?? "active",
    state: STATES.find((state) => state === query.get("state")) ?? "open",
    watched: query.get("watched") === "1",
  };
}
