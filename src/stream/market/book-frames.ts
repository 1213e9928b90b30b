/** Messages of whole books: the bytes of GET /book, with the message's type and its position in the stream. */
import type { Context } from "../../context.ts";
import { OUTCOMES } from "../../core/state.ts";
import type { Outcome, Token } from "../../core/state.ts";
import { DIFFERENCES } from "../../http/dialects/dialect-differences.ts";
import { createTickQueue } from "../../base/async.ts";
import type { TickQueue } from "../../base/async.ts";
import { BOOKS, streamId } from "../../http/trading/books/books.ts";
import type { SequencedBook } from "../../http/trading/books/books.ts";
import type { Log } from "../../base/log-event.ts";
import type { Connection } from "../channel.ts";
import { textFrame } from "../frames/text-frame.ts";
import { getTokenId } from "./market-messages.ts";
import type { FollowedTokens } from "./market-messages.ts";
import { tokenBit } from "./market-streams.ts";
import type { BookCadence, MarketFollower, MarketStream } from "./market-streams.ts";

/** Message of a token's book, as JSON. */
type BookMessageBytes = { readonly token: Token; readonly json: Buffer };

export type BookFrames = {
  /**
   * Calls `use` with books of the last commit that followers got, so that the followers' next changes fit these books.
   * Waits for a commit in flight. Passes the books of the first tokens: at least one, at most as many as are sent at once.
   */
  withBooks(tokens: readonly Token[], use: (books: readonly BookMessageBytes[]) => void): Promise<void>;
};

/** Bytes of books after which no more are read at once: about half a millisecond of work. */
const BYTES_AT_ONCE = 64 * 1024;

export function createBookFrames({ engine, clock }: Pick<Context, "engine" | "clock">): BookFrames {
  /** Reads the books that no commit is changing; lists promises for the other books. */
  function readSome(tokens: readonly Token[]) {
    const books: BookMessageBytes[] = [];
    const waits: Promise<unknown>[] = [];
    let bytes = 0;
    for (const token of tokens) {
      if (bytes >= BYTES_AT_ONCE) break;
      const book = engine.reads.read(token.market, BOOKS[token.outcome]);
      if (book instanceof Promise) {
        // Reads may be rejected during a long commit. The commit continues, and so does the wait for the book.
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
      // Waits for all books only once, so that later commits do not delay books that are ready.
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

/** Builds a frame of several messages, as one JSON array. */
const arrayFrame = (messages: readonly Buffer[]): Buffer =>
  textFrame(
    Buffer.concat([OPEN, ...messages.flatMap((one, at) => (at === 0 ? [one] : [COMMA, one])), CLOSE]),
  );

const [OPEN, COMMA, CLOSE] = ["[", ",", "]"].map((each) => Buffer.from(each)) as [Buffer, Buffer, Buffer];

// Whole books not yet sent to slow clients. A client with room again gets the current book of each such token: one book,
// however many were skipped.

type PendingBooks = {
  /** Sends the book of this outcome's token later. */
  add(follower: MarketFollower, outcome: Outcome): void;
};

function createPendingBooks(books: BookFrames, onError: (error: unknown) => void): PendingBooks {
  async function sendAll(follower: MarketFollower): Promise<void> {
    const { market } = follower.stream;
    const { connection } = follower.subscriber;
    await connection.whenRoom();
    const { owed } = follower;
    follower.owed = 0;
    for (const outcome of OUTCOMES.filter((each) => (owed & tokenBit(each)) !== 0))
      await books.withBooks([{ market, outcome }], ([book]) => {
        if (book !== undefined && (follower.live & tokenBit(outcome)) !== 0)
          connection.sendFrames(textFrame(book.json));
      });
  }

  return {
    add(follower, outcome) {
      const isWaiting = follower.owed !== 0;
      follower.owed |= tokenBit(outcome);
      if (!isWaiting) sendAll(follower).catch(onError);
    },
  };
}

// Queue of the whole books due to a connection. Changes of a token are sent only after its book. Books are long, so each
// book waits until the client has room.

export type AwaitedBooks = {
  /** Queues the books of subscribed tokens, and calls `then` once all queued books are sent. */
  add(tokens: readonly Token[], then?: () => void): void;
};

export type SentBooks = {
  readonly books: BookFrames;
  /** Queue of all connections that have books to send; a turn sends some books of one connection. */
  readonly turns: TickQueue;
};

export function createAwaitedBooks(
  connection: Connection,
  { books, turns }: SentBooks,
  followed: FollowedTokens,
): AwaitedBooks {
  const awaitedTokens = new Map<string, Token>();
  const inArrays = DIFFERENCES.sentBooks.does[connection.dialect] === "arrays";
  let isSending = false;
  const callbacks: (() => void)[] = [];

  async function sendAll(): Promise<void> {
    isSending = true;
    while (awaitedTokens.size > 0) {
      await connection.whenRoom();
      await new Promise<void>((resolve) => turns.add(resolve));
      const [first, ...others] = awaitedTokens.values();
      if (first !== undefined) await books.withBooks(inArrays ? [first, ...others] : [first], send);
    }
    isSending = false;
    for (const call of callbacks.splice(0)) call();
  }

  function send(read: readonly BookMessageBytes[]): void {
    const messages: Buffer[] = [];
    for (const { token, json } of read) {
      awaitedTokens.delete(getTokenId(token));
      const follower = followed.find(token);
      if (follower === undefined) continue;
      messages.push(json);
      follower.live |= tokenBit(token.outcome);
    }
    if (messages.length === 0) return;
    connection.sendFrames(inArrays ? arrayFrame(messages) : Buffer.concat(messages.map(textFrame)));
  }

  return {
    add(tokens, then) {
      if (tokens.length === 0 && inArrays) connection.sendFrames(arrayFrame([]));
      if (then !== undefined) callbacks.push(then);
      for (const token of tokens) {
        const follower = followed.find(token);
        if (follower === undefined) continue;
        follower.live &= ~tokenBit(token.outcome);
        awaitedTokens.set(getTokenId(token), token);
      }
      if (!isSending) sendAll().catch(connection.fail);
    },
  };
}

// Whole books sent between changes. Some clients expect a book after each trade; clients that never apply changes get a
// book after each change. Books that are due too soon are merged into one.

/** Minimum interval between whole books of a market, ms; changes are always sent. */
const INTERVALS_MS: { readonly [Cadence in BookCadence]: number } = {
  "after-trades": 1_000,
  "after-changes": 100,
};

/** Sends a market's books to its followers of this cadence: soon, or once the interval has passed. */
type SendWholeBooks = (stream: MarketStream, cadence: BookCadence) => void;

export function createWholeBooks(books: BookFrames, log: Log): SendWholeBooks {
  const onError = (error: unknown): void =>
    log.error({ event: "books_not_sent", err: error }, "whole books are not sent");
  const turns = createTickQueue(1);
  const pendingBooks = createPendingBooks(books, onError);

  async function sendAll(stream: MarketStream, cadence: BookCadence): Promise<void> {
    stream.wholeBooks[cadence] = { sentAt: performance.now(), timer: undefined };
    const { market } = stream;
    for (const outcome of OUTCOMES)
      if (listFollowers(stream, cadence, outcome).length > 0)
        await books.withBooks([{ market, outcome }], ([book]) => {
          if (book === undefined) return;
          const frame = textFrame(book.json);
          for (const follower of listFollowers(stream, cadence, outcome)) send(follower, outcome, frame);
        });
  }

  function send(follower: MarketFollower, outcome: Outcome, frame: Buffer): void {
    const { connection } = follower.subscriber;
    if (connection.hasRoom()) connection.sendFrames(frame);
    else pendingBooks.add(follower, outcome);
  }

  return (stream, cadence) => {
    const { sentAt, timer } = stream.wholeBooks[cadence];
    if (timer !== undefined) return;
    const waitMs = Math.max(0, sentAt + INTERVALS_MS[cadence] - performance.now());
    const next = setTimeout(() => turns.add(() => void sendAll(stream, cadence).catch(onError)), waitMs);
    stream.wholeBooks[cadence] = { sentAt, timer: next };
  };
}

const listFollowers = (
  { followers }: MarketStream,
  cadence: BookCadence,
  outcome: Outcome,
): MarketFollower[] =>
  [...followers].filter(
    ({ live, subscriber }) => (live & tokenBit(outcome)) !== 0 && subscriber.books === cadence,
  );
