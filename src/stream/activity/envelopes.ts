/**
 * Envelopes of a topic's messages. A message to many is wrapped once: all connections share its bytes but for their ids,
 * which stand at the beginning.
 */
import type { Connection } from "../channel.ts";
import { jsonFrame, textHead, textsOf } from "../text-frame.ts";

/** A message in its envelope. */
export type Enveloped = {
  readonly type: string;
  /** Tokens that it is about, if the topic has tokens. */
  readonly tokens: readonly string[];
  /** All that follows the connection's id. */
  readonly rest: Buffer;
};

type EnvelopeTerms = {
  readonly topic: string;
  /** Time that messages carry, ms since 1970. */
  readonly clock: () => number;
  /** Gives the type under which a message goes out and its tokens; `undefined` for one that the topic has not. */
  readonly describe: (eventType: string, json: string) => Pick<Enveloped, "type" | "tokens"> | undefined;
};

/** Wraps the messages of complete frames. */
export type Envelopes = (frames: Buffer) => readonly Enveloped[];

export function createEnvelopes({ topic, clock, describe }: EnvelopeTerms): Envelopes {
  const made = new WeakMap<Buffer, { readonly at: number; readonly messages: readonly Enveloped[] }>();

  function wrap(json: string, timestamp: number): Enveloped[] {
    const eventType = EVENT_TYPE.exec(json)?.[1];
    const described = eventType === undefined ? undefined : describe(eventType, json);
    if (described === undefined) return [];
    return [{ ...described, rest: envelopeRest({ topic, type: described.type, timestamp }, json) }];
  }

  return (frames) => {
    const at = clock();
    const known = made.get(frames);
    if (known?.at === at) return known.messages;
    const messages = textsOf(frames)
      .flatMap(messagesIn)
      .flatMap((json) => wrap(json, at));
    made.set(frames, { at, messages });
    return messages;
  };
}

type EnvelopeFields = { readonly topic: string; readonly type: string; readonly timestamp: number };

/** All of an envelope that follows the connection's id; the payload is JSON. */
export const envelopeRest = (fields: EnvelopeFields, payload: string): Buffer =>
  Buffer.from(`,${JSON.stringify(fields).slice(1, -1)},"payload":${payload}}`);

/** The beginning of each envelope that goes to a connection. */
export const envelopeStart = (connectionId: string): Buffer =>
  Buffer.from(`{"connection_id":${JSON.stringify(connectionId)}`);

/** The frame of a message for the connection with this beginning, in pieces. */
export const framePieces = (start: Buffer, { rest }: Pick<Enveloped, "rest">): Buffer[] => [
  textHead(start.length + rest.length),
  start,
  rest,
];

/** The messages of a frame: one, or those of an array. */
function messagesIn(text: Buffer): string[] {
  const json = text.toString("utf8");
  if (!json.startsWith("[")) return [json];
  const messages: unknown = JSON.parse(json);
  return Array.isArray(messages) ? messages.map((message) => JSON.stringify(message)) : [];
}

/** Every message begins with its type. */
const EVENT_TYPE = /^\{"event_type":"(\w+)"/;

// A live-data connection as the sessions of other channels see it: each of their messages goes out in an envelope, as a
// message of a topic. Errors are those of the connection itself.

type TopicConnection = {
  readonly topic: string;
  readonly envelopes: Envelopes;
  /** True for a message that the client asked for. */
  readonly wants: (message: Enveloped) => boolean;
};

export function envelopedConnection(
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
