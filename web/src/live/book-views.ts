/**
 * The books that are followed. A book in which a message was missed is not live until it has come anew. Changes that
 * come faster than the screen is drawn are shown together.
 */
import { bookOf, changeBook } from "./order-book.ts";
import type { BookMessage, OrderBook, PriceChangeMessage } from "./order-book.ts";
import type { TokenStores } from "./followed-tokens.ts";

export type BookView = {
  readonly book: OrderBook | undefined;
  /** Whether the book is the exchange's as of now. */
  readonly live: boolean;
};

export const NO_BOOK: BookView = { book: undefined, live: false };

export type BookViews = {
  replace(message: BookMessage): void;
  change(message: PriceChangeMessage): void;
  /** None is live until it comes anew. */
  outdate(): void;
};

/** `onGap` is called with a token whose book has to be sent anew. */
export function createBookViews(stores: TokenStores<BookView>, onGap: (tokenId: string) => void): BookViews {
  const pending = new Map<string, BookView>();
  const viewOf = (tokenId: string): BookView =>
    pending.get(tokenId) ?? stores.all.get(tokenId)?.read() ?? NO_BOOK;

  /** With the next picture. */
  function show(tokenId: string, view: BookView): void {
    if (pending.size === 0) requestAnimationFrame(flush);
    pending.set(tokenId, view);
  }

  function flush(): void {
    const views = [...pending];
    pending.clear();
    for (const [tokenId, view] of views) stores.all.get(tokenId)?.set(view);
  }

  return {
    replace: (message) => show(message.asset_id, { book: bookOf(message), live: true }),
    change: (message) => {
      for (const tokenId of new Set(message.price_changes.map(({ asset_id: id }) => id))) {
        const { book, live } = viewOf(tokenId);
        if (book === undefined || !live) continue;
        const changed = changeBook(book, message);
        show(tokenId, { book: changed ?? book, live: changed !== undefined });
        if (changed === undefined) onGap(tokenId);
      }
    },
    outdate: () => {
      for (const tokenId of stores.all.keys()) show(tokenId, { ...viewOf(tokenId), live: false });
    },
  };
}
