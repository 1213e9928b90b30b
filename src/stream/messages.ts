/** Parsing of client messages, with the faults found in them. */
import type { FaultKind } from "../http/sandbox/faults/fault.ts";
import type { FaultsInForce } from "../http/sandbox/faults/faults-in-force.ts";
import { JsonFault, parseJson } from "../http/operation/json-text.ts";
import type { Connection } from "./channel.ts";
import { jsonFrame, textFrame, decodeTextFrames } from "./frames/text-frame.ts";

// Reads a client message: PING, a JSON object, or neither.

type JsonObject = Readonly<Record<string, unknown>>;

/** A message that cannot be parsed; `hint` says why. */
type MessageFault = { readonly hint: string; readonly code: "not_json" | "invalid_message" };

const PING = /^\s*ping\s*$/i;

export function readMessage(text: string, isBinary: boolean): "ping" | { object: JsonObject } | MessageFault {
  if (isBinary) return rejectNonJson("expected a frame of text, got a binary one");
  if (PING.test(text)) return "ping";
  try {
    const object = parseJson(text);
    if (!isObject(object)) return rejectNonJson(`expected one JSON object, got ${describeJsonKind(object)}`);
    const isLong = countValues(object, MAX_VALUES) > MAX_VALUES;
    return isLong
      ? { code: "invalid_message", hint: `expected at most ${MAX_VALUES} values in a message, got more` }
      : { object };
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return error.isJson ? { code: "invalid_message", hint: error.message } : rejectNonJson(error.message);
  }
}

const rejectNonJson = (hint: string): MessageFault => ({ code: "not_json", hint });

/** Maximum number of values in a message: more than any client needs, but few enough to check. */
const MAX_VALUES = 2_000;

/** Counts a value and all values nested in it; stops soon after `most`. */
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

const describeJsonKind = (value: unknown): string =>
  Array.isArray(value) ? "an array" : value === null ? "null" : `a ${typeof value}`;

// Faults in live messages, which an operator may set in a sandbox.

type FaultyChannel = {
  readonly faults: FaultsInForce;
  /** Path of the channel. */
  readonly path: string;
  /** Closes the socket at once. */
  readonly cut: () => void;
};

const FOR_CONNECTIONS: readonly FaultKind[] = ["silence", "disconnect"];
const FOR_MESSAGES: readonly FaultKind[] = ["drop", "repeat", "reorder", "swap-sides"];

/** The connection that a session uses, and a check for faults that need no message. */
export type WiredConnection = { readonly connection: Connection; readonly meetFaults: () => void };

/** Wraps a connection to apply faults to its messages. Without faults in force, messages are sent unchanged. */
export function applyFaults(connection: Connection, { faults, path, cut }: FaultyChannel): WiredConnection {
  const place = { channel: path, since: faults.made() };
  /** Ids of the faults that were drawn for this connection. */
  const drawnFaultIds = new Set<string>();
  /** Frame held back until the next message is sent. */
  let heldFrame: Buffer | undefined;

  /** Returns true if the connection sends nothing because a fault silences or closes it. */
  function isMute(): boolean {
    const inForce = new Set(faults.list().map(({ id }) => id));
    const isSilent = [...drawnFaultIds].some((id) => inForce.has(id));
    if (isSilent) return true;
    const [met] = faults.meet(FOR_CONNECTIONS, place);
    if (met === undefined) return false;
    drawnFaultIds.add(met.id);
    if (met.fault.kind === "disconnect") cut();
    return true;
  }

  function send(text: Buffer): void {
    const kinds = new Set(faults.meet(FOR_MESSAGES, place).map(({ fault }) => fault.kind));
    if (kinds.has("drop")) return;
    const frame = textFrame(kinds.has("swap-sides") ? swapSides(text) : text);
    if (kinds.has("reorder") && heldFrame === undefined) {
      heldFrame = frame;
      return;
    }
    const sent = [
      frame,
      ...(kinds.has("repeat") ? [frame] : []),
      ...(heldFrame === undefined ? [] : [heldFrame]),
    ];
    heldFrame = undefined;
    connection.sendFrames(...sent);
  }

  function sendFrames(...pieces: readonly Buffer[]): void {
    if (faults.isEmpty() && heldFrame === undefined) return connection.sendFrames(...pieces);
    if (isMute()) return undefined;
    for (const text of decodeTextFrames(Buffer.concat(pieces))) send(text);
    return undefined;
  }

  return {
    connection: { ...connection, sendFrames, send: (message) => sendFrames(jsonFrame(message)) },
    meetFaults: () => void isMute(),
  };
}

/** Returns a `best_bid_ask` message with its sides swapped, any other unchanged. */
function swapSides(text: Buffer): Buffer {
  const message: unknown = JSON.parse(String(text));
  if (!isBestBidAsk(message)) return text;
  const { best_bid, best_ask } = message;
  return Buffer.from(JSON.stringify({ ...message, best_bid: best_ask, best_ask: best_bid }));
}

const isBestBidAsk = (message: unknown): message is { best_bid: unknown; best_ask: unknown } =>
  typeof message === "object" &&
  message !== null &&
  "event_type" in message &&
  message.event_type === "best_bid_ask" &&
  "best_bid" in message &&
  "best_ask" in message;
