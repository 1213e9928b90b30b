/**
 * Order books of the followed tokens. A book that missed a message stays stale until its next snapshot. Changes are
 * drawn at most once per animation frame.
 */
import { toOrderBook, changeBook } from "./order-book.ts";
import type { BookMessage, OrderBook, PriceChangeMessage } from "./order-book.ts";
import { createStore } from "./store.ts";
import type { WritableStore } from "./store.ts";

// Tracks the tokens that the page displays. The first subscriber of a token starts its subscription, and the last one ends
// it.

type FollowedTokens = {
  readonly all: ReadonlySet<string>;
  /** Creates stores for one kind of value. A subscriber of a store follows its token. */
  stores<Value>(first: Value): TokenStores<Value>;
};

export type TokenStores<Value> = {
  of(tokenId: string): WritableStore<Value>;
  readonly all: ReadonlyMap<string, WritableStore<Value>>;
};

type Options = {
  readonly onFollow: (tokenId: string) => void;
  readonly onLeave: (tokenId: string) => void;
};

export function createFollowedTokens({ onFollow, onLeave }: Options): FollowedTokens {
  const followedTokens = new Set<string>();
  const subscriberCounts = new Map<string, number>();

  function follow(tokenId: string): void {
    subscriberCounts.set(tokenId, (subscriberCounts.get(tokenId) ?? 0) + 1);
    if (followedTokens.has(tokenId)) return;
    followedTokens.add(tokenId);
    onFollow(tokenId);
  }

  function unfollow(tokenId: string, forget: () => void): void {
    subscriberCounts.set(tokenId, (subscriberCounts.get(tokenId) ?? 1) - 1);
    // React may replace a component by another that follows the same token. Waiting avoids a new subscription.
    setTimeout(() => {
      if ((subscriberCounts.get(tokenId) ?? 0) > 0) return;
      forget();
      if (followedTokens.delete(tokenId)) onLeave(tokenId);
    });
  }

  return {
    all: followedTokens,
    stores: <Value>(first: Value) => {
      const stores = new Map<string, WritableStore<Value>>();
      const create = (tokenId: string): WritableStore<Value> => {
        const store = createStore(first, {
          onUsed: () => follow(tokenId),
          onUnused: () => unfollow(tokenId, () => store.set(first)),
        });
        stores.set(tokenId, store);
        return store;
      };
      return { all: stores, of: (tokenId) => stores.get(tokenId) ?? create(tokenId) };
    },
  };
}

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
  const pendingViews = new Map<string, BookView>();
  const viewOf = (tokenId: string): BookView =>
    pendingViews.get(tokenId) ?? stores.all.get(tokenId)?.read() ?? NO_BOOK;

  /** Publishes the view at the next animation frame. */
  function show(tokenId: string, view: BookView): void {
    if (pendingViews.size === 0) requestAnimationFrame(flush);
    pendingViews.set(tokenId, view);
  }

  function flush(): void {
    const views = [...pendingViews];
    pendingViews.clear();
    for (const [tokenId, view] of views) stores.all.get(tokenId)?.set(view);
  }

  return {
    replace: (message) => show(message.asset_id, { book: toOrderBook(message), live: true }),
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
