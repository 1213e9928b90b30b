/**
 * Reads of market state from memory that never run ahead of the last commit. A result is cached until a commit changes
 * its market. While a commit is in flight, readers of a market that it changes get the cached result, or wait for the
 * commit.
 */
import type { Market } from "../core/state.ts";
import type { BookSequences } from "./book-changes.ts";

export type CommittedReads = {
  /**
   * Returns the result of `build` for the market at the last commit; calls `build` at most once per `key` and change.
   */
  read<T>(market: Market, key: MarketRead<T>): T | Promise<T>;
  /** Starts a commit that changes these markets. */
  begin(markets: ReadonlySet<Market>): void;
  /** Drops every cached result, after the whole exchange was replaced; no commit may be in flight. */
  forget(): void;
  /** Fails the reads that wait for the commit in flight; the commit goes on. */
  failWaiting(error: Error): void;
  /** Completes the commit, and answers the reads that waited for it. */
  end(markets: ReadonlySet<Market>): void;
};

/** A way to read a market, whose book has this sequence. The object's identity is the cache key. */
export type MarketRead<T> = { readonly build: (market: Market, sequence: number) => T };

/** Passes a read to `use`: at once unless it must wait, which is rare. */
export const whenRead = <T, Used>(read: T | Promise<T>, use: (value: T) => Used): Used | Promise<Used> =>
  read instanceof Promise ? read.then(use) : use(read);

type WaitingRead = { readonly answer: () => void; readonly fail: (error: Error) => void };

export function createCommittedReads(sequences: Pick<BookSequences, "of">): CommittedReads {
  const kept = new Map<Market, Map<MarketRead<unknown>, unknown>>();
  const changing = new Map<Market, WaitingRead[]>();

  function readNow<T>(market: Market, key: MarketRead<T>): T {
    let readings = kept.get(market);
    if (readings === undefined) kept.set(market, (readings = new Map()));
    if (!readings.has(key)) readings.set(key, key.build(market, sequences.of(market)));
    return readings.get(key) as T;
  }

  function read<T>(market: Market, key: MarketRead<T>): T | Promise<T> {
    const waiting = changing.get(market);
    if (waiting === undefined || kept.get(market)?.has(key) === true) return readNow(market, key);
    return new Promise((resolve, fail) =>
      waiting.push({ answer: () => resolve(readNow(market, key)), fail }),
    );
  }

  function begin(markets: ReadonlySet<Market>): void {
    for (const market of markets) changing.set(market, []);
  }

  /** Answers the waiting reads before the next batch can change the market again. */
  function end(markets: ReadonlySet<Market>): void {
    for (const market of markets) {
      const waiting = changing.get(market) ?? [];
      changing.delete(market);
      kept.delete(market);
      for (const { answer } of waiting) answer();
    }
  }

  function failWaiting(error: Error): void {
    for (const [market, waiting] of changing) {
      changing.set(market, []);
      for (const { fail } of waiting) fail(error);
    }
  }

  return { read, begin, end, forget: () => kept.clear(), failWaiting };
}
