/**
 * A live channel, as the server of its connections sees it. It opens a session for each connection, which gets the
 * messages that come in. The connection itself handles the socket, its limits, PING and PONG.
 */
import type { ExchangeMode } from "../core/exchange-mode.ts";
import type { Dialect } from "../http/dialects/dialect.ts";
import type { StreamCode } from "./refusals.ts";

export type Channel = {
  /** True for private data: only pages of origins that the operator names may connect. */
  readonly isPrivate?: true;
  /** Starts a session for a new connection. */
  readonly open: (connection: Connection) => ChannelSession;
};

export type Connection = {
  /** Id of the connection; also the stream id of messages that are numbered by connection. */
  readonly id: string;
  readonly dialect: Dialect;
  /** False for pages of foreign origins, which get public data only. */
  readonly mayBePrivate: boolean;
  /** Sends one JSON object as a frame of text. */
  send(message: object): void;
  /** Sends complete frames: each at once or in pieces, and all or none. Connections may share their bytes. */
  sendFrames(...pieces: readonly Buffer[]): void;
  /** True when little waits to be sent. */
  hasRoom(): boolean;
  /** Resolves when little waits to be sent. Long messages that can wait, such as snapshots, wait for it. */
  whenRoom(): Promise<void>;
  /** Sends an error; the connection stays open. */
  refuse(code: StreamCode, hint: string): void;
  /** Sends an error, and closes with the status of the code; the reason is the code where none is given. */
  end(code: StreamCode, hint: string, reason?: string): void;
  /** Keeps the connection, whatever others want: its caller is known. */
  keep(): void;
  /** Logs a bug or another fault that the client cannot mend, and closes. */
  fail(error: unknown): void;
};

export type ChannelSession = {
  /** Handles one JSON object from the client. */
  receive(message: Readonly<Record<string, unknown>>): void;
  /** Sends a heartbeat with the exchange's mode, and checks that the session may go on. */
  heartbeat(mode: ExchangeMode): void;
  /** Sends the current state anew: messages were dropped because the client read slowly, and it has caught up. */
  resync(): void;
  /** Ends the session; the connection is gone. */
  close(): void;
};
