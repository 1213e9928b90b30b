/** Differences of the live channels, each in one kind of message. */
import type { Plant } from "./planted-differences.ts";
import { STAYS_OPEN } from "./relayed-channels.ts";
import type { Told } from "./relayed-channels.ts";

const [MARKET, USER] = ["/ws/market", "/ws/user"];

// Messages have every shape, and a test that changes a wrong one fails.
// oxlint-disable-next-line typescript/no-explicit-any
type Message = any;

/** Changes messages of a type; `undefined` of the change keeps a message from the client. */
const changing =
  (channel: string | undefined, type: string, change: (message: Message) => Message) =>
  (told: Told): void => {
    if (told.channel !== channel || !told.text.includes(`"event_type":"${type}"`)) return;
    const changed = change(JSON.parse(told.text));
    if (changed === undefined) told.isKept = true;
    else told.text = JSON.stringify(changed);
  };

/** Keeps messages of a type, and of this `type` of its own, from the client. */
const keeping = (channel: string | undefined, eventType: string, type?: string) =>
  changing(channel, eventType, (message) =>
    type === undefined || message.type === type ? undefined : message,
  );

const eachLevel = (change: (level: Message) => void) => (message: Message) => {
  for (const level of message.price_changes) change(level);
  return message;
};

export const CHANNEL_PLANTS: readonly Plant[] = [
  {
    name: "changes have the other side",
    row: MARKET!,
    tell: changing(
      MARKET,
      "price_change",
      eachLevel((level) => (level.side = level.side === "BUY" ? "SELL" : "BUY")),
    ),
  },
  {
    name: "changes have no hash",
    row: MARKET!,
    tell: changing(
      MARKET,
      "price_change",
      eachLevel((level) => delete level.hash),
    ),
  },
  {
    name: "a price is a number",
    row: MARKET!,
    tell: changing(MARKET, "last_trade_price", (message) => ({ ...message, price: Number(message.price) })),
  },
  {
    name: "books have a time in seconds",
    row: MARKET!,
    tell: changing(MARKET, "book", (message) => ({ ...message, timestamp: message.timestamp.slice(0, 10) })),
  },
  {
    name: "a size is larger than the level",
    row: MARKET!,
    tell: changing(
      MARKET,
      "price_change",
      eachLevel((level) => (level.size = String(Number(level.size) + 1))),
    ),
  },
  {
    name: "the other token has the same price",
    row: MARKET!,
    tell: changing(MARKET, "price_change", (message) => {
      const [first, second] = message.price_changes;
      if (second !== undefined) second.price = first.price;
      return message;
    }),
    waits: true,
  },
  {
    name: "books are of the other token",
    row: MARKET!,
    tell: (told) => {
      if (told.channel === MARKET && told.text.includes('"event_type":"book"'))
        told.text = told.text.replace(/"bids":(\[[^\]]*\]),"asks":(\[[^\]]*\])/, '"bids":$2,"asks":$1');
    },
  },
  {
    name: "PING has no answer",
    row: MARKET!,
    tell: (told) => void (told.isKept ||= told.channel === MARKET && told.text === "PONG"),
    waits: true,
  },
  {
    name: "trades have no price",
    row: MARKET!,
    tell: keeping(MARKET, "last_trade_price"),
    waits: true,
  },
  {
    name: "an unknown token is passed over",
    row: MARKET!,
    tell: (told) => void (told.isKept ||= told.channel === MARKET && told.text.includes("unknown_asset")),
    waits: true,
  },
  {
    name: "another wallet's orders are told",
    row: USER!,
    tell: (told) =>
      void (told.isLeaked ||= told.channel === USER && told.text.includes('"event_type":"order"')),
  },
  {
    name: "another wallet's trades are told",
    row: USER!,
    tell: changing(USER, "trade", (message) => ({
      ...message,
      taker_order_id: "another",
      maker_orders: message.maker_orders.map((maker: Message) => ({ ...maker, order_id: "another" })),
    })),
    waits: true,
  },
  {
    name: "an order has the other outcome's price",
    row: USER!,
    tell: changing(USER, "order", (message) => ({
      ...message,
      price: String((1000 - Number(message.price) * 1000) / 1000),
    })),
  },
  {
    name: "an order has no owner",
    row: USER!,
    tell: changing(USER, "order", ({ order_owner: _owner, ...message }) => message),
  },
  {
    name: "a trade is an event of another type",
    row: USER!,
    tell: changing(USER, "trade", (message) => ({ ...message, type: "TAKER" })),
  },
  {
    name: "times are in seconds",
    row: USER!,
    tell: changing(USER, "order", (message) => ({ ...message, timestamp: message.timestamp.slice(0, 10) })),
  },
  {
    name: "nothing is told after a trade",
    row: USER!,
    tell: keeping(USER, "trade"),
    waits: true,
  },
  {
    name: "a cancel is not told",
    row: USER!,
    tell: keeping(USER, "order", "CANCELLATION"),
    waits: true,
  },
  {
    name: STAYS_OPEN,
    row: USER!,
    tell: (told) => void (told.isKept ||= told.channel === USER && told.text.includes('"error"')),
    waits: true,
  },
  {
    name: "the channel fails to open",
    row: USER!,
    refuse: (path) => (path === USER ? 500 : undefined),
  },
];
