/** Faults that messages of live channels meet on the wire, in a sandbox where an operator asked for them. */
import type { FaultKind } from "../http/faults/fault.ts";
import type { FaultsInForce } from "../http/faults/faults-in-force.ts";
import type { Connection } from "./channel.ts";
import { jsonFrame, textFrame, textsOf } from "./text-frame.ts";

export type FaultyChannel = {
  readonly faults: FaultsInForce;
  /** Path of the channel. */
  readonly path: string;
  /** Ends the socket at once. */
  readonly cut: () => void;
};

const FOR_CONNECTIONS: readonly FaultKind[] = ["silence", "disconnect"];
const FOR_MESSAGES: readonly FaultKind[] = ["drop", "repeat", "reorder", "swap-sides"];

/** A connection as its session sees it, and a look for faults that it meets without a message. */
export type WiredConnection = { readonly connection: Connection; readonly meetFaults: () => void };

/** The connection with the faults that its messages meet. While none is in force they are sent as they are. */
export function withFaults(connection: Connection, { faults, path, cut }: FaultyChannel): WiredConnection {
  const place = { channel: path, since: faults.made() };
  /** Faults of connections that this one was drawn for. */
  const drawn = new Set<string>();
  /** Message that comes after the next one. */
  let held: Buffer | undefined;

  /** True if the connection says nothing: it is silent, or was ended. */
  function isMute(): boolean {
    const inForce = new Set(faults.list().map(({ id }) => id));
    const isSilent = [...drawn].some((id) => inForce.has(id));
    if (isSilent) return true;
    const [met] = faults.meet(FOR_CONNECTIONS, place);
    if (met === undefined) return false;
    drawn.add(met.id);
    if (met.fault.kind === "disconnect") cut();
    return true;
  }

  function send(text: Buffer): void {
    const kinds = new Set(faults.meet(FOR_MESSAGES, place).map(({ fault }) => fault.kind));
    if (kinds.has("drop")) return;
    const frame = textFrame(kinds.has("swap-sides") ? withSidesSwapped(text) : text);
    if (kinds.has("reorder") && held === undefined) {
      held = frame;
      return;
    }
    const sent = [frame, ...(kinds.has("repeat") ? [frame] : []), ...(held === undefined ? [] : [held])];
    held = undefined;
    connection.sendFrames(...sent);
  }

  function sendFrames(...pieces: readonly Buffer[]): void {
    if (faults.isEmpty() && held === undefined) return connection.sendFrames(...pieces);
    if (isMute()) return undefined;
    for (const text of textsOf(Buffer.concat(pieces))) send(text);
    return undefined;
  }

  return {
    connection: { ...connection, sendFrames, send: (message) => sendFrames(jsonFrame(message)) },
    meetFaults: () => void isMute(),
  };
}

/** Gives a `best_bid_ask` message with its sides swapped, and any other as it is. */
function withSidesSwapped(text: Buffer): Buffer {
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
