/**
 * What a live channel is to the server that takes its connections: it opens a session with each, which is told what
 * comes in. The connection keeps the socket, its limits, PING and PONG to itself.
 */
import type { ExchangeMode } from "../core/exchange-mode.ts";
import type { Dialect } from "../http/dialects/dialect.ts";
import type { StreamCode } from "./stream-refusal.ts";

export type Channel = {
  /** Whether it tells what is not everybody's: pages of other origins than the operator names may not connect. */
  readonly isPrivate?: true;
  readonly open: (connection: Connection) => Session;
};

export type Connection = {
  /** Names the connection; sequences that count per connection belong to this stream. */
  readonly id: string;
  readonly dialect: Dialect;
  /** Sends one JSON object as a frame of text. */
  send(message: object): void;
  /** Sends frames that are built already, one or several, and which connections share. */
  sendFrames(frames: Buffer): void;
  /** Resolves when little waits to be sent. What is long and can wait, such as snapshots, waits for it. */
  whenRoom(): Promise<void>;
  /** Says what is wrong with what came; the connection stays open. */
  refuse(code: StreamCode, hint: string): void;
  /** Says why, and closes with the status of the code. */
  end(code: StreamCode, hint: string): void;
  /** Logs a bug, or what else the client can do nothing about, and closes. */
  fail(error: unknown): void;
};

export type Session = {
  /** A frame that held a JSON object. */
  receive(message: Readonly<Record<string, unknown>>): void;
  /** Time for a heartbeat, which tells the exchange's mode, and to see whether the session may go on. */
  beat(mode: ExchangeMode): void;
  /**
   * The connection was slow, and messages to it were dropped; it has taken all that waited, so that everything it
   * follows is to be told anew.
   */
  resync(): void;
  /** The connection is gone. */
  close(): void;
};
