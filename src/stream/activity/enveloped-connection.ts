/**
 * A live-data connection as the sessions of other channels see it: each of their messages goes out in an envelope, as a
 * message of a topic. Errors and the end of the connection are those of the connection itself.
 */
import type { Connection } from "../channel.ts";
import { jsonFrame, textFrame, textsOf } from "../text-frame.ts";

export type Envelope = {
  readonly topic: string;
  /** Time that messages carry, ms since 1970. */
  readonly clock: () => number;
  /** Gives the type under which a message goes out; `undefined` for one that the client did not ask for. */
  readonly typeOf: (eventType: string, json: string) => string | undefined;
};

export function envelopedConnection(connection: Connection, envelope: Envelope): Connection {
  function sendFrames(frames: Buffer): void {
    const wrapped = textsOf(frames)
      .flatMap(messagesIn)
      .flatMap((json) => wrap(json, connection.id, envelope));
    if (wrapped.length > 0) connection.sendFrames(Buffer.concat(wrapped));
  }

  return {
    ...connection,
    id: `${connection.id}:${envelope.topic}`,
    send: (message) => sendFrames(jsonFrame(message)),
    sendFrames,
  };
}

/** The messages of a frame: one, or those of an array. */
function messagesIn(text: Buffer): string[] {
  const json = text.toString("utf8");
  if (!json.startsWith("[")) return [json];
  const messages: unknown = JSON.parse(json);
  return Array.isArray(messages) ? messages.map((message) => JSON.stringify(message)) : [];
}

/** Every message begins with its type. */
const EVENT_TYPE = /^\{"event_type":"(\w+)"/;

function wrap(json: string, connectionId: string, { topic, clock, typeOf }: Envelope): Buffer[] {
  const eventType = EVENT_TYPE.exec(json)?.[1];
  const type = eventType === undefined ? undefined : typeOf(eventType, json);
  if (type === undefined) return [];
  const head = JSON.stringify({ connection_id: connectionId, topic, type, timestamp: clock() });
  return [textFrame(Buffer.from(`${head.slice(0, -1)},"payload":${json}}`))];
}
