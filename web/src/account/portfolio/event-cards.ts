/** Titles and pictures of the positions' events. */
import { catalog } from "../../api/interfaces.ts";
import { toCard } from "../../discover/cards/card.ts";
import type { Card } from "../../discover/cards/card.ts";
import { MAX_BATCH_NAMES, useLookup } from "./use-lookup.ts";

export type EventCards = ReadonlyMap<string, Card>;

/** Returns the cards loaded so far, by event slug. */
export const useEventCards = (slugs: readonly string[]): EventCards =>
  useLookup(["cards", "of positions"], slugs, readCards);

async function readCards(batches: readonly (readonly string[])[], signal: AbortSignal): Promise<EventCards> {
  const found = new Map<string, Card>();
  for (const slug of batches) {
    const { cards } = await catalog("GET /cards", {
      query: { slug, limit: MAX_BATCH_NAMES, markets: 1 },
      signal,
    });
    for (const row of cards) if (row.slug !== undefined) found.set(row.slug, toCard(row));
  }
  return found;
}
