/** Pseudo-random numbers from a seed (sfc32), so that equal seeds and inputs give equal traders. */

/** Draws a number from 0 (included) to 1 (excluded). */
export type Random = () => number;

/** Makes a generator; the same seed text always gives the same numbers. */
export function createRandom(seed: string): Random {
  let [a, b, c] = [hashText(seed, 0x9e3779b9), hashText(seed, 0x243f6a88), hashText(seed, 0xb7e15162)];
  let counter = 1;
  const next = (): number => {
    const drawn = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + drawn) | 0;
    return (drawn >>> 0) / 0x1_0000_0000;
  };
  for (let skipped = 0; skipped < 12; skipped += 1) next();
  return next;
}

/** Computes the FNV-1a hash from a given start value. */
function hashText(text: string, start: number): number {
  let hash = start;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}

/** Draws a whole number from `least` to `most`, both included. */
export const drawInteger = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1));

/** Draws from the normal distribution with mean 0 and deviation 1 (Box and Muller). */
export const drawNormal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
