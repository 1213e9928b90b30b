/** A market for an example or a first trade: actively traded, with an offer at a price that is not extreme. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Ticks } from "../../../../src/core/units.ts";
import { cardsQuery } from "../../discover/cards/card-queries.ts";
import { hasEnded } from "../../discover/cards/card.ts";
import type { Card, CardMarket } from "../../discover/cards/card.ts";
import { buildCardFilter, NO_FILTER } from "../../markets/queries/home-filter.ts";
import { isMiddlePrice } from "./middle-price.ts";

export type Suggestion = {
  readonly card: Card;
  readonly market: CardMarket;
  /** Price at which the first outcome is offered. */
  readonly ask: Ticks;
};

/** Picks a market of an event that has not ended: one with an offer at a middle price, else any with an offer. Earlier cards take precedence. */
export function findSuggestion(cards: readonly Card[], now: number): Suggestion | undefined {
  const openCards = cards.filter((card) => !hasEnded(card, now));
  const offers = openCards.flatMap((card) =>
    card.markets.flatMap((market) =>
      market.ask === undefined || !market.acceptingOrders ? [] : [{ card, market, ask: market.ask }],
    ),
  );
  return offers.find(({ ask }) => isMiddlePrice(ask)) ?? offers[0];
}

/** Searches the most traded markets of a day. */
export function useSuggestion(isWanted = true) {
  const query = useInfiniteQuery({ ...cardsQuery(buildCardFilter(NO_FILTER, 0, [])), enabled: isWanted });
  const [now] = useState(() => Date.now());
  const suggestion =
    query.data &&
    findSuggestion(
      query.data.pages.flatMap(({ cards }) => cards),
      now,
    );
  return { query, suggestion };
}
