/** The other end of a session: a connection that keeps what it is sent, and tells when something came. */
import { setTimeout } from "node:timers/promises";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { Channel, Connection, Session } from "../../src/stream/channel.ts";
import type { StreamCode } from "../../src/stream/stream-refusal.ts";

// Tests read messages of every shape, and a wrong shape fails the test that reads it.
// oxlint-disable-next-line typescript/no-explicit-any
export type Message = any;

export type Recorded = {
  readonly session: Session;
  readonly id: string;
  /** All that was sent, in order. */
  readonly messages: Message[];
  readonly refusals: { readonly code: StreamCode; readonly hint: string; readonly ended: boolean }[];
  readonly room: Room;
  /** The next `count` messages that were not taken yet. */
  take(count: number): Promise<Message[]>;
  /** Counts all that was sent as taken. */
  skip(): void;
  /** Resolves when the session was refused something, or ended. */
  refused(): Promise<Recorded["refusals"][number]>;
};

/** What a session that waits for room is told; at first there is some. */
export type Room = {
  whenRoom(): Promise<void>;
  close(): void;
  open(): void;
  /** Resolves once somebody waits. */
  asked(): Promise<void>;
  /** How often it was asked for. */
  count(): number;
};

function createRoom(): Room {
  let gate: PromiseWithResolvers<void> | undefined;
  const waits = Promise.withResolvers<void>();
  let count = 0;
  return {
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

/** The longest that a test waits for what must come. */
const PATIENCE_MS = 10_000;

export function openRecorded(channel: Channel, dialect: Dialect = "spec", id = "one"): Recorded {
  const messages: Message[] = [];
  const refusals: Recorded["refusals"][number][] = [];
  const waiting = new Set<() => void>();
  const room = createRoom();
  let taken = 0;
  let told = 0;
  const happened = (): void => {
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
    const late = setTimeout(PATIENCE_MS, undefined, { ref: false }).then(() => {
      const what = messages.map(({ event_type: event, type, sequence }) => `${sequence} ${event ?? type}`);
      throw new Error(`after ${PATIENCE_MS} ms: ${JSON.stringify({ what, refusals })}`);
    });
    return Promise.race([promise, late]);
  };
  const refuse = (ended: boolean) => (code: StreamCode, hint: string) => {
    refusals.push({ code, hint, ended });
    happened();
  };
  const connection: Connection = {
    id,
    dialect,
    send: (message) => {
      messages.push(structuredClone(message));
      happened();
    },
    sendFrames: (frames) => {
      messages.push(...textsOf(frames).map((text) => JSON.parse(text)));
      happened();
    },
    whenRoom: room.whenRoom,
    refuse: refuse(false),
    end: refuse(true),
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
      await until(() => refusals.length > told);
      told += 1;
      return refusals[told - 1]!;
    },
  };
}

/** The texts of frames that follow each other, none of them masked. */
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
