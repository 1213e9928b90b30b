/**
 * The digests in the store, checked in memory: "no" is certain, "maybe" requires a query. They are read from the store
 * in the background; until all are read, each digest may be known. Digests that are committed meanwhile are added. A
 * filter that is nine tenths full stays in use while a larger one is filled. A filter takes three bytes for each digest
 * of the store when it is filled, at least 2 MiB and at most 512 MiB. During a fill there are two.
 */
import type { DigestPage } from "../../store/reads/orders.ts";
import { isUnavailable } from "../../store/sql/unavailable.ts";

// A Bloom filter over digests. It has every digest that was added, and reports about 1 in 2,000 of all others falsely
// while filled up to its capacity. Sixteen bits an entry and eleven probes make (1 - e^(-11/16))^11 = 1 in 2,180
// (Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970). A digest's last sixteen digits give all
// probes, first + i * step (Kirsch and Mitzenmacher, "Less hashing, same performance", 2006): they are as good as a
// hash. An attacker who searches for digests that share probes with others causes one query for each, and nothing else.

type BloomFilter = {
  /** Number of entries up to which the rate of false positives holds. */
  readonly capacity: number;
  /** Adds the digest whose hex digits stop at `end` in the text; without `end`, at the end of the text. */
  add(text: string, end?: number): void;
  /** False if the digest was never added. */
  has(digest: string): boolean;
  /** Number of different digests added; a digest whose probes were all set before is not counted. */
  size(): number;
};

const BITS_PER_ENTRY = 16;
const PROBES = 11;
/** Hex digits of a word of 32 bits. */
const WORD_DIGITS = 8;
const WORDS = 2 ** 32;

/** Makes an empty filter of 2 bytes an entry; `capacity` is at most 2^28. */
export function createBloomFilter(capacity: number): BloomFilter {
  const words = new Uint32Array(Math.ceil((capacity * BITS_PER_ENTRY) / 32));
  /** Scales a word to the position of a bit, by its share of all words. */
  const scale = (words.length * 32) / WORDS;
  let entries = 0;

  function add(text: string, end = text.length): void {
    let place = readWord(text, end - 2 * WORD_DIGITS);
    const step = readWord(text, end - WORD_DIGITS) | 1;
    let isNew = false;
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = Math.floor(place * scale);
      const mask = 1 << (bit & 31);
      if ((words[bit >>> 5]! & mask) === 0) {
        words[bit >>> 5]! |= mask;
        isNew = true;
      }
      place = (place + step) >>> 0;
    }
    if (isNew) entries += 1;
  }

  function has(digest: string): boolean {
    let place = readWord(digest, digest.length - 2 * WORD_DIGITS);
    const step = readWord(digest, digest.length - WORD_DIGITS) | 1;
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = Math.floor(place * scale);
      if ((words[bit >>> 5]! & (1 << (bit & 31))) === 0) return false;
      place = (place + step) >>> 0;
    }
    return true;
  }

  return { capacity, add, has, size: () => entries };
}

/** Reads the word of eight hex digits from `start`; other characters are mixed by their codes. */
function readWord(text: string, start: number): number {
  let word = 0;
  for (let index = start; index < start + WORD_DIGITS; index += 1) {
    const code = text.charCodeAt(index);
    word = (word << 4) | ((code + 9 * (code >> 6)) & 15);
  }
  return word >>> 0;
}

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
  /** Starts the first load of the digests. */
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
  const stopControl = new AbortController();
  const isStopped = (): boolean => stopControl.signal.aborted;
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
    stopControl.abort();
    wake();
  };
  return { run, stop, isStopped };
}
