/** Errors of the live channels, with the status of those that close the connection. */
import type { Dialect } from "../http/dialects/dialect.ts";
import { REFUSALS } from "../http/trading/refusal.ts";

export const STREAM_REFUSALS = {
  not_json: { close: undefined, error: "expected a JSON object or PING" },
  invalid_message: { close: undefined, error: "invalid message" },
  unknown_market: { close: undefined, error: "unknown market" },
  unknown_asset: { close: undefined, error: "unknown asset" },
  too_many_subscriptions: { close: undefined, error: "too many subscriptions" },
  unsupported_topic: { close: undefined, error: "unsupported topic" },
  unauthorized: { close: 1008, error: REFUSALS.unauthorized.error },
  not_authenticated: { close: 1008, error: "no credentials in time" },
  too_many_messages: { close: 1008, error: "too many messages" },
  too_many_parts: { close: 1008, error: "too many parts of a message" },
  message_too_long: { close: 1009, error: "message too long" },
  not_utf8: { close: 1007, error: "text that is not UTF-8" },
  invalid_frame: { close: 1002, error: "invalid frame" },
  too_slow: { close: 1013, error: "too slow" },
  unavailable: { close: 1013, error: "not readable now" },
  internal_error: { close: 1011, error: "internal error" },
} as const;

export type StreamCode = keyof typeof STREAM_REFUSALS;

/** Gives the text that clients of the dialect know: for credentials, the one that requests are refused with. */
export const refusalText = (code: StreamCode, dialect: Dialect): string =>
  (code === "unauthorized" && dialect !== "spec" ? REFUSALS.unauthorized[dialect] : undefined) ??
  STREAM_REFUSALS[code].error;
