/**
 * What trading costs in the reference: rate x shares x (p (1 - p)) ^ exponent, in exact fractions, of all that an order
 * traded together. Below 0.00001 it is nothing, else it is rounded to five places, halves up.
 */
import type { FeeSchedule } from "../../src/core/catalog.ts";
import type { RefMarket, RefOrder } from "./reference-state.ts";

/** What decides what an order's resting part costs. */
export type Resting = Pick<RefOrder, "size" | "remaining" | "limit"> & {
  readonly market: Pick<RefMarket, "fees">;
};

/** Lots with the price at which they traded. */
export type Traded = { readonly lots: number; readonly price: number };

/** The fee of these trades together, in 0.000001. */
export function feeOfTrades(schedule: FeeSchedule | undefined, trades: readonly Traded[]): number {
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

/** What the next `lots` of a resting order cost it; all that it filled so far counts as filled at its own price. */
export function restingFee({ market, size, remaining, limit }: Resting, lots: number): number {
  if (market.fees === undefined || market.fees.takerOnly) return 0;
  const before = size - remaining;
  const [paid, owed] = [before, before + lots].map((filled) =>
    feeOfTrades(market.fees, [{ lots: filled, price: limit }]),
  ) as [number, number];
  return owed - paid;
}
