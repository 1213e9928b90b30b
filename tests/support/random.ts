/** A small seeded generator of pseudo-random numbers (mulberry32), so that a failing run can be repeated exactly. */

export type Random = {
  /** A whole number from 0 to `below` - 1. */
  readonly below: (below: number) => number;
  /** A whole number from `least` to `most`, both included. */
  readonly between: (least: number, most: number) => number;
  /** True in `percent` of 100 cases. */
  readonly chance: (percent: number) => boolean;
  readonly pick: <T>(items: readonly T[]) => T;
};

/** Makes a generator; the same 32-bit seed always gives the same numbers. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (percent) => next() * 100 < percent,
    pick: (items) => items[below(items.length)]!,
  };
}
