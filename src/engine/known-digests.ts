/**
 * The digests in the store, checked in memory: "no" is certain, "maybe" requires a query. They are read from the store
 * in the background; until all are read, each digest may be known. Digests that are committed meanwhile are added. A
 * filter that is nine tenths full stays in use while a larger one is filled. A filter takes three bytes for each digest
 * of the store when it is filled, at least 2 MiB and at most 512 MiB. During a fill there are two.
 */
import type { DigestPage } from "../store/reads/orders.ts";
import { isUnavailable } from "../store/sql/unavailable.ts";
import { createBloomFilter } from "./bloom-filter.ts";
import type { BloomFilter } from "./bloom-filter.ts";

export type DigestSource = {
  /** Estimates the number of digests; a wrong estimate costs a second fill. */
  estimate(): Promise<number>;
  /**
   * Reads the next page of digests after a position, from 0 on; `undefined` if there are none. It sees everything that
   * was committed before its first call.
   */
  readPage(after: number): Promise<DigestPage | undefined>;
};

export type KnownDigestsOptions = {
  readonly source: DigestSource;
  /** Minimum capacity of a filter. */
  readonly leastCapacity?: number;
  /** Calls `act` after this delay; the timer does not keep the process alive. */
  readonly after: (milliseconds: number, act: () => void) => void;
  /** Called with errors, except that the database does not answer. */
  readonly onError: (error: unknown) => void;
};

export type KnownDigests = {
  /** False if the store certainly lacks the digest. */
  mayHave(digest: string): boolean;
  /** Starts the first fill. */
  startFilling(): void;
  /** Drops all digests and starts another fill: the store was put back to an earlier state. */
  restart(): void;
  /** Adds a committed digest; to be called before any check that depends on it. */
  add(digest: string): void;
  /** Stops a running fill, and returns once it stopped. */
  close(): Promise<void>;
};

const DIGEST_DIGITS = 64;
const MIN_CAPACITY = 2 ** 20;
/** Capacity of a filter of 512 MiB; above it the rate of false positives rises, and each of them costs a query. */
const MAX_CAPACITY = 2 ** 28;
const RETRY_MS = 1_000;
/** Retry delay after an error, except that the database does not answer. */
const RETRY_AFTER_ERROR_MS = 60_000;

/** Creates the check without digests: until the first fill, each digest may be known. */
export function createKnownDigests(options: KnownDigestsOptions): KnownDigests {
  const { source, leastCapacity = MIN_CAPACITY, onError } = options;
  /** The filter with all digests, and the one that is being filled. */
  let complete: BloomFilter | undefined;
  let filling: BloomFilter | undefined;
  let isFilling = false;
  let filled = Promise.resolve();
  let retries = createRetries(options);

  async function fill(reads: Retries): Promise<void> {
    let expected = (await reads.run(source.estimate)) ?? 0;
    // Another fill may be running by now, which alone gets committed digests.
    if (reads.isStopped()) return;
    do {
      // From here on the filter gets committed digests, so that it lacks only the store's digests of this moment.
      const filter = createBloomFilter(capacityFor(expected, leastCapacity));
      filling = filter;
      expected = await readAll(source, filter, reads);
      if (reads.isStopped()) return;
      complete = filter;
      filling = undefined;
    } while (isNearlyFull(complete));
    isFilling = false;
  }

  function startFilling(): void {
    isFilling = true;
    filled = fill(retries).catch(onError);
  }

  function restart(): void {
    retries.stop();
    retries = createRetries(options);
    complete = undefined;
    filling = undefined;
    startFilling();
  }

  function add(digest: string): void {
    filling?.add(digest);
    if (complete === undefined) return;
    complete.add(digest);
    if (!isFilling && isNearlyFull(complete)) startFilling();
  }

  return {
    mayHave: (digest) => complete === undefined || complete.has(digest),
    startFilling,
    restart,
    add,
    close: () => {
      retries.stop();
      return filled;
    },
  };
}

/** Capacity for half as many again as the count. */
const capacityFor = (count: number, least: number): number =>
  Math.min(Math.max(Math.ceil(count * 1.5), least), MAX_CAPACITY);

const isNearlyFull = (filter: BloomFilter): boolean =>
  filter.capacity < MAX_CAPACITY && filter.size() >= filter.capacity * 0.9;

/** Adds all digests of the source, unless it is stopped, and returns their number. */
async function readAll(source: DigestSource, filter: BloomFilter, retries: Retries): Promise<number> {
  let [place, count] = [0, 0];
  for (;;) {
    const after = place;
    const page = await retries.run(() => source.readPage(after));
    if (page === undefined) return count;
    const { digests, last } = page;
    for (let end = DIGEST_DIGITS; end <= digests.length; end += DIGEST_DIGITS) filter.add(digests, end);
    place = last;
    count += digests.length / DIGEST_DIGITS;
  }
}

type Retries = {
  /** Repeats a read until it succeeds; returns `undefined` once stopped. */
  run<T>(read: () => Promise<T>): Promise<T | undefined>;
  stop(): void;
  isStopped(): boolean;
};

function createRetries({ after, onError }: Pick<KnownDigestsOptions, "after" | "onError">): Retries {
  const stopping = new AbortController();
  const isStopped = (): boolean => stopping.signal.aborted;
  let wake = (): void => {};

  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      after(milliseconds, resolve);
    });

  async function run<T>(read: () => Promise<T>): Promise<T | undefined> {
    while (!isStopped()) {
      try {
        return await read();
      } catch (error) {
        if (isStopped()) break;
        if (!isUnavailable(error)) onError(error);
        await pause(isUnavailable(error) ? RETRY_MS : RETRY_AFTER_ERROR_MS);
      }
    }
    return undefined;
  }

  const stop = (): void => {
    stopping.abort();
    wake();
  };
  return { run, stop, isStopped };
}
