/** What one live connection may take of the server; how many there may be is configured. */

export type StreamLimits = {
  /** Of a message that comes in. */
  readonly maxMessageBytes: number;
  /** Messages that may come at once, and those that may come every second besides; each KiB counts. */
  readonly messageBurst: number;
  readonly messagesPerSecond: number;
  /** Waiting to be sent: up to here there is room for what can wait. */
  readonly roomBytes: number;
  /** Without room, what would have more wait than this is dropped, and the connection lags. */
  readonly lagBytes: number;
  /** As long as there is room, so much may wait with what is sent at once. */
  readonly maxSendBytes: number;
  /** A connection that lags, or has no room for what waits for some, for longer is closed. */
  readonly maxLagMs: number;
  readonly pingMs: number;
  /** A connection from which nothing came for so long is dead. */
  readonly deadMs: number;
  /** Between heartbeats. */
  readonly beatMs: number;
  /** Between looks at all of this. */
  readonly lookMs: number;
  /** From the close to the end of a connection that does not answer it. */
  readonly closeMs: number;
};

const MEBIBYTE = 1024 * 1024;

export const STREAM_LIMITS: StreamLimits = {
  maxMessageBytes: 64 * 1024,
  messageBurst: 200,
  messagesPerSecond: 50,
  roomBytes: MEBIBYTE / 4,
  lagBytes: MEBIBYTE,
  maxSendBytes: 4 * MEBIBYTE,
  maxLagMs: 10_000,
  pingMs: 15_000,
  deadMs: 30_000,
  beatMs: 10_000,
  lookMs: 500,
  closeMs: 2_000,
};
