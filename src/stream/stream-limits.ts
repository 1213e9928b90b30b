/** Limits of one live connection; a slot pool limits the number of connections. */

export type StreamLimits = {
  /** Maximum size of a client message, bytes. */
  readonly maxMessageBytes: number;
  /** Message burst, and messages per second; each KiB counts as one message. */
  readonly messageBurst: number;
  readonly messagesPerSecond: number;
  /** Queued bytes below which messages that can be delayed are sent. */
  readonly roomBytes: number;
  /** Maximum queued bytes after a send without room; beyond these, messages are dropped and the connection lags. */
  readonly lagBytes: number;
  /** Maximum queued bytes after one send that began with room. */
  readonly maxSendBytes: number;
  /** Maximum time that a connection may lag, or have messages waiting for room, before it is closed, ms. */
  readonly maxLagMs: number;
  readonly pingMs: number;
  /** Time without data from the client after which a connection counts as dead, ms. */
  readonly deadMs: number;
  /** Heartbeat interval, ms. */
  readonly heartbeatMs: number;
  /** Interval of the check of these limits, ms. */
  readonly checkMs: number;
  /** Time to answer a close, ms; then the connection is ended. */
  readonly closeMs: number;
};

const MEBIBYTE = 1024 * 1024;

export const STREAM_LIMITS: StreamLimits = {
  maxMessageBytes: 64 * 1024,
  messageBurst: 200,
  messagesPerSecond: 50,
  roomBytes: MEBIBYTE / 16,
  lagBytes: MEBIBYTE,
  maxSendBytes: 4 * MEBIBYTE,
  maxLagMs: 10_000,
  pingMs: 15_000,
  deadMs: 30_000,
  heartbeatMs: 10_000,
  checkMs: 500,
  closeMs: 2_000,
};
