/**
 * Fees of a market under the names that the client libraries read: rate x shares x (p (1 - p)) ^ exponent in
 * collateral, p being the price.
 */
import { Type } from "typebox";
import type { FeeSchedule } from "../../../core/market-terms.ts";

export const RATE = { description: "A fraction, as 0.07" };
export const TAKER_ONLY = { description: "Whether resting orders pay nothing" };

export const FeeDetails = Type.Object(
  { r: Type.Number(RATE), e: Type.Integer(), to: Type.Boolean(TAKER_ONLY) },
  { description: "The schedule in short: rate, exponent, taker only" },
);

const BASIS_POINTS = 10_000;

/** Fees of a market without a schedule. */
const FREE: FeeSchedule = { rate: 0, exponent: 1, takerOnly: true };

export function feeDetails(fees: FeeSchedule | undefined): Type.Static<typeof FeeDetails> {
  const { rate, exponent, takerOnly } = fees ?? FREE;
  return { r: rate / BASIS_POINTS, e: exponent, to: takerOnly };
}

/** The rates of the two parties of a fill, in basis points. */
export const baseFees = (fees: FeeSchedule | undefined) => ({
  maker: fees === undefined || fees.takerOnly ? 0 : fees.rate,
  taker: fees?.rate ?? 0,
});
