/**
 * A live channel opens a session for each connection. The session gets the client's messages. The connection handles the
 * socket, its limits, PING and PONG.
 */
import { Type } from "typebox";
import { MODES } from "../core/exchange-mode.ts";
import type { ExchangeMode } from "../core/exchange-mode.ts";
import { DIFFERENCES } from "../http/dialects/dialect-differences.ts";
import type { Dialect } from "../http/dialects/dialect.ts";
import type { StreamCode } from "./frames/stream-errors.ts";

export type Channel = {
  /** True for private data: only pages of origins that the operator allows may connect. */
  readonly isPrivate?: true;
  /** Opens a session for a new connection. */
  readonly open: (connection: Connection) => ChannelSession;
};

export type Connection = {
  /** Id of the connection, which is also the stream id of messages numbered per connection. */
  readonly id: string;
  readonly dialect: Dialect;
  /** False for pages of foreign origins, which get public data only. */
  readonly mayBePrivate: boolean;
  /** Sends one JSON object as a text frame. */
  send(message: object): void;
  /** Sends complete frames, each whole or in pieces: all frames or none. Connections may share the buffers. */
  sendFrames(...pieces: readonly Buffer[]): void;
  /** Returns true if few bytes are queued. */
  hasRoom(): boolean;
  /** Resolves once few bytes are queued. Long messages that can be delayed, such as snapshots, wait for it. */
  whenRoom(): Promise<void>;
  /** Sends an error; the connection stays open. */
  refuse(code: StreamCode, hint: string): void;
  /** Sends an error, and closes the connection with the status of the code; `reason` defaults to the code. */
  end(code: StreamCode, hint: string, reason?: string): void;
  /** Protects the connection from being closed in favour of others, since its client is authenticated. */
  keep(): void;
  /** Logs a bug or another fault that the client cannot fix, and closes the connection. */
  fail(error: unknown): void;
};

export type ChannelSession = {
  /** Handles one JSON object from the client. */
  receive(message: Readonly<Record<string, unknown>>): void;
  /** Sends a heartbeat with the exchange's mode, and checks that the session is still allowed. */
  heartbeat(mode: ExchangeMode): void;
  /** Sends the current state again, once a slow client has caught up after dropped messages. */
  resync(): void;
  /** Ends the session after the connection is closed. */
  close(): void;
};

// Sequence numbers of a live channel's messages, by which clients detect gaps.

export const Numbering = {
  sequence: Type.Integer({
    description: "One more with every message of the stream: a gap says that some were dropped",
  }),
  stream_id: Type.String({ description: "Numbers of different streams are not to be compared" }),
  server_ts_ms: Type.Integer({ description: "When it was sent, unix milliseconds" }),
};

/** Field of every heartbeat; a change of the mode is sent at once. */
export const HeartbeatMode = Type.Enum([...MODES], { description: "What the exchange takes right now" });

export const Heartbeat = Type.Object(
  { event_type: Type.Literal("heartbeat"), mode: HeartbeatMode, ...Numbering },
  { description: "The stream goes on" },
);

export type MessageNumbers = {
  readonly sequence: number;
  readonly stream_id: string;
  readonly server_ts_ms: number;
};

export type Numberer = {
  /** Returns the numbers of the connection's next message. */
  next(): MessageNumbers;
  /** Skips a number, so that clients detect a dropped message. */
  skip(): void;
};

/** Numbers the messages of a connection from 1. */
export function createNumberer(streamId: string, clock: () => number): Numberer {
  let sequence = 0;
  return {
    next: () => {
      sequence += 1;
      return { sequence, stream_id: streamId, server_ts_ms: clock() };
    },
    skip: () => {
      sequence += 1;
    },
  };
}

// Returns true if connections get heartbeats by default: clients of Polymarket and Kuest may not know them.

export const hasHeartbeatsByDefault = (dialect: Dialect): boolean =>
  DIFFERENCES.heartbeats.does[dialect] === "sent";
