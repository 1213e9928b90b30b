/** A seeded generator, so that every run measures the same work. */

export type Random = {
  /** A whole number from 0 up to, not including, `limit`. */
  below: (limit: number) => number;
  /** Lower-case hex digits. */
  hex: (length: number) => string;
  /** Decimal digits, the first not 0. */
  decimal: (length: number) => string;
};

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return (bits ^ (bits >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  const digits = (length: number, base: number): string =>
    Array.from({ length }, (_, index) =>
      (base === 10 && index === 0 ? 1 + below(9) : below(base)).toString(base),
    ).join("");
  return { below, hex: (length) => digits(length, 16), decimal: (length) => digits(length, 10) };
}
