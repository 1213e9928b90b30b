/**
 * Steps of a virtual clock. A step goes from one instant at which something is due to the next: orders expire, delayed
 * orders match, settlements fail and sessions of keys end at their own times. Between these instants nothing happens,
 * however far apart they are.
 */
import type { VirtualClock } from "./clocks.ts";
import type { DueWork } from "./due-work.ts";
import type { Engine } from "./engine.ts";
import type { Heartbeats } from "./heartbeats.ts";

/** Maximum number of instants in a step: each may cost a commit. */
const MAX_INSTANTS = 1_000;

export type TimedWork = {
  readonly virtual: VirtualClock;
  readonly engine: Pick<Engine, "submit" | "exchange">;
  readonly heartbeats: Pick<Heartbeats, "check" | "firstEnd">;
  /** Sandbox work at its own time: delayed matches, and settlements that fail. */
  readonly dueWork: readonly Pick<DueWork, "check" | "firstDue">[];
};

/** Times of a step, ms. */
export type TimeSpan = { readonly from: number; readonly until: number; readonly most?: number };

/**
 * Does the work that is due before the span's end, each at its own instant, up to `most` instants. The clock then shows the
 * last one; the caller sets it to the end.
 */
export async function passTime(
  work: TimedWork,
  { from, until, most = MAX_INSTANTS }: TimeSpan,
): Promise<void> {
  work.virtual.set({ time: from, rate: 0 });
  for (let instants = 0; instants < most; instants += 1) {
    await doDue(work);
    const next = nextInstant(work);
    if (next >= until) return;
    work.virtual.set({ time: next, rate: 0 });
  }
  await doDue(work);
}

/** Does all work that is due now: orders expire, sandbox work runs, and sessions without a heartbeat end. */
export async function doDue({ engine, heartbeats, dueWork }: Omit<TimedWork, "virtual">): Promise<void> {
  await engine.submit({ type: "expire-orders" });
  for (const work of dueWork) await work.check();
  await heartbeats.check();
}

/**
 * Returns the first instant after now at which something is due. Work that was due before and could not be done is not
 * waited for.
 */
function nextInstant({ virtual, engine, heartbeats, dueWork }: TimedWork): number {
  const { time } = virtual.read();
  const [soonest] = engine.exchange.expiries;
  const own = dueWork.map((work) => work.firstDue(time));
  const due = [soonest?.expiresAt ?? Infinity, ...own, Math.ceil(heartbeats.firstEnd(time))];
  return Math.min(...due.filter((instant) => instant > time));
}
