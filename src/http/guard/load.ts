/**
 * Detects overload of the process: a lasting backlog of orders, or an event loop that is late repeatedly. Excess requests
 * are refused at once, so that accepted requests are answered in time.
 */
import { createTickQueue } from "../../base/async.ts";

export type LoadLimits = {
  /**
   * Signed orders that count as overload: at least `standingOrders` underway in each of `burstLooks` checks. While orders
   * are being refused, at most `heldOrders` are underway, and `ordersATurn` of them continue per tick of the event loop. So
   * accepted orders are answered soon, and cheap refusals do not wait for them.
   */
  readonly standingOrders: number;
  readonly burstLooks: number;
  readonly heldOrders: number;
  readonly ordersATurn: number;
  /** Interval between two checks of the clock, ms, and the lateness that counts as late. */
  readonly lookMs: number;
  readonly lateMs: number;
  /** Excess of late checks over punctual checks that counts as overload. */
  readonly maxStrain: number;
  /** Minimum number of requests since the last check for lateness to be attributed to requests. */
  readonly fewest: number;
  /**
   * Factor on the rate of completed requests that gives the admitted rate while the loop is late: `takenBehind` while
   * more requests are underway than the exchange completes, else `takenKeepingUp`.
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
  /** Returns the reason if one more request is too many, else `undefined`. */
  refusalOf(asking: LoadKind): string | undefined;
  /** True while orders are refused because of overload. */
  isShedding(): boolean;
  /** Counts the completion of a request that had a slot. */
  done(): void;
  /** Refuses orders from now on, whatever the checks say. */
  shed(): void;
  /** Waits for an order's turn before any costly work; `undefined` if the order need not wait. */
  turn(): Promise<void> | undefined;
  /** Counts orders of an authenticated caller. Requests that arrive slowly, or without credentials, do not count. */
  beginOrders(count: number): void;
  endOrders(count: number): void;
  /** Checks the clock; must be called every `lookMs`. */
  look(): void;
};

export type LoadSources = {
  /** Monotonic clock, ms. */
  readonly clock: () => number;
  /** Number of requests that hold a slot. */
  readonly underway: () => number;
  /** Calls back in the next tick of the event loop. */
  readonly afterTurn?: (then: () => void) => void;
};

export function createLoad(
  limits: LoadLimits,
  { clock, underway, afterTurn = setImmediate }: LoadSources,
): Load {
  const { lookMs, lateMs, maxStrain, fewest: fewestRequests } = limits;
  const orders = createOrderLoad(limits, afterTurn);
  const admission = createAdmission(limits, underway);
  let askedCount = 0;
  let dueAt = clock() + lookMs;
  let strain = 0;

  return {
    refusalOf(asking) {
      askedCount += 1;
      if (asking === "order" && orders.isTooMuch())
        return "the exchange has more orders underway than it can do; nothing was done";
      if (asking === "cancel" || strain < maxStrain || askedCount + underway() < fewestRequests)
        return undefined;
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
      // Under lasting load the strain stays near its limit: requests are refused and admitted alternately.
      strain = isLate ? Math.min(strain + 1, maxStrain) : Math.max(strain - 1, 0);
      askedCount = 0;
      dueAt = now + lookMs;
      orders.look();
    },
  };
}

/** Fraction by which the best rate decays with each check. */
const BEST_RATE_DECAY = 0.02;

/**
 * Admits requests in proportion to the completed rate per elapsed time. So the rate is right even while the operating
 * system suspends the thread.
 */
function createAdmission({ takenKeepingUp, takenBehind }: LoadLimits, underway: () => number) {
  let completedCount = 0;
  /** Completed requests per millisecond. */
  let rate = 0;
  let leftCount = 0;
  return {
    done: (): void => void (completedCount += 1),
    take(): boolean {
      leftCount -= 1;
      return leftCount >= 0;
    },
    /** Updates the rate after `elapsedMs`. */
    look(elapsedMs: number): void {
      rate = Math.max(completedCount / elapsedMs, rate * (1 - BEST_RATE_DECAY));
      const part = underway() > Math.max(completedCount, rate * elapsedMs) ? takenBehind : takenKeepingUp;
      leftCount = Math.ceil(rate * elapsedMs * part);
      completedCount = 0;
    },
  };
}

/** Distinguishes a short burst of orders from a backlog that lasts for several checks. */
function createOrderLoad(limits: LoadLimits, afterTurn: (then: () => void) => void) {
  const { standingOrders, burstLooks, heldOrders, ordersATurn } = limits;
  let underway = 0;
  /** Fewest orders underway since the last check. */
  let fewestUnderway = 0;
  let hasRefused = false;
  let fullLooks = 0;
  const turns = createTickQueue(ordersATurn, afterTurn);
  const isShedding = (): boolean => fullLooks >= burstLooks;

  return {
    isShedding,
    isTooMuch(): boolean {
      if (!isShedding() || underway + turns.waiting() < heldOrders) return false;
      hasRefused = true;
      return true;
    },
    shed(): void {
      fullLooks = burstLooks;
      hasRefused = true;
    },
    turn: () => (isShedding() ? new Promise<void>((resolve) => turns.add(resolve)) : undefined),
    begin: (count: number): void => {
      underway += count;
    },
    end: (count: number): void => {
      underway -= count;
      fewestUnderway = Math.min(fewestUnderway, underway);
    },
    look(): void {
      if (!isShedding()) fullLooks = fewestUnderway >= standingOrders ? fullLooks + 1 : 0;
      else if (!hasRefused) fullLooks = 0;
      hasRefused = false;
      fewestUnderway = underway;
    },
  };
}
