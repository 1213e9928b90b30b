/**
 * Finds positions whose market has no price: no trade, and no offers on both sides. The data interface counts them at
 * 0.5, which it also answers for a market that is priced so.
 */
import type { Position } from "../api/generated/data.ts";
import type { BookView } from "../live/book-views.ts";
import { useBookTexts } from "../live/use-book-texts.ts";
import { computeShownPrice } from "./shown-price.ts";

const UNKNOWN_PRICE = 0.5;

/** Number of books that are looked at. */
const MOST = 100;

const unpricedText = ({ book, live }: BookView): string =>
  live && book !== undefined && computeShownPrice(book) === undefined ? "unpriced" : "";

/** Gives the tokens of the positions without a price, as far as their live books are known. */
export function useUnpriced(
  positions: readonly Pick<Position, "asset" | "curPrice" | "redeemable">[],
): ReadonlySet<string> {
  const looked = positions
    .filter(({ curPrice, redeemable }) => curPrice === UNKNOWN_PRICE && !redeemable)
    .slice(0, MOST)
    .map(({ asset }) => asset);
  const texts = useBookTexts(looked, unpricedText);
  return new Set(looked.filter((_, index) => texts[index] !== ""));
}

/** Stands for a figure that needs a price where there is none. */
export const NO_FIGURE = "–";
