/** The live prices of several outcomes. */
import { useMemo } from "react";
import { ticks } from "../../../../src/core/units.ts";
import type { Ticks } from "../../../../src/core/units.ts";
import type { BookView } from "../../api/live/book-views.ts";
import { useBookTexts } from "../../api/live/use-book-texts.ts";
import { computeShownPrice } from "./shown-price.ts";

const formatPriceText = ({ book, live }: BookView): string =>
  live && book !== undefined ? String(computeShownPrice(book) ?? "") : "";

/** Returns prices in the order of the tokens; `undefined` without a live book or a price. */
export function useShownPrices(tokenIds: readonly string[]): readonly (Ticks | undefined)[] {
  const prices = useBookTexts(tokenIds, formatPriceText);
  return useMemo(() => prices.map((price) => (price === "" ? undefined : ticks(Number(price)))), [prices]);
}
