/** A list of cards in a held order. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { cardsQuery } from "./card-queries.ts";
import type { CardFilter } from "./card-queries.ts";
import { useHeldOrder } from "./hold-order.ts";

type CardListOptions = {
  readonly filter: CardFilter;
  /** Name of the list; another name starts with a new order. */
  readonly name: string;
  /** True to load the list. */
  readonly enabled: boolean;
};

export function useCardList({ filter, name, enabled }: CardListOptions) {
  const query = useInfiniteQuery({ ...cardsQuery(filter), enabled });
  const pages = query.data?.pages;
  const fresh = pages && { rows: pages.flatMap(({ cards }) => cards), pages: pages.length };
  return { query, ...useHeldOrder(name, fresh) };
}
