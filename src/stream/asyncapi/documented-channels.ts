/** Descriptions of the live channels, with the schemas of their messages. */
import type { TSchema } from "typebox";
import * as activity from "../activity/activity-schema.ts";
import * as market from "../market/market-channel-schema.ts";
import { Heartbeat } from "../numbering.ts";
import { RefusalMessage, ResyncMessage } from "../stream-schema.ts";
import { OpenOrders, UserOperation, UserOrder, UserSubscription, UserTrade } from "../user/user-schema.ts";

export type DocumentedChannel = {
  readonly name: string;
  /** Path below the address of the trading interface. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Messages that clients send, by name. */
  readonly receives: NamedMessages;
  /** Messages that clients get, by name. */
  readonly sends: NamedMessages;
};

export type NamedMessages = { readonly [name: string]: TSchema };

const SENT_BY_ALL = { Refusal: RefusalMessage, Resync: ResyncMessage };

export const DOCUMENTED_CHANNELS: readonly DocumentedChannel[] = [
  {
    name: "market",
    path: "/ws/market",
    title: "Market data",
    description: "Order books, trades and markets, for everyone.",
    receives: { MarketSubscription: market.MarketSubscription, MarketOperation: market.MarketOperation },
    sends: {
      Book: market.BookMessage,
      Books: market.BooksMessage,
      PriceChange: market.PriceChangeMessage,
      LastTradePrice: market.LastTradePriceMessage,
      TickSizeChange: market.TickSizeChangeMessage,
      BestBidAsk: market.BestBidAskMessage,
      NewMarket: market.NewMarketMessage,
      MarketResolved: market.MarketResolvedMessage,
      AnnouncementsChanged: market.AnnouncementsChangedMessage,
      MarketHeartbeat: market.HeartbeatMessage,
      ...SENT_BY_ALL,
    },
  },
  {
    name: "user",
    path: "/ws/user",
    title: "Own orders and trades",
    description:
      "What happens to the orders and trades of all wallets that the owner of an API key signs for. " +
      "A connection whose first message does not come within ten seconds is closed.",
    receives: { UserSubscription, UserOperation },
    sends: { Order: UserOrder, Trade: UserTrade, OpenOrders, Heartbeat, ...SENT_BY_ALL },
  },
  {
    name: "liveData",
    path: "/",
    title: "Live data",
    description:
      "Every fill, for everyone; for clients of the services books, trades and an account's orders as well.",
    receives: { ActivityRequest: activity.ActivityRequest },
    sends: {
      Activity: activity.ActivityMessage,
      ClobToken: activity.ClobTokenMessage,
      ClobMarket: activity.ClobMarketMessage,
      ClobUser: activity.ClobUserMessage,
      Heartbeat,
      ...SENT_BY_ALL,
    },
  },
];
