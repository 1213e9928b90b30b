/**
 * Envelopes of a topic's messages. A broadcast is wrapped once: connections share all bytes except the connection's id,
 * which comes first.
 */
import type { Connection } from "../channel.ts";
import { jsonFrame, textHead, decodeTextFrames } from "../frames/text-frame.ts";

/** A message in its envelope. */
export type EnvelopedMessage = {
  readonly type: string;
  /** Tokens of the message, if the topic has tokens. */
  readonly tokens: readonly string[];
  /** Bytes after the connection's id. */
  readonly rest: Buffer;
};

type EnvelopeOptions = {
  readonly topic: string;
  /** Returns the time for messages, ms since 1970. */
  readonly clock: () => number;
  /** Returns the outgoing type of a message and its tokens; `undefined` if the topic does not carry such messages. */
  readonly describe: (
    eventType: string,
    json: string,
  ) => Pick<EnvelopedMessage, "type" | "tokens"> | undefined;
};

/** Wraps the messages of complete frames. */
export type WrapFrames = (frames: Buffer) => readonly EnvelopedMessage[];

export function createFrameWrapper({ topic, clock, describe }: EnvelopeOptions): WrapFrames {
  const wrappedFrames = new WeakMap<
    Buffer,
    { readonly at: number; readonly messages: readonly EnvelopedMessage[] }
  >();

  function wrap(json: string, timestamp: number): EnvelopedMessage[] {
    const eventType = EVENT_TYPE.exec(json)?.[1];
    const described = eventType === undefined ? undefined : describe(eventType, json);
    if (described === undefined) return [];
    return [{ ...described, rest: envelopeRest({ topic, type: described.type, timestamp }, json) }];
  }

  return (frames) => {
    const at = clock();
    const known = wrappedFrames.get(frames);
    if (known?.at === at) return known.messages;
    const messages = decodeTextFrames(frames)
      .flatMap(messagesIn)
      .flatMap((json) => wrap(json, at));
    wrappedFrames.set(frames, { at, messages });
    return messages;
  };
}

type EnvelopeFields = { readonly topic: string; readonly type: string; readonly timestamp: number };

/** Builds the part of an envelope after the connection's id; the payload is JSON. */
export const envelopeRest = (fields: EnvelopeFields, payload: string): Buffer =>
  Buffer.from(`,${JSON.stringify(fields).slice(1, -1)},"payload":${payload}}`);

/** Builds the beginning, with the connection's id, of every envelope to a connection. */
export const envelopeStart = (connectionId: string): Buffer =>
  Buffer.from(`{"connection_id":${JSON.stringify(connectionId)}`);

/** Builds the frame of a message in pieces; `start` is the connection's beginning of envelopes. */
export const framePieces = (start: Buffer, { rest }: Pick<EnvelopedMessage, "rest">): Buffer[] => [
  textHead(start.length + rest.length),
  start,
  rest,
];

/** Lists the messages of a frame: a single message, or the elements of an array. */
function messagesIn(text: Buffer): string[] {
  const json = text.toString("utf8");
  if (!json.startsWith("[")) return [json];
  const messages: unknown = JSON.parse(json);
  return Array.isArray(messages) ? messages.map((message) => JSON.stringify(message)) : [];
}

/** Type of a message, its first field. */
const EVENT_TYPE = /^\{"event_type":"(\w+)"/;

// A live-data connection for sessions of other channels, which wraps each message in an envelope of the topic. Errors are
// sent without an envelope.

type TopicConnection = {
  readonly topic: string;
  readonly envelopes: WrapFrames;
  /** Returns true if the client asked for the message. */
  readonly wants: (message: EnvelopedMessage) => boolean;
};

export function wrapConnection(
  connection: Connection,
  { topic, envelopes, wants }: TopicConnection,
): Connection {
  const start = envelopeStart(connection.id);

  function sendFrames(...frames: readonly Buffer[]): void {
    const pieces: Buffer[] = [];
    for (const frame of frames)
      for (const message of envelopes(frame)) if (wants(message)) pieces.push(...framePieces(start, message));
    if (pieces.length > 0) connection.sendFrames(...pieces);
  }

  return {
    ...connection,
    id: `${connection.id}:${topic}`,
    send: (message) => sendFrames(jsonFrame(message)),
    sendFrames,
  };
}
