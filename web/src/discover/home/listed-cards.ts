/** The cards of a list, by its filter. */
import type { HomeFilter } from "../../markets/queries/home-filter.ts";
import { hasEnded } from "../cards/card.ts";
import type { Card } from "../cards/card.ts";

/** Selects the cards of a list to the minute: the catalog's filters are to the hour. The watchlist has all. */
export const selectListedCards = (
  cards: readonly Card[],
  { state, watched }: HomeFilter,
  now: number,
): readonly Card[] =>
  watched || state === "closed"
    ? cards
    : cards.filter((card) => hasEnded(card, now) === (state === "awaiting"));
