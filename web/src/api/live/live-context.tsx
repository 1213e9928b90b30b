/**
 * The live channels of the page. One connection carries books and trades of followed tokens, another the trader's own
 * orders and fills.
 */
import { useQueryClient } from "@tanstack/react-query";
import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import { channelAddress } from "../interfaces.ts";
import type { Credentials } from "../../account/wallet/credentials.ts";
import { useSession } from "../../account/wallet/session.tsx";
import { NO_BOOK } from "./book-views.ts";
import type { BookView } from "./book-views.ts";
import { openChannel, throttle } from "./connection.ts";
import { createMarketFeed } from "./market-feed.ts";
import type { LiveTrades, MarketFeed } from "./market-feed.ts";
import { createStore } from "./store.ts";

// Reports changes of the trader's own orders and fills, and every reconnection.

/** Delay in milliseconds that merges several changes into one report. */
const THROTTLE_MS = 100;

const isObject = (message: unknown): message is object => typeof message === "object" && message !== null;

function followTrader(credentials: Credentials, onChange: () => void): () => void {
  const { call, stop } = throttle(THROTTLE_MS, onChange);
  const channel = openChannel({
    url: channelAddress("/ws/user"),
    hello: () => ({ type: "user", auth: credentials, markets: [], initial_dump: false }),
    onMessage: (message) => {
      if (!isObject(message)) return;
      // The key was revoked, so the exchange would refuse every new connection.
      if ("code" in message && message.code === "unauthorized") channel.close();
      if (!("event_type" in message) || message.event_type !== "heartbeat") call();
    },
    onState: (state) => {
      if (state === "connecting") call();
    },
  });
  return () => {
    stop();
    channel.close();
  };
}

const LiveContext = createContext<MarketFeed | undefined>(undefined);

/** Opens the channels, and invalidates the queries that the channels' messages outdate. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const [feed, setFeed] = useState<MarketFeed>();
  const { trader } = useSession();
  useEffect(() => {
    const invalidate = (...keys: readonly string[]): void =>
      keys.forEach((key) => void queries.invalidateQueries({ queryKey: [key] }));
    const created = createMarketFeed({
      onMarkets: () => invalidate("catalog", "cards", "own"),
      onAnnouncements: () => invalidate("announcements"),
      onTrades: () => invalidate("catalog"),
      onReconnected: () => void queries.invalidateQueries(),
    });
    setFeed(created);
    return created.close;
  }, [queries]);
  useEffect(() => {
    if (trader === undefined) return undefined;
    return followTrader(trader.credentials, () => void queries.invalidateQueries({ queryKey: ["own"] }));
  }, [trader, queries]);
  return feed && <LiveContext value={feed}>{children}</LiveContext>;
}

export function useFeed(): MarketFeed {
  const feed = use(LiveContext);
  if (feed === undefined) throw new Error("no live channel is around this part of the page");
  return feed;
}

const EMPTY_BOOK = createStore<BookView>(NO_BOOK);

/** Reads the live book of a token. It is empty if `tokenId` is undefined. */
export function useBook(tokenId: string | undefined): BookView {
  const feed = useFeed();
  const store = useMemo(() => (tokenId === undefined ? EMPTY_BOOK : feed.book(tokenId)), [feed, tokenId]);
  return useSyncExternalStore(store.subscribe, store.read);
}

/** Reads the live trades of a token since the page began to follow it, newest first. */
export function useLiveTrades(tokenId: string): LiveTrades {
  const feed = useFeed();
  const store = useMemo(() => feed.trades(tokenId), [feed, tokenId]);
  return useSyncExternalStore(store.subscribe, store.read);
}

/** Reads the state of the connection and the mode of the exchange. */
export function useStatus() {
  const { status } = useFeed();
  return useSyncExternalStore(status.subscribe, status.read);
}
