/**
 * Time of a virtual clock that passes in a step. It goes from one instant at which something is due to the next: orders
 * expire, delayed ones match and sessions of keys end at their own times. Between these nothing happens, however far they are apart.
 */
import type { VirtualClock } from "./clocks.ts";
import type { DelayedOrders } from "./delayed-orders.ts";
import type { Engine } from "./engine.ts";
import type { Heartbeats } from "./heartbeats.ts";

/** Most instants of a step: each may cost a commit. */
const MOST_INSTANTS = 1_000;

export type TimedWork = {
  readonly virtual: VirtualClock;
  readonly engine: Pick<Engine, "submit" | "exchange">;
  readonly heartbeats: Pick<Heartbeats, "check" | "firstEnd">;
  readonly delayedOrders: Pick<DelayedOrders, "check" | "firstDue"> | undefined;
};

/** Times of a step, ms. */
export type TimeSpan = { readonly from: number; readonly until: number; readonly most?: number };

/**
 * Does what is due before the span's end at its own instants, up to the most of them. The clock stands at the last one then; the
 * caller sets it to the end.
 */
export async function passTime(
  work: TimedWork,
  { from, until, most = MOST_INSTANTS }: TimeSpan,
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

/** Does what is due by now: orders expire, delayed ones match, and sessions without a heartbeat end. */
export async function doDue({
  engine,
  heartbeats,
  delayedOrders,
}: Omit<TimedWork, "virtual">): Promise<void> {
  await engine.submit({ type: "expire-orders" });
  await delayedOrders?.check();
  await heartbeats.check();
}

/** The first instant after now at which something is due. Work that was due before and could not be done is not waited for. */
function nextInstant({ virtual, engine, heartbeats, delayedOrders }: TimedWork): number {
  const { time } = virtual.read();
  const [soonest] = engine.exchange.expiries;
  const matching = delayedOrders?.firstDue(time) ?? Infinity;
  const due = [soonest?.expiresAt ?? Infinity, matching, Math.ceil(heartbeats.firstEnd(time))];
  return Math.min(...due.filter((instant) => instant > time));
}
