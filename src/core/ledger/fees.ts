/**
 * Fees of fills, paid into one account of the exchange. A fill pays the fee of all that its order filled, less what its
 * earlier fills paid. So an order pays the same, however its fills are split. Each signed order is rounded separately, as
 * published: below 0.00001 to nothing, else to five places. So two orders may pay less than one of their total size, by
 * less than 0.00001 each.
 */
import type { FeeSchedule } from "../markets/market-terms.ts";
import type { Account, Exchange, Order } from "../state.ts";
import { cost, computeFee, feeWeight, NO_MICROS, subtractLots, subtractMicros } from "../units.ts";
import type { Lots, Micros, Ticks } from "../units.ts";

/** The fee account, which no key signs for. */
export const FEE_ACCOUNT = "0x00000000000000000000000000000000000000fe";

export function feeAccount({ accountByAddress }: Exchange): Account {
  const account = accountByAddress.get(FEE_ACCOUNT);
  if (account === undefined) throw new Error("a fee was charged before its account was opened");
  return account;
}

/** Weight and fee of an incoming order's fills so far. */
export type FeeTally = { weight: bigint; fee: Micros };

/** Charges one more fill of an incoming order at `price`; the price of either outcome gives the same fee. */
export function chargeTaker(fees: FeeSchedule, charged: FeeTally, lots: Lots, price: Ticks): Micros {
  const { rate, exponent } = fees;
  charged.weight += feeWeight(lots, price, exponent);
  const before = charged.fee;
  charged.fee = computeFee(charged.weight, rate, exponent);
  return subtractMicros(charged.fee, before);
}

/** Computes the fee of a resting order for `lots` more, at its own price. A sale never pays more than its proceeds. */
export function computeMakerFee(order: Order, lots: Lots): Micros {
  const left = subtractLots(order.remaining, lots);
  const fee = subtractMicros(computeRestingFee(order, order.remaining), computeRestingFee(order, left));
  const most = order.side === "SELL" ? cost(lots, order.limit) : fee;
  return fee < most ? fee : most;
}

/** Computes the fee of an order that rests with `remaining`, if all of it fills. */
export function computeRestingFee(
  { market: { fees }, lots, limit }: Pick<Order, "market" | "lots" | "limit">,
  remaining: Lots,
): Micros {
  if (fees === undefined || fees.takerOnly || remaining === 0) return NO_MICROS;
  const { rate, exponent } = fees;
  const whole = computeFee(feeWeight(lots, limit, exponent), rate, exponent);
  return subtractMicros(
    whole,
    computeFee(feeWeight(subtractLots(lots, remaining), limit, exponent), rate, exponent),
  );
}
