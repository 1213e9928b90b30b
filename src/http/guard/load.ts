/**
 * How much the process has to do: requests underway, orders among them that stay more than a burst would, and whether
 * its turns come late again and again. What comes above that is refused at once, so that what was taken is answered in
 * time.
 */
import { createTurns } from "./turns.ts";

export type LoadLimits = {
  /** Requests underway at a time, and cancels that may be underway above them. */
  readonly maxUnderway: number;
  readonly cancelReserve: number;
  /**
   * Signed orders underway that are no burst any more when at no time of so many looks there were fewer. From then on,
   * as long as orders have to be refused, fewer may be underway and only so many go on in one turn of the event loop:
   * what is taken is answered soon, and what is refused, which costs little, does not wait behind it.
   */
  readonly standingOrders: number;
  readonly burstLooks: number;
  readonly heldOrders: number;
  readonly ordersATurn: number;
  /** Between two looks at the clock, and how late one may be. */
  readonly lookMs: number;
  readonly lateMs: number;
  /** Late looks more than those in time, from which on it is load. */
  readonly maxStrain: number;
  /** With fewer requests since the last look they are not what makes it late. */
  readonly fewest: number;
};

export const LOAD_LIMITS: LoadLimits = {
  maxUnderway: 2_000,
  cancelReserve: 500,
  standingOrders: 1_500,
  burstLooks: 4,
  heldOrders: 350,
  ordersATurn: 12,
  lookMs: 50,
  lateMs: 200,
  maxStrain: 3,
  fewest: 20,
};

export type Asking = "order" | "cancel" | "other";

export type Load = {
  /** Why one more is too many; `undefined` when it is not. */
  refusalOf(asking: Asking): string | undefined;
  /** Whether orders are refused for being too many. */
  isShedding(): boolean;
  begin(): void;
  end(): void;
  /** To be waited for before anything that costs is done for an order; `undefined` when there is nothing to wait for. */
  turn(): Promise<void> | undefined;
  /** Orders of a caller who is known: what comes slowly or from nobody is not among them. */
  beginOrders(count: number): void;
  endOrders(count: number): void;
  /** To be called every `lookMs`. */
  look(): void;
};

/** `clock` never goes back; `afterTurn` calls when the event loop has turned. */
export function createLoad(
  limits: LoadLimits,
  clock: () => number,
  afterTurn: (then: () => void) => void = setImmediate,
): Load {
  const { maxUnderway, cancelReserve, lookMs, lateMs, maxStrain, fewest } = limits;
  const orders = createOrderLoad(limits, afterTurn);
  let underway = 0;
  let asked = 0;
  let dueAt = clock() + lookMs;
  let strain = 0;

  return {
    refusalOf(asking) {
      asked += 1;
      const isCancel = asking === "cancel";
      const most = isCancel ? maxUnderway + cancelReserve : maxUnderway;
      if (underway >= most) {
        if (asking === "order") orders.shed();
        return `the exchange has ${underway} requests underway, its most; nothing was done`;
      }
      if (asking === "order" && orders.isTooMuch())
        return "the exchange has more orders underway than it can do; nothing was done";
      if (isCancel || strain < maxStrain || asked + underway < fewest) return undefined;
      return "the exchange is late with what it took before; nothing was done";
    },
    isShedding: orders.isShedding,
    begin: () => {
      underway += 1;
    },
    end: () => {
      underway -= 1;
    },
    turn: orders.turn,
    beginOrders: orders.begin,
    endOrders: orders.end,
    look() {
      const now = clock();
      const isLate = now - dueAt > lateMs;
      // Load that stays keeps it at the edge: what comes is refused and taken by turns.
      strain = isLate ? Math.min(strain + 1, maxStrain) : Math.max(strain - 1, 0);
      asked = 0;
      dueAt = now + lookMs;
      orders.look();
    },
  };
}

/** A burst is worked off soon; what stays for several looks is more than can be done, and would only wait longer. */
function createOrderLoad(limits: LoadLimits, afterTurn: (then: () => void) => void) {
  const { standingOrders, burstLooks, heldOrders, ordersATurn } = limits;
  let underway = 0;
  /** Since the last look. */
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
    /** From now on, whatever the looks say. */
    shed(): void {
      fullLooks = burstLooks;
      refused = true;
    },
    turn: () => (isShedding() ? turns.next() : undefined),
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
