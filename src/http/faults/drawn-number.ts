/** Derives a number in [0, 1) from a seed and a count: the finalizer of MurmurHash3, 32 bits, over both. */
export function drawnNumber(seed: number, count: number): number {
  let mixed = (seed ^ Math.imul(count + 1, 0x9e37_79b1)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}
