/** The filter of the home page, kept in the address of the page. */
import { useSearchParams } from "wouter";
import type { EventFilter } from "./catalog-queries.ts";

export const SORTS = ["active", "volume", "liquidity", "ending", "newest"] as const;
export type Sort = (typeof SORTS)[number];

export const STATES = ["open", "closed"] as const;
export type State = (typeof STATES)[number];

export type HomeFilter = {
  /** Slug of a category; empty for all. */
  readonly tag: string;
  readonly sort: Sort;
  readonly state: State;
};

const HOUR_MS = 3_600_000;

const COLUMNS: Readonly<Record<Sort, Pick<EventFilter, "order" | "ascending">>> = {
  active: { order: "volume24hr", ascending: false },
  volume: { order: "volume", ascending: false },
  liquidity: { order: "liquidity", ascending: false },
  ending: { order: "endDate", ascending: true },
  newest: { order: "createdAt", ascending: false },
};

/** Builds the catalog's filter. For events that end soon, it leaves out those that ended before the current hour. */
export function eventFilterOf({ tag, sort, state }: HomeFilter, now: number): EventFilter {
  const thisHour = new Date(Math.floor(now / HOUR_MS) * HOUR_MS).toISOString();
  const isClosed = state === "closed";
  return {
    ...COLUMNS[sort],
    // Closed events end in the past, so the latest comes first.
    ...(sort === "ending" && (isClosed ? { ascending: false } : { end_date_min: thisHour })),
    closed: isClosed,
    ...(tag !== "" && { tag_slug: tag }),
  };
}

/** Gives the address of the home page with this filter. */
export function homeAddress({ tag, sort, state }: HomeFilter): string {
  const query = new URLSearchParams({
    ...(tag !== "" && { tag }),
    ...(sort !== "active" && { sort }),
    ...(state !== "open" && { state }),
  }).toString();
  return query === "" ? "/" : `/?${query}`;
}

export function useHomeFilter(): HomeFilter {
  const [query] = useSearchParams();
  return {
    tag: query.get("tag") ?? "",
    sort: SORTS.find((sort) => sort === query.get("sort")) ?? "active",
    state: STATES.find((state) => state === query.get("state")) ?? "open",
  };
}
