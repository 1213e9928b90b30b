/** Size of a bench: the one of its file, or a fraction of it, so that a test can run it in seconds. */

/** Scales a count by `BENCH_SCALE` of the environment, 1 by default, but not below `least`. */
export const sized = (whole: number, least = 1): number => Math.max(least, Math.round(whole * readScale()));

function readScale(): number {
  const { BENCH_SCALE: text } = process.env;
  if (text === undefined) return 1;
  const scale = Number(text);
  if (!(scale > 0 && scale <= 1))
    throw new Error(`BENCH_SCALE must be a number above 0 and at most 1, not "${text}"`);
  return scale;
}
