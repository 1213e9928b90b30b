/** Every "no" of the live channels, with the status that closes the connection where it does. */

export const STREAM_REFUSALS = {
  not_json: { close: undefined, error: "expected a JSON object or PING" },
  invalid_message: { close: undefined, error: "invalid message" },
  unknown_asset: { close: undefined, error: "unknown asset" },
  too_many_subscriptions: { close: undefined, error: "too many subscriptions" },
  unsupported_topic: { close: undefined, error: "unsupported topic" },
  unauthorized: { close: 1008, error: "invalid_l2" },
  not_authenticated: { close: 1008, error: "no credentials in time" },
  too_many_messages: { close: 1008, error: "too many messages" },
  too_slow: { close: 1013, error: "too slow" },
} as const;

export type StreamCode = keyof typeof STREAM_REFUSALS;
