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
  /**
   * Resolves with the result of `build`, called once and at the last commit: now, or at the end of the commit in flight. Then
   * it is called before the followers of that commit.
   */
  readOnce<T>(market: Market, build: () => T): Promise<T>;
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
  const cachedReads = new Map<Market, Map<MarketRead<unknown>, unknown>>();
  const waitingByMarket = new Map<Market, WaitingRead[]>();

  function readNow<T>(market: Market, key: MarketRead<T>): T {
    let readings = cachedReads.get(market);
    if (readings === undefined) cachedReads.set(market, (readings = new Map()));
    if (!readings.has(key)) readings.set(key, key.build(market, sequences.of(market)));
    return readings.get(key) as T;
  }

  function read<T>(market: Market, key: MarketRead<T>): T | Promise<T> {
    const waitingReads = waitingByMarket.get(market);
    if (waitingReads === undefined || cachedReads.get(market)?.has(key) === true) return readNow(market, key);
    return new Promise((resolve, fail) =>
      waitingReads.push({ answer: () => resolve(readNow(market, key)), fail }),
    );
  }

  function begin(markets: ReadonlySet<Market>): void {
    for (const market of markets) waitingByMarket.set(market, []);
  }

  const readOnce = <T>(market: Market, build: () => T): Promise<T> =>
    new Promise((resolve, fail) => {
      const answer = (): void => {
        try {
          resolve(build());
        } catch (error) {
          fail(error);
        }
      };
      const waitingReads = waitingByMarket.get(market);
      if (waitingReads === undefined) answer();
      else waitingReads.push({ answer, fail });
    });

  /** Answers the waiting reads before the next batch can change the market again. */
  function end(markets: ReadonlySet<Market>): void {
    for (const market of markets) {
      const waitingReads = waitingByMarket.get(market) ?? [];
      waitingByMarket.delete(market);
      cachedReads.delete(market);
      for (const { answer } of waitingReads) answer();
    }
  }

  function failWaiting(error: Error): void {
    for (const [market, waitingReads] of waitingByMarket) {
      waitingByMarket.set(market, []);
      for (const { fail } of waitingReads) fail(error);
    }
  }

  return { read, readOnce, begin, end, forget: () => cachedReads.clear(), failWaiting };
}
