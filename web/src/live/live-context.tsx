/**
 * The live channels of the page: one connection for books and markets, one for the trader's own orders and fills. Books
 * are kept for the tokens that some part of the page follows.
 */
import { useQueryClient } from "@tanstack/react-query";
import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { useSession } from "../wallet/session.tsx";
import { createMarketFeed } from "./market-feed.ts";
import { NO_BOOK } from "./book-views.ts";
import type { BookView } from "./book-views.ts";
import type { MarketFeed, Tape } from "./market-feed.ts";
import { followOwn } from "./own-feed.ts";
import { createStore } from "./store.ts";

const LiveContext = createContext<MarketFeed | undefined>(undefined);

/** Tells the queries that the trader's own figures and the markets' have changed. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [feed, setFeed] = useState<MarketFeed>();
  const { trader } = useSession();
  useEffect(() => {
    const outdate = (...keys: readonly string[]): void =>
      keys.forEach((key) => void queries.invalidateQueries({ queryKey: [key] }));
    const created = createMarketFeed({
      onMarkets: () => outdate("catalog", "own"),
      onTrades: () => outdate("catalog"),
      onReconnected: () => void queries.invalidateQueries(),
    });
    setFeed(created);
    return created.close;
  }, [queries]);
  useEffect(() => {
    if (trader === undefined) return undefined;
    return followOwn(trader.credentials, () => void queries.invalidateQueries({ queryKey: ["own"] }));
  }, [trader, queries]);
  return feed && <LiveContext value={feed}>{children}</LiveContext>;
}

export function useFeed(): MarketFeed {
  const feed = use(LiveContext);
  if (feed === undefined) throw new Error("no live channel is around this part of the page");
  return feed;
}

const nothing = createStore<BookView>(NO_BOOK);

/** The book of a token, current while `view.live`; not followed where there is no token. */
export function useBook(tokenId: string | undefined): BookView {
  const feed = useFeed();
  const store = useMemo(() => (tokenId === undefined ? nothing : feed.book(tokenId)), [feed, tokenId]);
  return useSyncExternalStore(store.subscribe, store.read);
}

/** The latest trades of a token's market since the page follows it, the latest first. */
export function useTape(tokenId: string): Tape {
  const feed = useFeed();
  const store = useMemo(() => feed.tape(tokenId), [feed, tokenId]);
  return useSyncExternalStore(store.subscribe, store.read);
}

/** The state of the connection, and what the exchange takes. */
export function useStatus() {
  const { status } = useFeed();
  return useSyncExternalStore(status.subscribe, status.read);
}
