/** A list of cards whose order holds. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { cardsQuery } from "./card-queries.ts";
import type { CardFilter } from "./card-queries.ts";
import { useHeldOrder } from "./hold-order.ts";

type CardListTerms = {
  readonly filter: CardFilter;
  /** Name of the list: with another one it begins anew. */
  readonly name: string;
  /** False until it is to be loaded. */
  readonly enabled: boolean;
};

export function useCardList({ filter, name, enabled }: CardListTerms) {
  const query = useInfiniteQuery({ ...cardsQuery(filter), enabled });
  const pages = query.data?.pages;
  const fresh = pages && { rows: pages.flatMap(({ cards }) => cards), pages: pages.length };
  return { query, ...useHeldOrder(name, fresh) };
}
