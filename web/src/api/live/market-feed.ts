/** Live books and trades of followed tokens, and the status of the exchange, over one connection. */
import { channelAddress } from "../interfaces.ts";
import { lots, ticks } from "../../../../src/core/units.ts";
import type { Lots, Ticks } from "../../../../src/core/units.ts";
import { readLots, readTicks } from "../../base/money.ts";
import { NO_BOOK, createBookViews, createFollowedTokens } from "./book-views.ts";
import type { BookView, BookViews, TokenStores } from "./book-views.ts";
import { openChannel, throttle } from "./connection.ts";
import type { ConnectionState, Throttle } from "./connection.ts";
import type { BookMessage, PriceChangeMessage } from "./order-book.ts";
import { createStore } from "./store.ts";
import type { WritableStore, Store } from "./store.ts";

export type LiveTrade = {
  readonly key: string;
  readonly side: "BUY" | "SELL";
  readonly price: Ticks;
  readonly size: Lots;
  /** Time in unix milliseconds. */
  readonly at: number;
};
/** Trades of one token, the latest first. */
export type LiveTrades = readonly LiveTrade[];

export type Status = {
  readonly connection: ConnectionState;
  /** Mode of the exchange, such as "normal" or "halted". */
  readonly mode: string;
};

export type MarketFeed = {
  book(tokenId: string): Store<BookView>;
  /** Trades of the token since the page began to follow it. */
  trades(tokenId: string): Store<LiveTrades>;
  readonly status: Store<Status>;
  close(): void;
};

type Options = {
  /** Called soon after markets changed besides their books: listed, paused, resumed or resolved, for instance. */
  readonly onMarkets: () => void;
  /** Called after an operator announced something, or withdrew it. */
  readonly onAnnouncements: () => void;
  /** Called after trades of followed tokens, at most once in five seconds. */
  readonly onTrades: () => void;
  readonly onReconnected: () => void;
};

type TradeMessage = {
  readonly event_type: "last_trade_price";
  readonly asset_id: string;
  readonly price: string;
  readonly side: "BUY" | "SELL";
  readonly size: string;
  readonly timestamp: string;
};

type EventName = "resync" | "tick_size_change" | "markets_changed" | "announcements_changed";

/** Messages of the market channel, in the shapes of the AsyncAPI document. */
type Message =
  | BookMessage
  | PriceChangeMessage
  | TradeMessage
  | { readonly event_type: "heartbeat"; readonly mode: string }
  | { readonly event_type: EventName };

/** Interval of `onTrades`, in milliseconds. Every viewer reloads after it, so a short one would burden the exchange. */
const TRADES_THROTTLE_MS = 5_000;
/** Longest delay of `onMarkets`, in milliseconds: all open pages would load at the same moment otherwise. */
const MARKETS_SPREAD_MS = 400;

export function createMarketFeed(options: Options): MarketFeed {
  const { onTrades, onReconnected } = options;
  const status = createStore<Status>({ connection: "connecting", mode: "normal" });
  const tokens = createFollowedTokens({
    onFollow: (tokenId) => channel.send({ operation: "subscribe", assets_ids: [tokenId] }),
    onLeave: (tokenId) => channel.send({ operation: "unsubscribe", assets_ids: [tokenId] }),
  });
  const books = tokens.stores(NO_BOOK);
  const tradeStores = tokens.stores<LiveTrades>([]);
  const views = createBookViews(books, (tokenId) =>
    channel.send({ operation: "snapshot", assets_ids: [tokenId] }),
  );
  const tradeReports = throttle(TRADES_THROTTLE_MS, onTrades);
  const marketReports = throttle(Math.random() * MARKETS_SPREAD_MS, options.onMarkets);
  let wasLost = false;
  const channel = openChannel({
    url: channelAddress("/ws/market"),
    hello: () => ({ type: "market", assets_ids: [...tokens.all], custom_feature_enabled: true }),
    onMessage: (message) => {
      for (const one of Array.isArray(message) ? message : [message])
        receive(one as Message, {
          views,
          tradeStores,
          tradeReports,
          marketReports,
          status,
          options,
          snapshot,
        });
    },
    onState: (connection) => {
      status.set({ ...status.read(), connection });
      if (connection === "live") {
        if (wasLost) onReconnected();
        return;
      }
      wasLost = true;
      views.markStale();
    },
  });
  const snapshot = (): void => channel.send({ operation: "snapshot" });
  // Opening the channel reports "connecting" at once, which is no lost connection.
  wasLost = false;
  const close = (): void => {
    tradeReports.stop();
    marketReports.stop();
    channel.close();
  };
  return { book: books.of, trades: tradeStores.of, status, close };
}

type Receiver = {
  readonly views: BookViews;
  readonly tradeStores: TokenStores<LiveTrades>;
  readonly tradeReports: Throttle;
  readonly marketReports: Throttle;
  readonly status: WritableStore<Status>;
  readonly options: Options;
  readonly snapshot: () => void;
};

function receive(message: Message, receiver: Receiver): void {
  const { views, tradeStores, tradeReports, marketReports, status, options, snapshot } = receiver;
  switch (message.event_type) {
    case "book":
      return views.replace(message);
    case "price_change":
      return views.change(message);
    case "last_trade_price":
      tradeReports.call();
      return recordTrade(tradeStores, message);
    case "heartbeat":
      if (message.mode !== status.read().mode) status.set({ ...status.read(), mode: message.mode });
      return undefined;
    // Messages were lost, or a sandbox was reverted to an earlier state, so earlier messages no longer hold.
    case "resync":
      for (const store of tradeStores.all.values()) store.set([]);
      options.onReconnected();
      views.markStale();
      return snapshot();
    case "tick_size_change":
      views.markStale();
      return snapshot();
    case "markets_changed":
      return marketReports.call();
    case "announcements_changed":
      return options.onAnnouncements();
    default:
      return undefined;
  }
}

const MAX_TRADES = 50;

function recordTrade(tradeStores: TokenStores<LiveTrades>, message: TradeMessage): void {
  const store = tradeStores.all.get(message.asset_id);
  if (store === undefined) return;
  const earlierTrades = store.read();
  const trade: LiveTrade = {
    key: `${Number(earlierTrades[0]?.key ?? 0) + 1}`,
    side: message.side,
    at: Number(message.timestamp),
    price: readTicks(message.price) ?? ticks(0),
    size: readLots(message.size) ?? lots(0),
  };
  store.set([trade, ...earlierTrades].slice(0, MAX_TRADES));
}
