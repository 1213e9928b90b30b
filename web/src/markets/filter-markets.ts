/** Finds markets of an event by words of their names, ignoring case and accents. */
import type { Market } from "./market.ts";

const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Returns the markets whose names contain all words, in their order. */
export function filterMarkets<One extends Pick<Market, "name">>(
  markets: readonly One[],
  words: string,
): readonly One[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return markets;
  return markets.filter(({ name }) => {
    const folded = fold(name);
    return wanted.every((word) => folded.includes(word));
  });
}
