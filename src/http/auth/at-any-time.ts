/** Timestamps of requests, where more than one clock may be the right one to sign by. */
import type { Context } from "../../context.ts";

type Verdict = { readonly ok: boolean };

/**
 * Judges a request at the exchange's time (ms), and where that refuses it at the machine's: in virtual time, and at the wall
 * clock's while the clocks part. Clients sign by any of them; cancels above all must pass.
 */
export function atAnyTime<V extends Verdict>(
  { clock, clocks }: Pick<Context, "clock" | "clocks">,
  judge: (nowMs: number) => V,
): V {
  const verdict = judge(clock());
  if (verdict.ok) return verdict;
  const others = [
    ...(clocks.virtual === undefined ? [] : [clocks.machine]),
    ...(clocks.parted() === undefined ? [] : [clocks.wall]),
  ];
  for (const other of others) {
    const found = judge(other());
    if (found.ok) return found;
  }
  return verdict;
}
