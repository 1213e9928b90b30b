/** Messages of whole books: the bytes of GET /book, with the message's type and its place in the stream. */
import type { Context } from "../../context.ts";
import type { Outcome, Token } from "../../core/state.ts";
import { DIFFERENCES } from "../../http/dialects/dialect-differences.ts";
import type { Turns } from "../../http/guard/turns.ts";
import { BOOKS, streamId } from "../../http/trading/books/books.ts";
import type { SequencedBook } from "../../http/trading/books/books.ts";
import type { Log } from "../../log-event.ts";
import type { Connection } from "../channel.ts";
import { textFrame } from "../text-frame.ts";
import { createOneATurn } from "../turns.ts";
import { OUTCOMES } from "./market-messages.ts";
import { tokenIdOf } from "./market-request.ts";
import type { FollowedTokens } from "./market-request.ts";
import { tokenOf } from "./market-streams.ts";
import type { BookCadence, MarketFollower, MarketStream } from "./market-streams.ts";

/** The message of a token's book, as JSON. */
type BookMessageBytes = { readonly token: Token; readonly json: Buffer };

export type BookFrames = {
  /**
   * Calls `use` with books of the last commit that followers got, so that the next commit they get comes after it. Waits
   * for a commit that is in flight. Gives the first tokens' books, as many as are sent at once and at least one.
   */
  withBooks(tokens: readonly Token[], use: (books: readonly BookMessageBytes[]) => void): Promise<void>;
};

/** Bytes of books from which on no more are read at once: about half a millisecond. */
const BYTES_AT_ONCE = 64 * 1024;

export function createBookFrames({ engine, clock }: Pick<Context, "engine" | "clock">): BookFrames {
  /** Reads books that stand still, and gives the waits for those that change. */
  function readSome(tokens: readonly Token[]) {
    const books: BookMessageBytes[] = [];
    const waits: Promise<unknown>[] = [];
    let bytes = 0;
    for (const token of tokens) {
      if (bytes >= BYTES_AT_ONCE) break;
      const book = engine.reads.read(token.market, BOOKS[token.outcome]);
      if (book instanceof Promise) {
        // A commit may take so long that reads are told so; it goes on, and so does the wait for it.
        waits.push(book.catch(() => {}));
        continue;
      }
      const json = bookMessage(book, streamId(engine.run, token.market), clock());
      bytes += json.length;
      books.push({ token, json });
    }
    return { books, waits };
  }

  return {
    async withBooks(tokens, use) {
      let { books, waits } = readSome(tokens);
      // Waits once for all: later commits must not hold up the books that stand still.
      for (let first = true; waits.length > 0 && (first || books.length === 0); first = false) {
        await Promise.all(waits);
        ({ books, waits } = readSome(tokens));
      }
      use(books);
    },
  };
}

const HEAD = Buffer.from('{"event_type":"book",');

function bookMessage({ json, sequence }: SequencedBook, id: string, at: number): Buffer {
  const place = JSON.stringify({ sequence, stream_id: id, server_ts_ms: at });
  return Buffer.concat([HEAD, json.subarray(1, -1), Buffer.from(`,${place.slice(1)}`)]);
}

/** Frame of several messages, as one JSON array. */
const arrayFrame = (messages: readonly Buffer[]): Buffer =>
  textFrame(
    Buffer.concat([OPEN, ...messages.flatMap((one, at) => (at === 0 ? [one] : [COMMA, one])), CLOSE]),
  );

const [OPEN, COMMA, CLOSE] = ["[", ",", "]"].map((each) => Buffer.from(each)) as [Buffer, Buffer, Buffer];

// Whole books that slow readers were not sent. Each gets those of its tokens once it has room, as they are then: of
// several that it missed, one.

type OwedBooks = {
  /** Sends the book of this outcome's token later. */
  add(follower: MarketFollower, outcome: Outcome): void;
};

function createOwedBooks(books: BookFrames, onError: (error: unknown) => void): OwedBooks {
  async function sendAll(follower: MarketFollower): Promise<void> {
    const { market } = follower.stream;
    const { connection } = follower.subscriber;
    await connection.whenRoom();
    const { owed } = follower;
    follower.owed = 0;
    for (const outcome of OUTCOMES.filter((each) => (owed & tokenOf(each)) !== 0))
      await books.withBooks([{ market, outcome }], ([book]) => {
        if (book !== undefined && (follower.live & tokenOf(outcome)) !== 0)
          connection.sendFrames(textFrame(book.json));
      });
  }

  return {
    add(follower, outcome) {
      const isWaiting = follower.owed !== 0;
      follower.owed |= tokenOf(outcome);
      if (!isWaiting) sendAll(follower).catch(onError);
    },
  };
}

// The queue of whole books that a connection is to get. Changes of a token are sent only after its book. Books are
// long, so each waits until the client has room for it.

export type AwaitedBooks = {
  /** Queues the books of tokens that the connection is subscribed to, and calls `then` once all that wait are sent. */
  add(tokens: readonly Token[], then?: () => void): void;
};

export type SentBooks = {
  readonly books: BookFrames;
  /** Turns in which the books of all connections are sent, some of one connection at a time. */
  readonly turns: Turns;
};

export function createAwaitedBooks(
  connection: Connection,
  { books, turns }: SentBooks,
  followed: FollowedTokens,
): AwaitedBooks {
  const awaited = new Map<string, Token>();
  const inArrays = DIFFERENCES.sentBooks.does[connection.dialect] === "arrays";
  let sending = false;
  const called: (() => void)[] = [];

  async function sendAll(): Promise<void> {
    sending = true;
    while (awaited.size > 0) {
      await connection.whenRoom();
      await new Promise<void>((resolve) => turns.next(resolve));
      const [first, ...others] = awaited.values();
      if (first !== undefined) await books.withBooks(inArrays ? [first, ...others] : [first], send);
    }
    sending = false;
    for (const call of called.splice(0)) call();
  }

  function send(read: readonly BookMessageBytes[]): void {
    const messages: Buffer[] = [];
    for (const { token, json } of read) {
      awaited.delete(tokenIdOf(token));
      const follower = followed.find(token);
      if (follower === undefined) continue;
      messages.push(json);
      follower.live |= tokenOf(token.outcome);
    }
    if (messages.length === 0) return;
    connection.sendFrames(inArrays ? arrayFrame(messages) : Buffer.concat(messages.map(textFrame)));
  }

  return {
    add(tokens, then) {
      if (tokens.length === 0 && inArrays) connection.sendFrames(arrayFrame([]));
      if (then !== undefined) called.push(then);
      for (const token of tokens) {
        const follower = followed.find(token);
        if (follower === undefined) continue;
        follower.live &= ~tokenOf(token.outcome);
        awaited.set(tokenIdOf(token), token);
      }
      if (!sending) sendAll().catch(connection.fail);
    },
  };
}

// Sends whole books between changes: to clients that expect them after trades, and to those that never apply a change,
// after each. Those that would come faster are sent as one.

/** Shortest interval of a market's whole books; every change in between is sent all the same. */
const INTERVALS_MS: { readonly [Cadence in BookCadence]: number } = {
  "after-trades": 1_000,
  "after-changes": 100,
};

/** Sends a market's books to its followers of this cadence: soon, or when its interval is over. */
type SendWholeBooks = (stream: MarketStream, cadence: BookCadence) => void;

export function createWholeBooks(books: BookFrames, log: Log): SendWholeBooks {
  const onError = (error: unknown): void =>
    log.error({ event: "books_not_sent", err: error }, "whole books are not sent");
  const turns = createOneATurn(onError);
  const owed = createOwedBooks(books, onError);

  async function sendAll(stream: MarketStream, cadence: BookCadence): Promise<void> {
    stream.wholeBooks[cadence] = { sentAt: performance.now(), timer: undefined };
    const { market } = stream;
    for (const outcome of OUTCOMES)
      if (followersOf(stream, cadence, outcome).length > 0)
        await books.withBooks([{ market, outcome }], ([book]) => {
          if (book === undefined) return;
          const frame = textFrame(book.json);
          for (const follower of followersOf(stream, cadence, outcome)) send(follower, outcome, frame);
        });
  }

  function send(follower: MarketFollower, outcome: Outcome, frame: Buffer): void {
    const { connection } = follower.subscriber;
    if (connection.hasRoom()) connection.sendFrames(frame);
    else owed.add(follower, outcome);
  }

  return (stream, cadence) => {
    const { sentAt, timer } = stream.wholeBooks[cadence];
    if (timer !== undefined) return;
    const waitMs = Math.max(0, sentAt + INTERVALS_MS[cadence] - performance.now());
    const next = setTimeout(() => turns.add(() => sendAll(stream, cadence)), waitMs);
    stream.wholeBooks[cadence] = { sentAt, timer: next };
  };
}

const followersOf = ({ followers }: MarketStream, cadence: BookCadence, outcome: Outcome): MarketFollower[] =>
  [...followers].filter(
    ({ live, subscriber }) => (live & tokenOf(outcome)) !== 0 && subscriber.books === cadence,
  );
