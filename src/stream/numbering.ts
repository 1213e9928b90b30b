/** Sequence numbers of a live channel's messages, by which clients detect gaps. */
import { Type } from "typebox";
import { MODES } from "../core/exchange-mode.ts";

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
