/** The sections of the home page: each shows the first cards of a list. */
import type { CardFilter } from "../cards/card-queries.ts";
import { cardFilterOf, NO_FILTER } from "../markets/home-filter.ts";
import type { HomeFilter } from "../markets/home-filter.ts";

export const SHELVES = ["moving", "ending", "newest"] as const;
export type Shelf = (typeof SHELVES)[number];

const CARDS = 4;
const HERO_MARKETS = 4;

/** Limits a list to its first cards. */
export const shelfFilter = (filter: HomeFilter, now: number, watchlist: readonly string[]): CardFilter => ({
  ...cardFilterOf(filter, now, watchlist),
  limit: CARDS,
});

export const listOf = (shelf: Shelf): HomeFilter => ({ ...NO_FILTER, sort: shelf });

/** The most traded event. */
export const HERO_FILTER: CardFilter = {
  ...cardFilterOf(NO_FILTER, 0, []),
  limit: 1,
  markets: HERO_MARKETS,
};
