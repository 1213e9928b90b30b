/**
 * Trading fees in the reference: rate x shares x (p (1 - p)) ^ exponent, in exact fractions, of an order's trades
 * together. A fee below 0.00001 is zero; others are rounded to five places, halves up.
 */
import type { FeeSchedule } from "../../src/core/markets/market-terms.ts";
import type { RefMarket, RefOrder } from "./reference-state.ts";

/** Fields of an order that decide the fees of its resting part. */
export type RestingOrder = Pick<RefOrder, "size" | "remaining" | "limit"> & {
  readonly market: Pick<RefMarket, "fees">;
};

/** Lots with the price at which they traded. */
export type PricedLots = { readonly lots: number; readonly price: number };

/** Fee of these trades together, in 0.000001. */
export function feeOfTrades(schedule: FeeSchedule | undefined, trades: readonly PricedLots[]): number {
  if (schedule === undefined) return 0;
  const { rate, exponent } = schedule;
  let numerator = 0n;
  for (const { lots, price } of trades)
    numerator += BigInt(lots) * (BigInt(price) * BigInt(10_000 - price)) ** BigInt(exponent);
  numerator *= BigInt(rate) * 100_000n;
  const denominator = 100n * 10_000n * (10_000n * 10_000n) ** BigInt(exponent);
  if (numerator < denominator) return 0;
  const whole = numerator / denominator;
  const rest = numerator % denominator;
  return Number(whole + (2n * rest >= denominator ? 1n : 0n)) * 10;
}

/** Fee of the next `lots` of a resting order; all its fills so far count at its own price. */
export function restingFee({ market, size, remaining, limit }: RestingOrder, lots: number): number {
  if (market.fees === undefined || market.fees.takerOnly) return 0;
  const before = size - remaining;
  const [paid, owed] = [before, before + lots].map((filled) =>
    feeOfTrades(market.fees, [{ lots: filled, price: limit }]),
  ) as [number, number];
  return owed - paid;
}
