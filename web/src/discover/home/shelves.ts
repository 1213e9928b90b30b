/** The sections of the home page: each shows the first cards of a list. */
import type { Card } from "../cards/card.ts";
import type { CardFilter } from "../cards/card-queries.ts";
import { buildCardFilter, NO_FILTER } from "../../markets/queries/home-filter.ts";
import type { HomeFilter } from "../../markets/queries/home-filter.ts";

export const SHELVES = ["moving", "ending", "newest"] as const;
export type Shelf = (typeof SHELVES)[number];

const SHOWN_CARDS = 4;
/** Number of cards to read, so that enough remain after finished events are left out. */
const CARDS_TO_READ = 6;
const HERO_MARKETS = 4;

/** Builds the filter that reads a section's cards and a few more. */
export const buildShelfFilter = (
  filter: HomeFilter,
  now: number,
  watchlist: readonly string[],
): CardFilter => ({
  ...buildCardFilter(filter, now, watchlist),
  limit: CARDS_TO_READ,
});

/** Selects the cards of a section. Events past their end are left out, except in the watchlist. */
export const selectShelfCards = (
  cards: readonly Card[],
  { watched }: HomeFilter,
  now: number,
): readonly Card[] => cards.filter((card) => watched || !hasEnded(card, now)).slice(0, SHOWN_CARDS);

/** Selects the cards of a list. An event past its end no longer moves, though it may wait for its result. */
export const selectListedCards = (cards: readonly Card[], filter: HomeFilter, now: number): readonly Card[] =>
  filter.sort === "moving" && filter.state === "open" && !filter.watched
    ? cards.filter((card) => !hasEnded(card, now))
    : cards;

const hasEnded = ({ endsAt }: Card, now: number): boolean => endsAt !== undefined && endsAt <= now;

export const buildShelfListFilter = (shelf: Shelf): HomeFilter => ({ ...NO_FILTER, sort: shelf });

/** The most traded event. */
export const HERO_FILTER: CardFilter = {
  ...buildCardFilter(NO_FILTER, 0, []),
  limit: 1,
  markets: HERO_MARKETS,
};
