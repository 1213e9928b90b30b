/**
 * Fees of fills, into one account of the exchange. A fill pays the fee of everything that its order filled, less what
 * earlier fills of it paid: however one order's fills are cut, it pays the same. Each signed order is rounded by itself,
 * as published: below 0.00001 to nothing, else to five places. So two orders may pay less than one of both sizes, by
 * less than 0.00001 each.
 */
import type { FeeSchedule } from "./market-terms.ts";
import type { Account, Exchange, Order } from "./state.ts";
import { cost, feeOf, feeWeight, NO_MICROS, subtractLots, subtractMicros } from "./units.ts";
import type { Lots, Micros, Ticks } from "./units.ts";

/** The account that fees go to; nobody can sign for it. */
export const FEE_ACCOUNT = "0x00000000000000000000000000000000000000fe";

export function feeAccount({ accountByAddress }: Exchange): Account {
  const account = accountByAddress.get(FEE_ACCOUNT);
  if (account === undefined) throw new Error("a fee was charged before its account was opened");
  return account;
}

/** Fills of an incoming order so far, as its fee counts them. */
export type FeeTally = { weight: bigint; fee: Micros };

/** The fee of one more fill of an incoming order at `price`; the price of either outcome gives the same. */
export function chargeTaker(fees: FeeSchedule, charged: FeeTally, lots: Lots, price: Ticks): Micros {
  const { rate, exponent } = fees;
  charged.weight += feeWeight(lots, price, exponent);
  const before = charged.fee;
  charged.fee = feeOf(charged.weight, rate, exponent);
  return subtractMicros(charged.fee, before);
}

/** The fee of a resting order for `lots` more of it, at its own price; of a sale never more than it fetches. */
export function makerFeeOf(order: Order, lots: Lots): Micros {
  const left = subtractLots(order.remaining, lots);
  const fee = subtractMicros(restingFee(order, order.remaining), restingFee(order, left));
  const most = order.side === "SELL" ? cost(lots, order.limit) : fee;
  return fee < most ? fee : most;
}

/** The fee of an order that rests with `remaining`, if all of it fills. */
export function restingFee(
  { market: { fees }, lots, limit }: Pick<Order, "market" | "lots" | "limit">,
  remaining: Lots,
): Micros {
  if (fees === undefined || fees.takerOnly || remaining === 0) return NO_MICROS;
  const { rate, exponent } = fees;
  const whole = feeOf(feeWeight(lots, limit, exponent), rate, exponent);
  return subtractMicros(
    whole,
    feeOf(feeWeight(subtractLots(lots, remaining), limit, exponent), rate, exponent),
  );
}
