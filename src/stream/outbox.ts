/**
 * What waits to be sent on one connection. Frames of one turn go out in one write. When too much waits, because the
 * client does not read, the rest is dropped: the client is told so at that place in the stream, and the session when
 * what waited has been taken.
 */
import type { Duplex } from "node:stream";
import type { StreamLimits } from "./stream-limits.ts";
import type { ResyncMessage } from "./stream-schema.ts";
import { jsonFrame } from "./text-frame.ts";
import type { WriteTurns } from "./write-turns.ts";

export type Outbox = {
  push(frames: Buffer): void;
  /** Writes what waits at once. */
  flush(): void;
  /** Resolves when less than `roomBytes` wait. */
  whenRoom(): Promise<void>;
  /** Since when messages are dropped, or wait for room, on the clock of `performance.now`; `undefined` when none do. */
  lagsSince(): number | undefined;
};

export type OutboxOptions = {
  readonly socket: Duplex;
  /** Whether frames may still be sent. */
  readonly isOpen: () => boolean;
  readonly turns: WriteTurns;
  readonly limits: Pick<StreamLimits, "roomBytes" | "lagBytes" | "maxSendBytes">;
  /** The client lagged, and has taken what waited. */
  readonly onCaughtUp: () => void;
};

export function createOutbox({ socket, isOpen, turns, limits, onCaughtUp }: OutboxOptions): Outbox {
  let frames: Buffer[] = [];
  let bytes = 0;
  let laggingSince: number | undefined;
  let crampedSince: number | undefined;
  const forRoom: (() => void)[] = [];
  const waiting = (): number => bytes + socket.writableLength;
  const hasRoom = (): boolean => waiting() < limits.roomBytes;

  function add(frame: Buffer): void {
    frames.push(frame);
    bytes += frame.length;
    if (frames.length === 1) turns.add(flush);
  }

  function flush(): void {
    const batch = frames;
    frames = [];
    bytes = 0;
    if (batch.length === 0 || !isOpen()) return;
    if (batch.length > 1) socket.cork();
    for (const frame of batch) socket.write(frame);
    if (laggingSince !== undefined || forRoom.length > 0) socket.write("", settle);
    if (batch.length > 1) socket.uncork();
  }

  /** When there is no room yet, what waits is beyond the socket's own mark, so that it will say when it has drained. */
  function settle(): void {
    if (!isOpen() || !hasRoom()) return;
    crampedSince = undefined;
    if (laggingSince !== undefined) {
      laggingSince = undefined;
      onCaughtUp();
    }
    for (const go of forRoom.splice(0)) go();
  }

  socket.on("drain", settle);
  return {
    push(more) {
      if (laggingSince !== undefined || !isOpen()) return;
      const limit = hasRoom() ? limits.maxSendBytes : limits.lagBytes;
      if (waiting() + more.length <= limit) return add(more);
      laggingSince = performance.now();
      return add(resyncFrame());
    },
    flush,
    whenRoom() {
      if (hasRoom()) return Promise.resolve();
      crampedSince ??= performance.now();
      return new Promise((resolve) => forRoom.push(resolve));
    },
    lagsSince: () => laggingSince ?? crampedSince,
  };
}

const resyncFrame = (): Buffer =>
  jsonFrame({
    event_type: "resync",
    hint: "messages are dropped from here on, since this connection reads too slowly; what was followed is told anew once it has caught up",
    server_ts_ms: Date.now(),
  } satisfies ResyncMessage);
