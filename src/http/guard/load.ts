/**
 * Load of the process: orders that stay longer than a burst would, and turns that come late again and again. Requests above
 * it are refused at once, so that those that were taken are answered in time.
 */
import { createTurns } from "./turns.ts";

export type LoadLimits = {
  /**
   * Signed orders that make more than a burst: at least `standingOrders` underway in each of `burstLooks` looks. While
   * orders have to be refused, `heldOrders` at most are underway then, of which `ordersATurn` go on in one turn of the
   * event loop. Accepted orders are answered soon that way, and cheap refusals do not wait behind them.
   */
  readonly standingOrders: number;
  readonly burstLooks: number;
  readonly heldOrders: number;
  readonly ordersATurn: number;
  /** Milliseconds between two looks at the clock, and how late one may be. */
  readonly lookMs: number;
  readonly lateMs: number;
  /** Late looks more than those in time, from which on it is load. */
  readonly maxStrain: number;
  /** Requests since the last look below which lateness is not theirs. */
  readonly fewest: number;
  /**
   * Part of what the exchange completes that is taken while it is late: more while it keeps up with that, since others may
   * have its processor; less, and never below half, while more is underway.
   */
  readonly takenKeepingUp: number;
  readonly takenBehind: number;
};

export const LOAD_LIMITS: LoadLimits = {
  standingOrders: 1_500,
  burstLooks: 4,
  heldOrders: 350,
  ordersATurn: 12,
  lookMs: 50,
  lateMs: 200,
  maxStrain: 3,
  fewest: 20,
  takenKeepingUp: 1.25,
  takenBehind: 0.5,
};

export type LoadKind = "order" | "cancel" | "other";

export type Load = {
  /** Reason why one more is too many; `undefined` when it is not. */
  refusalOf(asking: LoadKind): string | undefined;
  /** True while orders are refused for being too many. */
  isShedding(): boolean;
  /** Counts a request that had a place and is answered. */
  done(): void;
  /** Refuses orders from now on, whatever the looks say. */
  shed(): void;
  /** Waits for the turn of an order, before anything that costs is done for it; `undefined` when it need not wait. */
  turn(): Promise<void> | undefined;
  /** Counts orders of a caller who is known: requests that come slowly, or without credentials, are not among them. */
  beginOrders(count: number): void;
  endOrders(count: number): void;
  /** Looks at the clock: to be called every `lookMs`. */
  look(): void;
};

export type LoadSources = {
  /** Milliseconds that never go back. */
  readonly clock: () => number;
  /** Requests that have a place. */
  readonly underway: () => number;
  /** Calls when the event loop has turned. */
  readonly afterTurn?: (then: () => void) => void;
};

export function createLoad(
  limits: LoadLimits,
  { clock, underway, afterTurn = setImmediate }: LoadSources,
): Load {
  const { lookMs, lateMs, maxStrain, fewest } = limits;
  const orders = createOrderLoad(limits, afterTurn);
  const admission = createAdmission(limits, underway);
  let asked = 0;
  let dueAt = clock() + lookMs;
  let strain = 0;

  return {
    refusalOf(asking) {
      asked += 1;
      if (asking === "order" && orders.isTooMuch())
        return "the exchange has more orders underway than it can do; nothing was done";
      if (asking === "cancel" || strain < maxStrain || asked + underway() < fewest) return undefined;
      if (admission.take()) return undefined;
      return "the exchange is late with what it took before; nothing was done";
    },
    isShedding: orders.isShedding,
    done: admission.done,
    shed: orders.shed,
    turn: orders.turn,
    beginOrders: orders.begin,
    endOrders: orders.end,
    look() {
      const now = clock();
      const isLate = now - dueAt > lateMs;
      admission.look(now - dueAt + lookMs);
      // Load that stays keeps it at the edge: what comes is refused and taken by turns.
      strain = isLate ? Math.min(strain + 1, maxStrain) : Math.max(strain - 1, 0);
      asked = 0;
      dueAt = now + lookMs;
      orders.look();
    },
  };
}

/** Fraction of the best rate that is forgotten with each look. */
const FORGOTTEN = 0.02;

/** Follows what the exchange completes, by the clock: also where its thread is taken away for most of the time. */
function createAdmission({ takenKeepingUp, takenBehind }: LoadLimits, underway: () => number) {
  let completed = 0;
  /** Requests that are completed in a millisecond. */
  let rate = 0;
  let left = 0;
  return {
    done: (): void => void (completed += 1),
    take(): boolean {
      left -= 1;
      return left >= 0;
    },
    /** Looks after so many milliseconds. */
    look(elapsedMs: number): void {
      rate = Math.max(completed / elapsedMs, rate * (1 - FORGOTTEN));
      const part = underway() > Math.max(completed, rate * elapsedMs) ? takenBehind : takenKeepingUp;
      left = Math.ceil(rate * elapsedMs * part);
      completed = 0;
    },
  };
}

/** Tells a burst, which is worked off soon, from orders that stay for several looks: more than can be done. */
function createOrderLoad(limits: LoadLimits, afterTurn: (then: () => void) => void) {
  const { standingOrders, burstLooks, heldOrders, ordersATurn } = limits;
  let underway = 0;
  /** Fewest orders underway since the last look. */
  let fewest = 0;
  let refused = false;
  let fullLooks = 0;
  const turns = createTurns(ordersATurn, afterTurn);
  const isShedding = (): boolean => fullLooks >= burstLooks;

  return {
    isShedding,
    isTooMuch(): boolean {
      if (!isShedding() || underway + turns.waiting() < heldOrders) return false;
      refused = true;
      return true;
    },
    shed(): void {
      fullLooks = burstLooks;
      refused = true;
    },
    turn: () => (isShedding() ? new Promise<void>((resolve) => turns.next(resolve)) : undefined),
    begin: (count: number): void => {
      underway += count;
    },
    end: (count: number): void => {
      underway -= count;
      fewest = Math.min(fewest, underway);
    },
    look(): void {
      if (!isShedding()) fullLooks = fewest >= standingOrders ? fullLooks + 1 : 0;
      else if (!refused) fullLooks = 0;
      refused = false;
      fewest = underway;
    },
  };
}
