/** How large a bench is: as its file says, or a part of that, so that a test can run it to its end in seconds. */

/** This many; with `BENCH_SCALE` in the environment that part of them, and at least `least`. */
export const sized = (whole: number, least = 1): number => Math.max(least, Math.round(whole * readScale()));

function readScale(): number {
  const { BENCH_SCALE: text } = process.env;
  if (text === undefined) return 1;
  const scale = Number(text);
  if (!(scale > 0 && scale <= 1))
    throw new Error(`BENCH_SCALE must be a number above 0 and at most 1, not "${text}"`);
  return scale;
}
