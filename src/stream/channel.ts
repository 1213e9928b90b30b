/**
 * A live channel. It opens a session for each connection, which gets the client's messages. The connection handles the
 * socket, its limits, PING and PONG.
 */
import type { ExchangeMode } from "../core/exchange-mode.ts";
import type { Dialect } from "../http/dialects/dialect.ts";
import type { StreamCode } from "./refusals.ts";

export type Channel = {
  /** True for private data: only pages of origins that the operator allows may connect. */
  readonly isPrivate?: true;
  /** Opens a session for a new connection. */
  readonly open: (connection: Connection) => ChannelSession;
};

export type Connection = {
  /** Id of the connection; also the stream id of messages that are numbered by connection. */
  readonly id: string;
  readonly dialect: Dialect;
  /** False for pages of foreign origins, which get public data only. */
  readonly mayBePrivate: boolean;
  /** Sends one JSON object as a text frame. */
  send(message: object): void;
  /** Sends complete frames, each whole or in pieces; sends all or none. Connections may share the buffers. */
  sendFrames(...pieces: readonly Buffer[]): void;
  /** Returns true if few bytes are queued. */
  hasRoom(): boolean;
  /** Resolves once few bytes are queued. Long messages that can be delayed, such as snapshots, wait for it. */
  whenRoom(): Promise<void>;
  /** Sends an error; the connection stays open. */
  refuse(code: StreamCode, hint: string): void;
  /** Sends an error, and closes with the status of the code; `reason` defaults to the code. */
  end(code: StreamCode, hint: string, reason?: string): void;
  /** Protects the connection from being closed in favour of others, since its client is authenticated. */
  keep(): void;
  /** Logs a bug or another fault that the client cannot fix, and closes. */
  fail(error: unknown): void;
};

export type ChannelSession = {
  /** Handles one JSON object from the client. */
  receive(message: Readonly<Record<string, unknown>>): void;
  /** Sends a heartbeat with the exchange's mode, and checks that the session is still allowed. */
  heartbeat(mode: ExchangeMode): void;
  /** Sends the current state again, once a slow client has caught up after dropped messages. */
  resync(): void;
  /** Closes the session, since the connection is closed. */
  close(): void;
};
