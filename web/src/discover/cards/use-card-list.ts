/** A list of cards in a held order. */
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { cardsQuery, namedCardsQuery } from "./card-queries.ts";
import type { CardFilter } from "./card-queries.ts";
import type { Card } from "./card.ts";
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
  const held = useHeldOrder(name, fresh);
  return { query, ...held, rows: useCurrentRows(held.rows, fresh?.rows, filter) };
}

/** Reads the held rows that left the list, such as those of resolved events, so that they are current too. */
function useCurrentRows(
  rows: readonly Card[],
  fresh: readonly Card[] | undefined,
  { markets }: CardFilter,
): readonly Card[] {
  const listed = new Set(fresh?.map(({ id }) => id));
  const gone = fresh === undefined ? [] : rows.flatMap(({ id }) => (listed.has(id) ? [] : [id]));
  const { data } = useQuery({
    ...namedCardsQuery(gone, markets),
    enabled: gone.length > 0,
    placeholderData: keepPreviousData,
  });
  if (data === undefined || gone.length === 0) return rows;
  const current = new Map(data.map((card) => [card.id, card]));
  return rows.map((row) => (listed.has(row.id) ? row : (current.get(row.id) ?? row)));
}
