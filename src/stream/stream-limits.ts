/** Limits of one live connection; their number is configured elsewhere. */

export type StreamLimits = {
  /** Longest message from a client. */
  readonly maxMessageBytes: number;
  /** Messages that may come at once, and every second besides; each KiB counts as one. */
  readonly messageBurst: number;
  readonly messagesPerSecond: number;
  /** Bytes waiting to be sent below which there is room for messages that can wait. */
  readonly roomBytes: number;
  /** Most bytes that may wait once there is no room; beyond it messages are dropped, and the connection lags. */
  readonly lagBytes: number;
  /** Most bytes that may wait after one send that began with room. */
  readonly maxSendBytes: number;
  /** Longest time that a connection may lag, or have messages waiting for room; then it is closed. */
  readonly maxLagMs: number;
  readonly pingMs: number;
  /** Time without a sign of life after which a connection is dead. */
  readonly deadMs: number;
  /** Interval of heartbeats. */
  readonly heartbeatMs: number;
  /** Interval of the check of these limits. */
  readonly checkMs: number;
  /** Time from the close to the end of a connection that does not answer it. */
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
