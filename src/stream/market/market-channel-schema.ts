/**
 * Messages of the market channel in both directions. The server's messages have the names and types that clients of
 * Polymarket and Kuest read, and also the position in the market's stream.
 */
import { Type } from "typebox";
import { HeartbeatMode } from "../channel.ts";
import { BookRecord } from "../../http/trading/books/books.ts";

const Text = Type.String();
const PriceText = Type.String({ description: "In USDC from 0 to 1, as decimal text" });
const Milliseconds = Type.String({ description: "Unix milliseconds" });
const AssetId = Type.String({ description: "Token id, a decimal number" });
const ConditionId = Type.String({ description: "Condition id: 0x and 64 hex digits that name the market" });
const Side = Type.Union([Type.Literal("BUY"), Type.Literal("SELL")]);

/** Maximum ids in one list of a message: more than a connection may follow. */
const MAX_NAMED = 1_000;

const SubscriptionFields = {
  assets_ids: Type.Optional(Type.Array(AssetId, { maxItems: MAX_NAMED, description: "Tokens" })),
  markets: Type.Optional(
    Type.Array(ConditionId, { maxItems: MAX_NAMED, description: "Markets, each for both of its tokens" }),
  ),
  custom_feature_enabled: Type.Optional(
    Type.Boolean({
      description:
        "Whether best_bid_ask, new_market, market_resolved, markets_changed and announcements_changed are sent as well",
    }),
  ),
  initial_dump: Type.Optional(
    Type.Boolean({ description: "Whether books are sent first; true when absent" }),
  ),
  level: Type.Optional(
    Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)], {
      description: "Accepted for clients that send it: everyone gets every price level",
    }),
  ),
  heartbeat: Type.Optional(
    Type.Boolean({
      description:
        "Whether heartbeats are sent; when absent, as before, and at first in the specification's dialect only",
    }),
  ),
};

export const MarketSubscription = Type.Object(
  {
    type: Type.String({ pattern: "^[Mm][Aa][Rr][Kk][Ee][Tt]$", description: '"market", in any case' }),
    ...SubscriptionFields,
  },
  { description: "Subscribes to tokens and markets" },
);

export const MarketOperation = Type.Object(
  {
    operation: Type.Union(
      [Type.Literal("subscribe"), Type.Literal("unsubscribe"), Type.Literal("snapshot")],
      { description: "snapshot sends the books of subscribed tokens again, of all of them if it names none" },
    ),
    ...SubscriptionFields,
  },
  { description: "Changes what the connection is subscribed to, at any time" },
);
export type MarketOperation = Type.Static<typeof MarketOperation>;

const StreamPosition = {
  sequence: Type.Integer({
    description:
      "Counts the commits that changed the market's book: messages of one commit have the same, and a price_change or tick_size_change that is more than one ahead of the last means that messages were lost",
  }),
  stream_id: Type.String({
    description: "The market in this run of the exchange: sequences of others do not compare",
  }),
  server_ts_ms: Type.Integer({ description: "When it was made, in unix milliseconds" }),
};
export type StreamPosition = Type.Static<Type.TObject<typeof StreamPosition>>;

export const BookMessage = Type.Object(
  { event_type: Type.Literal("book"), ...BookRecord.properties, ...StreamPosition },
  {
    description:
      "A token's whole book, as GET /book has it: on subscription, on request, and after trades, in the Kuest dialect after each change",
  },
);

export const BooksMessage = Type.Array(BookMessage, {
  description:
    "The books that a subscription begins with or a snapshot asked for, in the Polymarket dialect; empty where no token is known",
});

export const PriceChange = Type.Object({
  asset_id: AssetId,
  price: PriceText,
  size: Type.String({ description: "Shares that rest at this price now; 0 when none do" }),
  side: Side,
  hash: Type.String({ description: "Id of the order that changed it" }),
  best_bid: Type.String({ description: "0 when there is none" }),
  best_ask: Type.String({ description: "1 when there is none" }),
});
export type PriceChange = Type.Static<typeof PriceChange>;

export const PriceChangeMessage = Type.Object(
  {
    event_type: Type.Literal("price_change"),
    market: ConditionId,
    price_changes: Type.Array(PriceChange, { description: "Of both tokens, each as its own book has it" }),
    timestamp: Milliseconds,
    ...StreamPosition,
  },
  { description: "What a commit changed of a market's books" },
);
export type PriceChangeMessage = Type.Static<typeof PriceChangeMessage>;

export const LastTradePriceMessage = Type.Object(
  {
    event_type: Type.Literal("last_trade_price"),
    asset_id: Type.String({ description: "Token that the trade is seen from" }),
    market: ConditionId,
    price: PriceText,
    side: Type.Union(Side.anyOf, { description: "What the incoming order did, seen from the token" }),
    size: Text,
    fee_rate_bps: Text,
    timestamp: Milliseconds,
    transaction_hash: Type.String({ description: "The journal's hash of the commit" }),
    ...StreamPosition,
  },
  {
    description:
      "A trade, seen from the incoming order's token; where two buys minted sets or two sales merged them, from the resting order's token as well",
  },
);
export type LastTradePriceMessage = Type.Static<typeof LastTradePriceMessage>;

export const TickSizeChangeMessage = Type.Object(
  {
    event_type: Type.Literal("tick_size_change"),
    asset_id: AssetId,
    market: ConditionId,
    old_tick_size: Text,
    new_tick_size: Text,
    side: Type.Literal("BUY", { description: "For clients that expect one: the tick is that of both sides" }),
    timestamp: Milliseconds,
    ...StreamPosition,
  },
  { description: "The market has another price step" },
);
export type TickSizeChangeMessage = Type.Static<typeof TickSizeChangeMessage>;

export const BestBidAskMessage = Type.Object(
  {
    event_type: Type.Literal("best_bid_ask"),
    market: ConditionId,
    asset_id: AssetId,
    best_bid: Type.String({ description: "0 when there is none" }),
    best_ask: Type.String({ description: "1 when there is none" }),
    spread: Text,
    timestamp: Milliseconds,
    ...StreamPosition,
  },
  { description: "The best prices of a token changed" },
);
export type BestBidAskMessage = Type.Static<typeof BestBidAskMessage>;

const DescriptionFields = {
  id: Type.String({ description: "Numeric id in Polymarket's dialect, elsewhere the condition id" }),
  question: Text,
  market: ConditionId,
  slug: Text,
  description: Text,
  assets_ids: Type.Array(AssetId),
  outcomes: Type.Array(Text),
  event_message: Type.Object({ id: Text, ticker: Text, slug: Text, title: Text, description: Text }),
  tags: Type.Array(Text),
};

export const NewMarketMessage = Type.Object(
  {
    event_type: Type.Literal("new_market"),
    ...DescriptionFields,
    condition_id: ConditionId,
    active: Type.Boolean(),
    clob_token_ids: Type.Array(AssetId),
    game_start_time: Type.Optional(Milliseconds),
    order_price_min_tick_size: Text,
    group_item_title: Text,
    taker_base_fee: Text,
    fees_enabled: Type.Boolean(),
    timestamp: Milliseconds,
    ...StreamPosition,
  },
  { description: "A market opened, to everyone with custom_feature_enabled" },
);
export type NewMarketMessage = Type.Static<typeof NewMarketMessage>;

export const MarketResolvedMessage = Type.Object(
  {
    event_type: Type.Literal("market_resolved"),
    ...DescriptionFields,
    winning_asset_id: Type.Optional(Type.String({ description: "Absent when both outcomes pay half" })),
    winning_outcome: Type.Optional(Text),
    timestamp: Milliseconds,
    ...StreamPosition,
  },
  { description: "A market resolved, to its subscribers with custom_feature_enabled" },
);
export type MarketResolvedMessage = Type.Static<typeof MarketResolvedMessage>;

export const HeartbeatMessage = Type.Object(
  {
    event_type: Type.Literal("heartbeat"),
    mode: HeartbeatMode,
    server_ts_ms: Type.Integer(),
    streams: Type.Array(Type.Object({ stream_id: Text, sequence: Type.Integer() })),
  },
  { description: "Every ten seconds: where the streams of the connection's markets stand" },
);
export type HeartbeatMessage = Type.Static<typeof HeartbeatMessage>;

export const AnnouncementsChangedMessage = Type.Object(
  { event_type: Type.Literal("announcements_changed"), server_ts_ms: Type.Integer() },
  {
    description:
      "An operator announced something or withdrew it: GET /announcements has what is shown. In the specification's dialect, to everyone with custom_feature_enabled",
  },
);
export type AnnouncementsChangedMessage = Type.Static<typeof AnnouncementsChangedMessage>;

export const MarketsChangedMessage = Type.Object(
  {
    event_type: Type.Literal("markets_changed"),
    markets: Type.Array(ConditionId, { description: "The first 100 of them" }),
    count: Type.Integer({ description: "How many markets changed" }),
    server_ts_ms: Type.Integer(),
  },
  {
    description:
      "Markets were listed, edited, opened, paused, resumed, resolved or archived, or a resolution was proposed, disputed or undone. In the specification's dialect, to everyone with custom_feature_enabled",
  },
);
export type MarketsChangedMessage = Type.Static<typeof MarketsChangedMessage>;
