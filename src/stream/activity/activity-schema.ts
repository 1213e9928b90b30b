/** Messages of the live-data channel, in both directions. */
import { Type } from "typebox";
import { FILL_ID, TRADE_RECORDS } from "../../http/data/history/trades.ts";
import {
  BookMessage,
  LastTradePriceMessage,
  PriceChangeMessage,
  TickSizeChangeMessage,
} from "../market/market-channel-schema.ts";
import { Numbering } from "../channel.ts";
import { UserOrder, UserTrade } from "../user/user-schema.ts";

export const ACTIVITY_TOPIC = "activity";
export const ACTIVITY_TYPES = ["orders_matched", "trades"] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** Topics that clients of Polymarket and Kuest know, but for which this exchange never has messages. */
export const SILENT_TOPICS = [
  "comments",
  "rfq",
  "crypto_prices",
  "crypto_prices_binance",
  "crypto_prices_chainlink",
  "crypto_prices_twap_thirty",
  "crypto_prices_twap_sixty",
  "equity_prices",
] as const;

const slug = (what: string) =>
  Type.Optional(Type.String({ maxLength: 1_000, description: `Only fills of this ${what}, by its slug` }));

export const ActivityFilters = Type.Object({
  event_slug: slug("event"),
  eventSlug: slug("event"),
  market_slug: slug("market"),
  marketSlug: slug("market"),
});

const Subscription = Type.Object({
  topic: Type.String({
    description: `${ACTIVITY_TOPIC}; in the services' dialects clob_market and clob_user too, and ${SILENT_TOPICS.join(", ")}, of which nothing is ever sent`,
  }),
  type: Type.String({
    description: `Of ${ACTIVITY_TOPIC} ${ACTIVITY_TYPES.join(" or ")}; of clob_market price_change, agg_orderbook, last_trade_price, tick_size_change, market_created or market_resolved; of clob_user order or trade; * for all`,
  }),
  filters: Type.Optional(
    Type.Union([
      ActivityFilters,
      Type.Array(Type.String(), {
        maxItems: 500,
        description: "Token ids, for the messages of clob_market about tokens",
      }),
      Type.String({ description: "The same as JSON; blank is none" }),
      Type.Null(),
    ]),
  ),
  clob_auth: Type.Optional(
    Type.Union(
      [
        Type.Object({
          key: Type.String(),
          secret: Type.String(),
          passphrase: Type.String(),
        }),
        Type.Null(),
      ],
      { description: "Credentials, for clob_user" },
    ),
  ),
});
export type Subscription = Type.Static<typeof Subscription>;

export const ActivityRequest = Type.Object(
  {
    action: Type.Enum(["subscribe", "unsubscribe"]),
    subscriptions: Type.Array(Subscription, { maxItems: 100 }),
    heartbeat: Type.Optional(
      Type.Boolean({
        description: "Whether heartbeats are sent; by default for clients of the specification",
      }),
    ),
  },
  {
    description:
      "Without filters, an unsubscription ends all subscriptions of its type; with some, the one that has the same",
  },
);
export type ActivityRequest = Type.Static<typeof ActivityRequest>;

/** A fill from the side of its incoming order: a record of GET /trades of the data interface, with more fields. */
export const ActivityPayload = Type.Object({
  id: Type.Optional(Type.String({ description: `${FILL_ID}; only in the Kuest dialect` })),
  ...TRADE_RECORDS.spec.schema.properties,
  usdcSize: Type.Number({ description: "Collateral: size x price exactly" }),
  tags: Type.Array(Type.String(), { description: "Slugs of the event's tags" }),
  creator: Type.String({ description: 'Wallet that created the market; "" where nobody is named' }),
});

const Envelope = {
  connection_id: Type.String(),
  timestamp: Type.Integer({ description: "When it was sent, unix milliseconds" }),
};

export const ClobMarketMessage = Type.Object(
  {
    ...Envelope,
    topic: Type.Literal("clob_market"),
    type: Type.Enum(["market_created", "market_resolved"]),
    payload: Type.Object({
      market: Type.String({ description: "Condition id: 0x and 64 hex digits that name the market" }),
      asset_ids: Type.Array(Type.String()),
      min_order_size: Type.String(),
      tick_size: Type.String(),
      neg_risk: Type.Boolean(),
    }),
  },
  { description: "A market opened or resolved" },
);
export type ClobMarketMessage = Type.Static<typeof ClobMarketMessage>;

export const ClobTokenMessage = Type.Object(
  {
    ...Envelope,
    topic: Type.Literal("clob_market"),
    type: Type.Enum(["price_change", "agg_orderbook", "last_trade_price", "tick_size_change"]),
    payload: Type.Union([BookMessage, PriceChangeMessage, LastTradePriceMessage, TickSizeChangeMessage], {
      description: "The message of /ws/market; an agg_orderbook is a book",
    }),
  },
  { description: "The book of a token, a change of it, or a trade" },
);

export const ClobUserMessage = Type.Object(
  {
    ...Envelope,
    topic: Type.Literal("clob_user"),
    type: Type.Enum(["order", "trade"]),
    payload: Type.Union([UserOrder, UserTrade], { description: "The message of /ws/user" }),
  },
  { description: "Something happened to an order of the account, or it traded" },
);

export const ActivityMessage = Type.Object(
  {
    connection_id: Type.String(),
    topic: Type.Literal(ACTIVITY_TOPIC),
    type: Type.Enum([...ACTIVITY_TYPES]),
    timestamp: Type.Integer({ description: "Of the commit, unix milliseconds" }),
    payload: ActivityPayload,
    ...Numbering,
  },
  { description: "An order was filled" },
);
