/** Shapes of the live channels' messages, by their `event_type`. Messages of other types are not checked. */
import type { DialectRules } from "./dialect-rules.ts";
import { getField, listIn, textIn } from "./json-value.ts";
import type { ReceivedFrame } from "./live-channel.ts";
import {
  amount,
  amountOrBlank,
  digits,
  flag,
  hash,
  arrayShape,
  milliseconds,
  name,
  anyShape,
  nullable,
  record,
  text,
} from "./shape.ts";
import type { Fields, Shape } from "./shape.ts";

type Shapes = { readonly [eventType: string]: Shape };

const side = anyShape("BUY", "SELL");
const placed: Fields = { market: hash, asset_id: digits };
const levels = arrayShape(record({ price: amount, size: amount }));

export const MARKET_MESSAGES: Shapes = {
  book: record(
    { ...placed, bids: levels, asks: levels, timestamp: milliseconds, hash: name },
    { min_order_size: amount, tick_size: amount, neg_risk: flag, last_trade_price: amountOrBlank },
  ),
  price_change: record({
    market: hash,
    price_changes: arrayShape(
      record({
        asset_id: digits,
        price: amount,
        size: amount,
        side,
        hash: name,
        best_bid: amount,
        best_ask: amount,
      }),
    ),
    timestamp: milliseconds,
  }),
  last_trade_price: record(
    { ...placed, price: amount, side, size: amount, fee_rate_bps: amount, timestamp: milliseconds },
    { transaction_hash: name },
  ),
};

export function userMessages({ userTime, matchTimeField }: DialectRules): Shapes {
  const own: Fields = { ...placed, id: name, side, price: amount, owner: text, outcome: text };
  const order = record(
    {
      ...own,
      order_owner: text,
      original_size: amount,
      size_matched: amount,
      associate_trades: nullable(arrayShape(name)),
      type: anyShape("PLACEMENT", "UPDATE", "CANCELLATION"),
      timestamp: userTime,
    },
    { created_at: digits, expiration: digits, order_type: name, status: name, maker_address: name },
  );
  const makers = arrayShape(
    record({
      order_id: name,
      owner: text,
      matched_amount: amount,
      price: amount,
      asset_id: digits,
      outcome: text,
    }),
  );
  const trade = record({
    ...own,
    type: anyShape("TRADE"),
    taker_order_id: name,
    size: amount,
    status: name,
    trade_owner: text,
    [matchTimeField]: digits,
    last_update: digits,
    timestamp: userTime,
    maker_orders: makers,
  });
  return { order, trade };
}

/** A message of a frame, which may contain several. */
export type ReceivedMessage = Pick<ReceivedFrame, "stage"> & { readonly message: unknown };

/** Lists the messages of a type, in order of arrival. */
export const listMessages = (heard: readonly ReceivedFrame[], eventType: string): ReceivedMessage[] =>
  heard.flatMap(({ stage, json }) =>
    (Array.isArray(json) ? listIn(json) : [json])
      .filter((message) => textIn(message, "event_type") === eventType)
      .map((message) => ({ stage, message })),
  );

/** Tells whether a frame rejects a message: an object with an error, or a text that is neither JSON nor PONG. */
export const isErrorFrame = ({ text: frame, json }: ReceivedFrame): boolean =>
  getField(json, "error") !== undefined || (json === undefined && frame !== "PONG");
