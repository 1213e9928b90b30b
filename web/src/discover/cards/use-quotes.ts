/** Live prices of the markets' first outcomes: the shown price, and the best bid and ask. */
import { useMemo } from "react";
import { ticks } from "../../../../src/core/units.ts";
import type { Ticks } from "../../../../src/core/units.ts";
import type { BookView } from "../../api/live/book-views.ts";
import { useBookTexts } from "../../api/live/use-book-texts.ts";
import { computeShownPrice } from "../../markets/queries/shown-price.ts";
import type { CardMarket } from "./card.ts";

export type Quote = {
  readonly price: Ticks | undefined;
  readonly bid: Ticks | undefined;
  readonly ask: Ticks | undefined;
};

/** Formats price, bid and ask as one text; "" without a live book. */
function formatQuote({ book, live }: BookView): string {
  if (!live || book === undefined) return "";
  const prices = [computeShownPrice(book), book.bids[0]?.price, book.asks[0]?.price];
  return prices.map((price) => price ?? "").join(" ");
}

function readQuote(text: string | undefined): Quote | undefined {
  if (text === undefined || text === "") return undefined;
  const [price, bid, ask] = text.split(" ").map((part) => (part === "" ? undefined : ticks(Number(part))));
  return { price, bid, ask };
}

/** Returns the quotes of these markets: live quotes while `isOnScreen`, else the catalog's. */
export function useQuotes(markets: readonly CardMarket[], isOnScreen: boolean): readonly Quote[] {
  const texts = useBookTexts(
    isOnScreen ? markets.filter(({ closed }) => !closed).map(({ id }) => id) : [],
    formatQuote,
  );
  return useMemo(() => {
    let place = 0;
    return markets.map((market) => {
      const live = market.closed || !isOnScreen ? undefined : readQuote(texts[place++]);
      return live ?? market;
    });
  }, [markets, texts, isOnScreen]);
}
