/** The seeded generator of the tests, with digits, so that every run measures the same work. */
import { createRandom as createNumbers } from "../../tests/support/random.ts";

export type Random = {
  /** Draws a whole number from 0 up to, not including, `limit`. */
  readonly below: (limit: number) => number;
  /** Draws lower-case hex digits. */
  readonly hex: (length: number) => string;
  /** Draws decimal digits, the first not 0. */
  readonly decimal: (length: number) => string;
};

/** Creates a generator; the same 32-bit seed always gives the same numbers and digits. */
export function createRandom(seed: number): Random {
  const { below } = createNumbers(seed);
  const digits = (length: number, base: number): string =>
    Array.from({ length }, (_, index) =>
      (base === 10 && index === 0 ? 1 + below(9) : below(base)).toString(base),
    ).join("");
  return { below, hex: (length) => digits(length, 16), decimal: (length) => digits(length, 10) };
}
