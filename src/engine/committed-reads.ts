/**
 * Reads of market state from memory that never run ahead of the last commit. What is read of a market is kept until
 * a commit changes that market; while a commit is in flight, a reader of a market that it changes gets what was kept,
 * or waits for the commit.
 */
import type { Market } from "../core/state.ts";
import type { BookSequences } from "./book-changes.ts";

export type CommittedReads = {
  /** What `build` makes of the market at the last commit. `build` is called at most once per `key` and change. */
  read<T>(market: Market, key: MarketRead<T>): T | Promise<T>;
  begin(markets: ReadonlySet<Market>): void;
  /** Fails those who wait for the commit that is underway; it goes on. */
  giveUp(error: Error): void;
  end(markets: ReadonlySet<Market>): void;
};

/** A named way to read a market, whose book has this sequence: the same object stands for the same reading. */
export type MarketRead<T> = { readonly build: (market: Market, sequence: number) => T };

/** What `use` makes of a read: at once where it need not wait, as nearly none does. */
export const whenRead = <T, Used>(read: T | Promise<T>, use: (value: T) => Used): Used | Promise<Used> =>
  read instanceof Promise ? read.then(use) : use(read);

type Waiting = { readonly answer: () => void; readonly fail: (error: Error) => void };

export function createCommittedReads(sequences: Pick<BookSequences, "of">): CommittedReads {
  const kept = new Map<Market, Map<MarketRead<unknown>, unknown>>();
  const changing = new Map<Market, Waiting[]>();

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

  /** Answers those who waited before the next batch can change the market again. */
  function end(markets: ReadonlySet<Market>): void {
    for (const market of markets) {
      const waiting = changing.get(market) ?? [];
      changing.delete(market);
      kept.delete(market);
      for (const { answer } of waiting) answer();
    }
  }

  function giveUp(error: Error): void {
    for (const [market, waiting] of changing) {
      changing.set(market, []);
      for (const { fail } of waiting) fail(error);
    }
  }

  return { read, begin, end, giveUp };
}
