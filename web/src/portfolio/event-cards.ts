/** Titles and pictures of the events that positions are in. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { catalog } from "../api/interfaces.ts";
import { cardOf } from "../cards/card.ts";
import type { Card } from "../cards/card.ts";

export type EventCards = ReadonlyMap<string, Card>;

const BATCH = 50;

/** Gives cards by the slug of their event, of those that are known so far. */
export function useEventCards(slugs: readonly string[]): EventCards {
  const wanted = [...new Set(slugs)].filter((slug) => slug !== "").toSorted();
  const { data } = useQuery({
    queryKey: ["cards", "of positions", wanted],
    queryFn: ({ signal }) => readCards(wanted, signal),
    enabled: wanted.length > 0,
    staleTime: 60_000,
    // Known titles stay visible while others load.
    placeholderData: keepPreviousData,
  });
  return data ?? new Map();
}

async function readCards(slugs: readonly string[], signal: AbortSignal): Promise<EventCards> {
  const found = new Map<string, Card>();
  for (let from = 0; from < slugs.length; from += BATCH) {
    const query = { slug: slugs.slice(from, from + BATCH), limit: BATCH, markets: 1 };
    const { cards } = await catalog("GET /cards", { query, signal });
    for (const row of cards) if (row.slug !== undefined) found.set(row.slug, cardOf(row));
  }
  return found;
}
