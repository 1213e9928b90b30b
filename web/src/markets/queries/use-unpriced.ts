/**
 * Finds positions whose market has no price: no trade, and no two-sided book. The data interface values them at 0.5, which
 * can also be a real price.
 */
import type { Position } from "../../api/generated/data.ts";
import type { BookView } from "../../api/live/book-views.ts";
import { useBookTexts } from "../../api/live/use-book-texts.ts";
import { computeShownPrice } from "./shown-price.ts";

const UNKNOWN_PRICE = 0.5;

/** Maximum number of books that are checked. */
const MAX_BOOKS = 100;

const formatUnpricedMark = ({ book, live }: BookView): string =>
  live && book !== undefined && computeShownPrice(book) === undefined ? "unpriced" : "";

/** Returns the tokens of the positions without a price, as far as their live books are loaded. */
export function useUnpricedTokens(
  positions: readonly Pick<Position, "asset" | "curPrice" | "redeemable">[],
): ReadonlySet<string> {
  const looked = positions
    .filter(({ curPrice, redeemable }) => curPrice === UNKNOWN_PRICE && !redeemable)
    .slice(0, MAX_BOOKS)
    .map(({ asset }) => asset);
  const texts = useBookTexts(looked, formatUnpricedMark);
  return new Set(looked.filter((_, index) => texts[index] !== ""));
}

/** Placeholder for a number that needs a missing price. */
export const NO_STATISTIC = "–";
