/**
 * Queue of frames to send on one connection. Frames of one event-loop tick are sent in one write. If the client reads too
 * slowly, further frames are dropped and a resync message is sent instead. The session is called once the client has caught
 * up.
 */
import type { Duplex } from "node:stream";
import type { StreamLimits } from "./stream-limits.ts";
import type { ResyncMessage } from "./stream-schema.ts";
import { jsonFrame } from "./text-frame.ts";
import type { WriteTurns } from "./turns.ts";

export type Outbox = {
  /** Queues frames, some possibly in pieces. Drops all of them while the connection lags. */
  push(...pieces: readonly Buffer[]): void;
  /** Writes the queued frames at once. */
  flush(): void;
  /** Returns true if less than `roomBytes` are queued. */
  hasRoom(): boolean;
  /** Resolves once less than `roomBytes` are queued. */
  whenRoom(): Promise<void>;
  /** Start of the current lag or wait for room, time of `performance.now`; `undefined` if there is none. */
  lagsSince(): number | undefined;
};

export type OutboxOptions = {
  readonly socket: Duplex;
  /** True while frames may be sent. */
  readonly isOpen: () => boolean;
  readonly turns: WriteTurns;
  readonly limits: Pick<StreamLimits, "roomBytes" | "lagBytes" | "maxSendBytes">;
  /** Called when a client that lagged has read all queued frames. */
  readonly onCaughtUp: () => void;
  /** The exchange's time, ms. */
  readonly clock: () => number;
};

export function createOutbox({ socket, isOpen, turns, limits, onCaughtUp, clock }: OutboxOptions): Outbox {
  const frames: Buffer[] = [];
  let bytes = 0;
  let laggingSince: number | undefined;
  let fullSince: number | undefined;
  const roomWaiters: (() => void)[] = [];
  const waiting = (): number => bytes + socket.writableLength;
  const hasRoom = (): boolean => waiting() < limits.roomBytes;

  function add(pieces: readonly Buffer[]): void {
    if (frames.length === 0) turns.add(flush);
    frames.push(...pieces);
    bytes += lengthOf(pieces);
  }

  function flush(): void {
    const batch = frames.splice(0);
    bytes = 0;
    if (batch.length === 0 || !isOpen()) return;
    if (batch.length > 1) socket.cork();
    for (const frame of batch) socket.write(frame);
    if (laggingSince !== undefined || roomWaiters.length > 0) socket.write("", settle);
    if (batch.length > 1) socket.uncork();
  }

  /**
   * Completes the lag and the waits for room once there is room. Until then more bytes are queued than the socket's
   * high-water mark, so `drain` fires again.
   */
  function settle(): void {
    if (!isOpen() || !hasRoom()) return;
    fullSince = undefined;
    if (laggingSince !== undefined) {
      laggingSince = undefined;
      onCaughtUp();
    }
    for (const go of roomWaiters.splice(0)) go();
  }

  socket.on("drain", settle);
  return {
    push(...pieces) {
      if (laggingSince !== undefined || !isOpen()) return;
      const limit = hasRoom() ? limits.maxSendBytes : limits.lagBytes;
      if (waiting() + lengthOf(pieces) <= limit) return add(pieces);
      laggingSince = performance.now();
      return add([resyncFrame(TOO_SLOW, clock())]);
    },
    flush,
    hasRoom,
    whenRoom() {
      if (hasRoom()) return Promise.resolve();
      fullSince ??= performance.now();
      return new Promise((resolve) => roomWaiters.push(resolve));
    },
    lagsSince: () => laggingSince ?? fullSince,
  };
}

const lengthOf = (pieces: readonly Buffer[]): number =>
  pieces.reduce((length, piece) => length + piece.length, 0);

const TOO_SLOW =
  "messages are dropped from here on, since this connection reads too slowly; what was followed is told anew once it has caught up";

/** Builds the message that tells a client to resync; `at` is the exchange's time, ms. */
export const resyncFrame = (hint: string, at: number): Buffer =>
  jsonFrame({
    event_type: "resync",
    hint,
    server_ts_ms: at,
  } satisfies ResyncMessage);
