/** What would come of a planned order in the book as it is now. */
import {
  addLots,
  addMicros,
  averagePrice,
  cost,
  micros,
  NO_LOTS,
  setValue,
  subtractMicros,
  ticks,
} from "../../../src/core/units.ts";
import type { Lots, Micros, Ticks } from "../../../src/core/units.ts";
import { feeOfFills, feeOfResting } from "./fees.ts";
import type { Fees } from "./fees.ts";
import type { Plan } from "./plan-order.ts";

export type Expected = {
  /** Shares that trade, with those that rest. */
  readonly shares: Lots;
  readonly average: Ticks;
  /** Without fees. */
  readonly money: Micros;
  readonly fee: Micros;
  /** What a purchase takes from the balance, or a sale brings. */
  readonly total: Micros;
  /** What the shares pay if their outcome is right. */
  readonly payout: Micros;
  /** The least shares of a purchase, or the least money of a sale, when all of it is done. */
  readonly least: { readonly shares: Lots; readonly money: Micros };
};

/** Prices of averages are shown to a hundredth of a cent. */
export const averageOf = (money: Micros, shares: Lots): Ticks =>
  shares === 0 ? ticks(0) : ticks(Math.round(averagePrice(money, shares) / MICROS_PER_TICK));

const MICROS_PER_TICK = 100;

export function expect(plan: Plan, fees: Fees): Expected {
  const { form, met, left, size, limit } = plan;
  const resting = form.kind === "limit" ? left : NO_LOTS;
  const shares = addLots(met.shares, resting);
  const money = addMicros(met.money, cost(resting, limit));
  const fee = addMicros(feeOfFills(fees, met.fills), feeOfResting(fees, { size, rests: resting, limit }));
  return {
    shares,
    money,
    fee,
    average: averageOf(money, shares),
    total: form.side === "BUY" ? addMicros(money, fee) : subtractMicros(money, fee),
    payout: setValue(shares),
    least: { shares: size, money: cost(size, limit) },
  };
}

/**
 * Money that has to be available for a purchase: what it comes to with its fees, and beforehand what all of it would
 * cost at its worst price.
 */
export const neededMoney = (plan: Plan, fees: Fees | undefined): Micros =>
  micros(Math.max(plan.makerAmount, fees === undefined ? 0 : expect(plan, fees).total));
