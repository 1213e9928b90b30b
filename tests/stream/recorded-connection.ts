/** A connection that records all that a session sends, and waits for messages. */
import { setTimeout } from "node:timers/promises";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { Channel, Connection, ChannelSession } from "../../src/stream/channel.ts";
import type { StreamCode } from "../../src/stream/frames/stream-errors.ts";

// Tests read messages of every shape, and a wrong shape fails the test that reads it.
// oxlint-disable-next-line typescript/no-explicit-any
export type Message = any;

export type RecordedConnection = {
  readonly session: ChannelSession;
  readonly id: string;
  /** All sent messages, in order. */
  readonly messages: Message[];
  readonly refusals: { readonly code: StreamCode; readonly hint: string; readonly ended: boolean }[];
  readonly room: Room;
  /** Waits for the next `count` messages that were not taken yet. */
  take(count: number): Promise<Message[]>;
  /** Counts all sent messages as taken. */
  skip(): void;
  /** Resolves when the session refused something, or ended. */
  refused(): Promise<RecordedConnection["refusals"][number]>;
};

/** Room for messages to a session, which waits while there is none; at first there is some. */
export type Room = {
  hasRoom(): boolean;
  whenRoom(): Promise<void>;
  close(): void;
  open(): void;
  /** Resolves once the session waits. */
  asked(): Promise<void>;
  /** Number of times that the session asked for room. */
  count(): number;
};

function createRoom(): Room {
  let gate: PromiseWithResolvers<void> | undefined;
  const waits = Promise.withResolvers<void>();
  let count = 0;
  return {
    hasRoom: () => gate === undefined,
    whenRoom() {
      count += 1;
      if (gate !== undefined) waits.resolve();
      return gate?.promise ?? Promise.resolve();
    },
    close() {
      gate = Promise.withResolvers();
    },
    open() {
      gate?.resolve();
      gate = undefined;
    },
    asked: () => waits.promise,
    count: () => count,
  };
}

/** Time limit of a wait. */
const DEADLINE_MS = 10_000;

export function openRecorded(channel: Channel, dialect: Dialect = "spec", id = "one"): RecordedConnection {
  const messages: Message[] = [];
  const refusals: RecordedConnection["refusals"][number][] = [];
  const waiting = new Set<() => void>();
  const room = createRoom();
  let taken = 0;
  let refusalsTaken = 0;
  const wake = (): void => {
    for (const check of waiting) check();
  };
  const until = (isThere: () => boolean): Promise<unknown> => {
    if (isThere()) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const check = (): void => {
      if (!isThere()) return;
      waiting.delete(check);
      resolve(undefined);
    };
    waiting.add(check);
    const late = setTimeout(DEADLINE_MS, undefined, { ref: false }).then(() => {
      const what = messages.map(({ event_type: event, type, sequence }) => `${sequence} ${event ?? type}`);
      throw new Error(`after ${DEADLINE_MS} ms: ${JSON.stringify({ what, refusals })}`);
    });
    return Promise.race([promise, late]);
  };
  const refuse = (ended: boolean) => (code: StreamCode, hint: string) => {
    refusals.push({ code, hint, ended });
    wake();
  };
  const connection: Connection = {
    id,
    dialect,
    mayBePrivate: true,
    send: (message) => {
      messages.push(structuredClone(message));
      wake();
    },
    sendFrames: (...pieces) => {
      messages.push(...textsOf(Buffer.concat(pieces)).map((text) => JSON.parse(text)));
      wake();
    },
    hasRoom: room.hasRoom,
    whenRoom: room.whenRoom,
    refuse: refuse(false),
    end: refuse(true),
    keep: () => {},
    fail: (error) => refuse(true)("internal_error", String(error)),
  };
  return {
    session: channel.open(connection),
    id,
    messages,
    refusals,
    room,
    async take(count) {
      await until(() => messages.length >= taken + count);
      taken += count;
      return messages.slice(taken - count, taken);
    },
    skip() {
      taken = messages.length;
    },
    async refused() {
      await until(() => refusals.length > refusalsTaken);
      refusalsTaken += 1;
      return refusals[refusalsTaken - 1]!;
    },
  };
}

/** Reads the texts of successive unmasked frames. */
function textsOf(frames: Buffer): string[] {
  const texts: string[] = [];
  for (let place = 0; place < frames.length;) {
    const short = frames[place + 1]!;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    const length =
      head === 2 ? short : head === 4 ? frames.readUInt16BE(place + 2) : frames.readUInt32BE(place + 6);
    texts.push(frames.toString("utf8", place + head, place + head + length));
    place += head + length;
  }
  return texts;
}
