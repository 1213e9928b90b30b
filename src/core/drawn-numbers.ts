/** Pseudo-random numbers seeded by a text: the same text gives the same numbers everywhere. */

/** Returns a function that draws whole numbers from 0 up to, but not including, a bound. */
export function createDraws(text: string): (below: number) => number {
  let state = 0x811c9dc5;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    state = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return ((state ^ (state >>> 15)) >>> 0) % below;
  };
}
