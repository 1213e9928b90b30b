/** Messages of the user channel, in both directions. */
import { Type } from "typebox";
import { CONDITION_PATTERN } from "../../http/operation/id-patterns.ts";
import { FlatOrder } from "../../http/trading/orders/orders.ts";
import { QueuePosition } from "../../http/trading/orders/queue-position.ts";
import { MakerOrder, OneRoleTrade } from "../../http/trading/trades/trades.ts";
import { Numbering } from "../channel.ts";

const Text = Type.String();
const Seconds = Type.String({ description: "Unix seconds" });
const Timestamp = Type.String({
  description: "Time of the commit: unix milliseconds, for Kuest clients seconds",
});
const Key = Type.String({ description: "Public part of the API key, a UUID" });

const ConditionId = Type.String({
  pattern: CONDITION_PATTERN,
  description: "Condition id: 0x and 64 hex digits that name the market",
});
const Markets = Type.Array(ConditionId, {
  maxItems: 1_000,
  description: "Condition ids; none are all markets",
});

const UserCredentials = Type.Object({
  apiKey: Type.Optional(Key),
  apikey: Type.Optional(Type.String({ description: "The same as apiKey" })),
  secret: Type.String({ description: "As it was issued: base64url or base64, padded or not" }),
  passphrase: Text,
});

/** Longest time for a connection to return, ms. */
const MAX_GRACE_MS = 60_000;

const Grace = Type.Union([Type.Integer({ minimum: 0, maximum: MAX_GRACE_MS }), Type.Null()], {
  description:
    "Milliseconds of the exchange's time in which a connection of the key may return and ask again; null takes the ask back",
});

export const UserSubscription = Type.Object(
  {
    type: Type.Enum(["user", "User", "USER"]),
    auth: UserCredentials,
    markets: Type.Optional(Markets),
    initial_dump: Type.Optional(Type.Boolean({ description: "Whether the open orders are sent first" })),
    heartbeat: Type.Optional(
      Type.Boolean({
        description: "Whether heartbeats are sent; by default for clients of the specification",
      }),
    ),
    cancel_on_disconnect: Type.Optional(
      Type.Object(
        { grace_ms: Grace },
        {
          description:
            "Asks that the resting orders of the key are cancelled when its last connection that asked has ended; absent, nothing changes",
        },
      ),
    ),
    queue_positions: Type.Optional(
      Type.Boolean({
        description:
          "Whether the positions of the open orders in their queues are told, and each change of them; absent, nothing changes",
      }),
    ),
  },
  { description: "The first message; a later one adds markets" },
);
export type UserSubscription = Type.Static<typeof UserSubscription>;

export const UserOperation = Type.Object(
  {
    operation: Type.Enum(["subscribe", "unsubscribe", "snapshot"]),
    markets: Type.Optional(Markets),
  },
  { description: "Changes which markets are told of, or asks for the open orders" },
);
export type UserOperation = Type.Static<typeof UserOperation>;

export const CancelOnDisconnect = Type.Object(
  { event_type: Type.Literal("cancel_on_disconnect"), grace_ms: Grace, ...Numbering },
  {
    description:
      "The ask of this connection is stored, or taken back: it holds from here on. Sent to those who ask",
  },
);

const positionFields = {
  event_type: Type.Literal("queue_position"),
  ...QueuePosition.properties,
  timestamp: Type.String({
    description: "Time of the commit as of which it holds: unix milliseconds, for Kuest clients seconds",
  }),
};
const Position = Type.Object(positionFields);
export type PositionMessage = Type.Static<typeof Position>;

export const UserQueuePosition = Type.Object(
  { ...positionFields, ...Numbering },
  {
    description:
      "What is ahead of an open order at its price, as GET /queue-position answers it: first, and whenever it has changed. " +
      "Sent to those who ask",
  },
);

const orderFields = {
  event_type: Type.Literal("order"),
  type: Type.Enum(["PLACEMENT", "UPDATE", "CANCELLATION"]),
  id: Type.String({ description: "The EIP-712 digest" }),
  market: Type.String({ description: "Condition id: 0x and 64 hex digits that name the market" }),
  asset_id: Type.String({ description: "Token id: a decimal number that names the outcome" }),
  owner: Type.String({ description: "The API key that placed it" }),
  order_owner: Type.String({ description: "API key of the order's owner, a UUID; the same as `owner`" }),
  side: Type.Enum(["BUY", "SELL"]),
  price: Text,
  original_size: Text,
  size_matched: Type.String({ description: "With this event" }),
  outcome: Text,
  maker_address: Text,
  associate_trades: Type.Array(Text, { description: "The latest 100 trades, in their order" }),
  status: Type.Enum(["LIVE", "MATCHED", "CANCELED"]),
  order_type: Type.Enum(["GTC", "GTD", "FOK", "FAK"]),
  created_at: Seconds,
  expiration: Type.String({ description: "Unix seconds; 0 is never" }),
  cancel_reason: Type.Optional(Text),
  timestamp: Timestamp,
};
const Order = Type.Object(orderFields);
export type OrderMessage = Type.Static<typeof Order>;

const tradeFields = {
  event_type: Type.Literal("trade"),
  type: Type.Literal("TRADE"),
  ...OneRoleTrade.properties,
  status: Type.String({
    description:
      "MATCHED, MINED and CONFIRMED follow each other: a commit is final. A fault of a sandbox keeps a trade MATCHED for a while, then it is CONFIRMED or FAILED",
  }),
  match_time: Type.Optional(
    Type.String({
      description: "As matchtime, in unix seconds; not sent to Kuest clients, which read both as one field",
    }),
  ),
  matchtime: Seconds,
  last_update: Seconds,
  maker_orders: Type.Array(Type.Object({ ...MakerOrder.properties, outcome_index: Type.Integer() })),
  trade_owner: Type.String({
    description: "The API key that placed the client's order, the first one of several",
  }),
  timestamp: Timestamp,
};
const Trade = Type.Object(tradeFields);
export type TradeMessage = Type.Static<typeof Trade>;

export const UserOrder = Type.Object(
  { ...orderFields, ...Numbering },
  { description: "Something happened to an order" },
);
export const UserTrade = Type.Object(
  { ...tradeFields, ...Numbering },
  {
    description:
      "Fills of an incoming order, as one trade or one each as the dialect has them: by the incoming order's view " +
      "where that is the client's, else by the resting one's. Of more than 100 fills each maker is told its own",
  },
);

export const OpenOrders = Type.Object(
  {
    event_type: Type.Literal("open_orders"),
    orders: Type.Array(FlatOrder, {
      description: "As GET /data/orders answers them, each with its latest 100 trades",
    }),
    complete: Type.Boolean({
      description: "Whether these are all; else the oldest, and GET /data/orders has the rest",
    }),
    ...Numbering,
  },
  {
    description:
      "The client's open orders: all that came before is in them, and what comes after happened to them. Replace what you knew.",
  },
);
