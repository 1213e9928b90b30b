/**
 * A Bloom filter over digests: it has every digest that was added, and about 1 in 2,000 of all others while no more are
 * in it than its capacity. Sixteen bits an entry and eleven probes make (1 - e^(-11/16))^11 = 1 in 2,180 (Bloom,
 * "Space/time trade-offs in hash coding with allowable errors", 1970). A digest's last sixteen digits give all probes,
 * first + i * step (Kirsch and Mitzenmacher, "Less hashing, same performance", 2006): they are as good as a hash.
 * Digests that were searched for because they share probes with others cost a query each and nothing else.
 */

export type BloomFilter = {
  /** Number of entries for which the rate of false ones holds. */
  readonly capacity: number;
  /** Adds the digest whose hex digits end at `end` in the text; without it, at the end of the text. */
  add(text: string, end?: number): void;
  /** False if the digest was never added. */
  has(digest: string): boolean;
  /** Number of different digests that were added; one whose probes were all taken already is not counted. */
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
  /** Turns a word into a place among the bits, by its share of all words. */
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

/** The word of the eight hex digits from `start`; of other characters, a mix of their codes. */
function readWord(text: string, start: number): number {
  let word = 0;
  for (let index = start; index < start + WORD_DIGITS; index += 1) {
    const code = text.charCodeAt(index);
    word = (word << 4) | ((code + 9 * (code >> 6)) & 15);
  }
  return word >>> 0;
}
