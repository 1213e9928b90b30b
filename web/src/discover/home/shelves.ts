/** The sections of the home page: each shows the first cards of a list. No event is shown twice. */
import type { Card } from "../cards/card.ts";
import type { CardFilter } from "../cards/card-queries.ts";
import { buildCardFilter, NO_FILTER } from "../../markets/queries/home-filter.ts";
import type { HomeFilter } from "../../markets/queries/home-filter.ts";
import { hasEnded } from "../cards/card.ts";

export const SHELVES = ["moving", "ending", "newest"] as const;
export type Shelf = (typeof SHELVES)[number];

/** Most cards of a section, and of the watchlist. */
export const SHELF_CARDS = 4;
/** Events that take turns at the top. */
const FEATURED_EVENTS = 5;
const HERO_MARKETS = 4;

/** Builds the filter of a section's cards, and of as many more as the sections above may show. */
export const buildShelfFilter = (shelf: Shelf, now: number): CardFilter => ({
  ...buildCardFilter(buildShelfListFilter(shelf), now, []),
  limit: FEATURED_EVENTS + SHELF_CARDS * (SHELVES.indexOf(shelf) + 1),
});

export const buildShelfListFilter = (shelf: Shelf): HomeFilter => ({ ...NO_FILTER, sort: shelf });

/** Selects the cards of a section: those that have not ended and are not in an earlier section. */
export const selectShelfCards = (
  cards: readonly Card[],
  taken: ReadonlySet<string>,
  { now, most }: { readonly now: number; readonly most: number },
): readonly Card[] => cards.filter((card) => !taken.has(card.id) && !hasEnded(card, now)).slice(0, most);

/** The most traded events of a day. */
export const HERO_FILTER: CardFilter = {
  ...buildCardFilter(NO_FILTER, 0, []),
  limit: FEATURED_EVENTS,
  markets: HERO_MARKETS,
};

/** Selects the events that take turns at the top. An exchange with few events keeps the others for its sections. */
export function selectFeaturedCards(cards: readonly Card[], now: number): readonly Card[] {
  const open = cards.filter((card) => !hasEnded(card, now));
  return cards.length < FEATURED_EVENTS ? open.slice(0, 1) : open;
}
