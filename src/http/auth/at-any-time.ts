/** Timestamps of requests while nobody knows which of the machine's clocks is right. */
import type { Context } from "../../context.ts";

type Verdict = { readonly ok: boolean };

/**
 * Judges a request at the exchange's time (ms), and at the wall clock's where that refuses it while the clocks part.
 * Clients sign in time by either clock; cancels above all must pass.
 */
export function atAnyTime<V extends Verdict>(
  { clock, clocks }: Pick<Context, "clock" | "clocks">,
  judge: (nowMs: number) => V,
): V {
  const verdict = judge(clock());
  if (verdict.ok || clocks.parted() === undefined) return verdict;
  const other = judge(clocks.wall());
  return other.ok ? other : verdict;
}
