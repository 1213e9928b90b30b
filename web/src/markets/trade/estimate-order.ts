/** Estimates the result of a planned order in the current book. */
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
} from "../../../../src/core/units.ts";
import type { Lots, Micros, Ticks } from "../../../../src/core/units.ts";
import { computeFillsFee, computeRestingFee } from "./fees.ts";
import type { Fees } from "./fees.ts";
import type { OrderPlan } from "./plan-order.ts";

export type OrderEstimate = {
  /** Shares that would trade at once or rest. */
  readonly shares: Lots;
  readonly average: Ticks;
  /** Money for these shares without fees. */
  readonly money: Micros;
  readonly fee: Micros;
  /** Cost of a purchase, or proceeds of a sale, including fees. */
  readonly total: Micros;
  /** Payout of the shares if their outcome wins. */
  readonly payout: Micros;
  /** Result at the worst price. If the rest of the order is dropped, only for the shares in the book. */
  readonly least: { readonly shares: Lots; readonly money: Micros };
};

/** Rounds the average price to a tick, which is a hundredth of a cent. */
export const computeAverage = (money: Micros, shares: Lots): Ticks =>
  shares === 0 ? ticks(0) : ticks(Math.round(averagePrice(money, shares) / MICROS_PER_TICK));

const MICROS_PER_TICK = 100;

export function estimateOrder(plan: OrderPlan, fees: Fees): OrderEstimate {
  const { form, matched, remaining, size, limit } = plan;
  const isDropped = form.kind === "market" && remaining > 0;
  const maxShares = isDropped ? matched.shares : size;
  const resting = form.kind === "limit" ? remaining : NO_LOTS;
  const shares = addLots(matched.shares, resting);
  const money = addMicros(matched.money, cost(resting, limit));
  const fee = addMicros(
    computeFillsFee(fees, matched.fills),
    computeRestingFee(fees, { size, rests: resting, limit }),
  );
  return {
    shares,
    money,
    fee,
    average: computeAverage(money, shares),
    total: form.side === "BUY" ? addMicros(money, fee) : subtractMicros(money, fee),
    payout: setValue(shares),
    least: { shares: maxShares, money: cost(maxShares, limit) },
  };
}

/**
 * Computes the money that a purchase requires. The exchange reserves the cost at the worst price, even if fills and fees
 * cost less.
 */
export const computeRequiredMoney = (plan: OrderPlan, fees: Fees | undefined): Micros =>
  micros(Math.max(plan.makerAmount, fees === undefined ? 0 : estimateOrder(plan, fees).total));
