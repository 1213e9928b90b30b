/** Reads a message of a client: PING, a JSON object, or neither. */
import { parseJson } from "../http/json-text.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** A message that cannot be read; `hint` says why. */
type MessageFault = { readonly hint: string };

const PING = /^\s*ping\s*$/i;

export function readMessage(text: string, isBinary: boolean): "ping" | { object: JsonObject } | MessageFault {
  if (isBinary) return { hint: "expected a frame of text, got a binary one" };
  if (PING.test(text)) return "ping";
  try {
    const object = parseJson(text);
    if (!isObject(object)) return { hint: `expected one JSON object, got ${kindOf(object)}` };
    const isLong = countValues(object, MAX_VALUES) > MAX_VALUES;
    return isLong ? { hint: `expected at most ${MAX_VALUES} values in a message` } : { object };
  } catch (error) {
    return { hint: `the frame is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

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
