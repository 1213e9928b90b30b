/** Reads a message of a client: PING, a JSON object, or neither. */
import { JsonFault, parseJson } from "../http/json-text.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** A message that cannot be read; `hint` says why. */
type MessageFault = { readonly hint: string; readonly code: "not_json" | "invalid_message" };

const PING = /^\s*ping\s*$/i;

export function readMessage(text: string, isBinary: boolean): "ping" | { object: JsonObject } | MessageFault {
  if (isBinary) return notJson("expected a frame of text, got a binary one");
  if (PING.test(text)) return "ping";
  try {
    const object = parseJson(text);
    if (!isObject(object)) return notJson(`expected one JSON object, got ${kindOf(object)}`);
    const isLong = countValues(object, MAX_VALUES) > MAX_VALUES;
    return isLong
      ? { code: "invalid_message", hint: `expected at most ${MAX_VALUES} values in a message, got more` }
      : { object };
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return error.isJson ? { code: "invalid_message", hint: error.message } : notJson(error.message);
  }
}

const notJson = (hint: string): MessageFault => ({ code: "not_json", hint });

/** Most values in a message: more than any client needs, and few enough to check one by one. */
const MAX_VALUES = 2_000;

/** Counts the values within a value, itself included; stops soon after `most`. */
function countValues(value: unknown, most: number): number {
  let count = 1;
  if (typeof value !== "object" || value === null) return count;
  for (const part of Object.values(value)) {
    count += countValues(part, most - count);
    if (count > most) break;
  }
  return count;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? "an array" : value === null ? "null" : `a ${typeof value}`;
