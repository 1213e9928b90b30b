/**
 * Order books of the followed tokens. A book that missed a message stays stale until its next snapshot. Changes are
 * drawn at most once per animation frame.
 */
import { bookOf, changeBook } from "./order-book.ts";
import type { BookMessage, OrderBook, PriceChangeMessage } from "./order-book.ts";
import type { TokenStores } from "./followed-tokens.ts";

export type BookView = {
  readonly book: OrderBook | undefined;
  /** True while the book is up to date. */
  readonly live: boolean;
};

export const NO_BOOK: BookView = { book: undefined, live: false };

export type BookViews = {
  replace(message: BookMessage): void;
  change(message: PriceChangeMessage): void;
  /** Marks every book as stale until its next snapshot. */
  markStale(): void;
};

/** Creates the views of all books in `stores`. `onGap` must request a snapshot of the token. */
export function createBookViews(stores: TokenStores<BookView>, onGap: (tokenId: string) => void): BookViews {
  const pending = new Map<string, BookView>();
  const viewOf = (tokenId: string): BookView =>
    pending.get(tokenId) ?? stores.all.get(tokenId)?.read() ?? NO_BOOK;

  /** Publishes the view at the next animation frame. */
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
    markStale: () => {
      for (const tokenId of stores.all.keys()) show(tokenId, { ...viewOf(tokenId), live: false });
    },
  };
}
