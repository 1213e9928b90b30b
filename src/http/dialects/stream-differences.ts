/** Differences between the dialects on the live channels: rows of the table in dialect-differences.ts. */
import type { Difference } from "./difference.ts";

export const STREAM_DIFFERENCES = {
  heartbeats: {
    interface: "streams",
    topic: "heartbeats",
    spec: 'sent, unless a subscription says `"heartbeat": false`',
    polymarket: 'not sent, unless a subscription says `"heartbeat": true`',
    kuest: 'not sent, unless a subscription says `"heartbeat": true`',
    does: { spec: "sent", polymarket: "not-sent", kuest: "not-sent" },
  },
  sentBooks: {
    interface: "streams",
    topic: "books that a subscription to `/ws/market` begins with",
    spec: "a message each",
    polymarket:
      "arrays of messages, `[]` where no token is known; in every dialect an `unknown asset` error follows",
    kuest: "a message each",
    does: { spec: "messages", polymarket: "arrays", kuest: "messages" },
  },
  wholeBooks: {
    interface: "streams",
    topic: "whole books between the changes of `/ws/market` and `clob_market`",
    spec: "after trades, at most one a second",
    polymarket: "after trades, at most one a second",
    kuest: "after each change, at most ten a second: its site applies no `price_change`",
    does: { spec: "after-trades", polymarket: "after-trades", kuest: "after-changes" },
  },
  liveTopics: {
    interface: "streams",
    topic: "topics of live data",
    spec: "`activity`",
    polymarket:
      "`clob_market` and `clob_user` too; `comments`, `rfq`, `crypto_prices` and `equity_prices` are accepted and stay silent",
    kuest:
      "`clob_market` and `clob_user` too; `comments`, `rfq`, `crypto_prices` and `equity_prices` are accepted and stay silent",
    does: { spec: "fills", polymarket: "all", kuest: "all" },
  },
  userTimestamps: {
    interface: "streams",
    topic: "`timestamp` of the messages of `/ws/user`",
    spec: "unix milliseconds as text",
    polymarket: "unix milliseconds as text",
    kuest: "unix seconds as text",
    does: { spec: "milliseconds", polymarket: "milliseconds", kuest: "seconds" },
  },
  announcedIds: {
    interface: "streams",
    topic: "`id` of `new_market` and `market_resolved`",
    spec: "the condition id",
    polymarket: "the catalog's number",
    kuest: "the condition id",
    does: { spec: "condition-id", polymarket: "catalog-number", kuest: "condition-id" },
  },
  operatorAnnouncements: {
    interface: "streams",
    topic: "`announcements_changed` on the market channel, with `custom_feature_enabled`",
    spec: "sent when an operator changes one",
    polymarket: "not sent: its clients do not know it",
    kuest: "not sent: its clients do not know it",
    does: { spec: "told", polymarket: "left-out", kuest: "left-out" },
  },
} as const satisfies { readonly [name: string]: Difference };
