/** The markets that somebody follows, and who follows which tokens of each. */
import { bestAsk, bestBid } from "../../core/book.ts";
import type { Market, Outcome } from "../../core/state.ts";
import type { Ticks } from "../../core/units.ts";
import type { CommittedReads, MarketRead } from "../../engine/committed-reads.ts";
import type { Engine } from "../../engine/engine.ts";
import { streamId } from "../../http/trading/books/book-record.ts";
import type { Connection } from "../channel.ts";

/** Tokens of a market as bits: 1 is that of outcome 0, 2 that of outcome 1. */
export type Tokens = number;

export const BOTH_TOKENS: Tokens = 3;
export const tokenOf = (outcome: Outcome): Tokens => 1 << outcome;

/** A connection, and what it wants to hear of besides books and trades. */
export type Subscriber = { readonly connection: Connection; custom: boolean };

/** A subscriber's interest in a market. */
export type Follow = {
  readonly stream: MarketStream;
  readonly subscriber: Subscriber;
  /** The tokens that it subscribed to. */
  wanted: Tokens;
  /** Of these, those whose changes it is told: one whose book it waits for has none. */
  live: Tokens;
};

/** What changes of a market's stream with commits. */
export type Quote = {
  readonly sequence: number;
  readonly bid: Ticks | undefined;
  readonly ask: Ticks | undefined;
};

export type MarketStream = {
  readonly market: Market;
  readonly id: string;
  readonly follows: Set<Follow>;
  /** At the last commit; `undefined` until it is known. */
  quote: Quote | undefined;
  /** When the whole books were sent to all last, on the clock of `performance.now`. */
  booksAt: number;
  /** Until they are sent again after trades. */
  booksTimer: NodeJS.Timeout | undefined;
};

/** Of a market whose book has this sequence. */
export const quoteOf = ({ book }: Market, sequence: number): Quote => ({
  sequence,
  bid: bestBid(book),
  ask: bestAsk(book),
});

/** The sequence of a market's book, right after a commit. */
export function readSequence(reads: CommittedReads, market: Market): number {
  const quote = reads.read(market, QUOTE);
  if (quote instanceof Promise) throw new Error("a sequence was read while its market changes");
  return quote.sequence;
}

const QUOTE: MarketRead<Quote> = { build: quoteOf };

export type MarketStreams = {
  find(market: Market): MarketStream | undefined;
  /** Starts to follow a market, no token of it yet. */
  follow(market: Market, subscriber: Subscriber): Follow;
  unfollow(follow: Follow): void;
};

export function createMarketStreams({ reads, run }: Pick<Engine, "reads" | "run">): MarketStreams {
  const streams = new Map<Market, MarketStream>();

  function open(market: Market): MarketStream {
    const stream: MarketStream = {
      market,
      id: streamId(run, market),
      follows: new Set(),
      quote: undefined,
      booksAt: -Infinity,
      booksTimer: undefined,
    };
    streams.set(market, stream);
    void Promise.resolve(reads.read(market, QUOTE)).then((quote) => (stream.quote ??= quote));
    return stream;
  }

  return {
    find: (market) => streams.get(market),
    follow(market, subscriber) {
      const stream = streams.get(market) ?? open(market);
      const follow: Follow = { stream, subscriber, wanted: 0, live: 0 };
      stream.follows.add(follow);
      return follow;
    },
    unfollow(follow) {
      const { stream } = follow;
      stream.follows.delete(follow);
      if (stream.follows.size > 0) return;
      clearTimeout(stream.booksTimer);
      streams.delete(stream.market);
    },
  };
}
