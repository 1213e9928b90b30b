/**
 * A Bloom filter over digests. It has every digest that was added, and reports about 1 in 2,000 of all others falsely
 * while filled up to its capacity. Sixteen bits an entry and eleven probes make (1 - e^(-11/16))^11 = 1 in 2,180
 * (Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970). A digest's last sixteen digits give all
 * probes, first + i * step (Kirsch and Mitzenmacher, "Less hashing, same performance", 2006): they are as good as a
 * hash. An attacker who searches for digests that share probes with others causes one query for each, and nothing else.
 */

export type BloomFilter = {
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
