/** Streams of the followed markets, each with its followers. */
import { bestAsk, bestBid } from "../../core/orders/book.ts";
import type { Market, Outcome } from "../../core/state.ts";
import type { Ticks } from "../../core/units.ts";
import type { CommittedReads, MarketRead } from "../../engine/committed-reads.ts";
import type { Engine } from "../../engine/engine.ts";
import type { DIFFERENCES } from "../../http/dialects/dialect-differences.ts";
import type { Dialect } from "../../http/dialects/dialect.ts";
import { streamId } from "../../http/trading/books/books.ts";
import type { Connection } from "../channel.ts";

/** Bit set of a market's tokens: 1 for outcome 0, 2 for outcome 1. */
export type Tokens = number;

export const BOTH_TOKENS: Tokens = 3;
export const tokenBit = (outcome: Outcome): Tokens => 1 << outcome;

/** Events after which a subscriber gets whole books. */
export type BookCadence = (typeof DIFFERENCES.wholeBooks.does)[Dialect];

export type Subscriber = {
  readonly connection: Connection;
  readonly books: BookCadence;
  /** True if the subscriber asked for more than books and trades. */
  custom: boolean;
};

/** A subscriber of tokens of one market. */
export type MarketFollower = {
  readonly stream: MarketStream;
  readonly subscriber: Subscriber;
  /** Subscribed tokens. */
  wanted: Tokens;
  /** Subscribed tokens whose changes are sent; excludes tokens whose whole book is still due. */
  live: Tokens;
  /** Tokens whose whole books are sent once the client has room. */
  owed: Tokens;
};

/** Best prices of a market and the book's sequence at a commit. */
export type BookQuote = {
  readonly sequence: number;
  readonly bid: Ticks | undefined;
  readonly ask: Ticks | undefined;
};

export type MarketStream = {
  readonly market: Market;
  id: string;
  readonly followers: Set<MarketFollower>;
  /** Quote at the last commit; `undefined` until the quote is read. */
  quote: BookQuote | undefined;
  readonly wholeBooks: Record<BookCadence, BookSchedule>;
};

/** Schedule of a market's whole books to all followers of a cadence. */
type BookSchedule = {
  /** `performance.now` time when books were last sent. */
  readonly sentAt: number;
  /** Timer of the next books, if any are due. */
  readonly timer: NodeJS.Timeout | undefined;
};

const NEVER_SENT: BookSchedule = { sentAt: -Infinity, timer: undefined };

/** Returns the quote of a market whose book has this sequence. */
export const readBookQuote = ({ book }: Market, sequence: number): BookQuote => ({
  sequence,
  bid: bestBid(book),
  ask: bestAsk(book),
});

/** Returns the sequence of a market's book, right after a commit. */
export function readSequence(reads: CommittedReads, market: Market): number {
  const quote = reads.read(market, QUOTE);
  if (quote instanceof Promise) throw new Error("a sequence was read while its market changes");
  return quote.sequence;
}

const QUOTE: MarketRead<BookQuote> = { build: readBookQuote };

export type MarketStreams = {
  find(market: Market): MarketStream | undefined;
  /** Adds a follower without any token yet. */
  follow(market: Market, subscriber: Subscriber): MarketFollower;
  unfollow(follower: MarketFollower): void;
};

export function createMarketStreams(
  engine: Pick<Engine, "reads" | "run" | "followReplacements">,
): MarketStreams {
  const { reads, followReplacements } = engine;
  const streams = new Map<Market, MarketStream>();

  followReplacements(() => {
    for (const stream of streams.values()) {
      // The engine of a cluster may be another one, in a run of its own.
      stream.id = streamId(engine.run, stream.market);
      stream.quote = undefined;
      void readQuote(stream);
    }
  });

  function open(market: Market): MarketStream {
    const stream: MarketStream = {
      market,
      id: streamId(engine.run, market),
      followers: new Set(),
      quote: undefined,
      wholeBooks: { "after-trades": NEVER_SENT, "after-changes": NEVER_SENT },
    };
    streams.set(market, stream);
    void readQuote(stream);
    return stream;
  }

  /** Reads the quote; a quote that a commit brings meanwhile wins. */
  async function readQuote(stream: MarketStream): Promise<void> {
    try {
      const quote = await reads.read(stream.market, QUOTE);
      stream.quote ??= quote;
    } catch {
      // A commit in flight takes long; the commit's change will bring the quote.
    }
  }

  return {
    find: (market) => streams.get(market),
    follow(market, subscriber) {
      const stream = streams.get(market) ?? open(market);
      const follower: MarketFollower = { stream, subscriber, wanted: 0, live: 0, owed: 0 };
      stream.followers.add(follower);
      return follower;
    },
    unfollow(follower) {
      const { stream } = follower;
      stream.followers.delete(follower);
      if (stream.followers.size > 0) return;
      for (const { timer } of Object.values(stream.wholeBooks)) clearTimeout(timer);
      streams.delete(stream.market);
    },
  };
}
