/**
 * Counts which tokens the page displays. The first subscriber of a token starts its subscription, and the last one ends
 * it.
 */
import { createStore } from "./store.ts";
import type { WritableStore } from "./store.ts";

export type FollowedTokens = {
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
  const all = new Set<string>();
  const users = new Map<string, number>();

  function follow(tokenId: string): void {
    users.set(tokenId, (users.get(tokenId) ?? 0) + 1);
    if (all.has(tokenId)) return;
    all.add(tokenId);
    onFollow(tokenId);
  }

  function unfollow(tokenId: string, forget: () => void): void {
    users.set(tokenId, (users.get(tokenId) ?? 1) - 1);
    // React may replace a component by another that follows the same token. Waiting avoids a new subscription.
    setTimeout(() => {
      if ((users.get(tokenId) ?? 0) > 0) return;
      forget();
      if (all.delete(tokenId)) onLeave(tokenId);
    });
  }

  return {
    all,
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
