/**
 * A live-data connection as the sessions of other channels see it: each of their messages goes out in an envelope, as a
 * message of a topic. Errors are those of the connection itself.
 */
import type { Connection } from "../channel.ts";
import { jsonFrame } from "../text-frame.ts";
import { envelopeStart, framePieces } from "./envelopes.ts";
import type { Enveloped, Envelopes } from "./envelopes.ts";

export type TopicConnection = {
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
