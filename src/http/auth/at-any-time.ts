/** Checks request timestamps, where more than one clock may be the right one to sign by. */
import type { Context } from "../../context.ts";

type Verdict = { readonly ok: boolean };

/**
 * Verifies a request at the exchange's time (ms) and, if that refuses it, at the other clocks. In virtual time that is the
 * machine's clock; while engine and wall clock disagree, it is the wall clock. Clients may sign by any of them: cancels above
 * all must pass.
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
