/**
 * GET /fee-rate: what fills on a token's market cost: rate x shares x (p (1 - p)) ^ exponent in collateral, p being the
 * price. The same schedule stands under the names that the client libraries read.
 */
import { Type } from "typebox";
import type { FeeSchedule } from "../../core/catalog.ts";
import { tokenTerm } from "./token-term.ts";

const RATE = { description: "A fraction, as 0.07" };
const TAKER_ONLY = { description: "Whether resting orders pay nothing" };

const FeeRate = Type.Object({
  base_fee: Type.Integer({ description: "The rate in basis points; 0 where trading is free" }),
  fee_schedule: Type.Object({
    rate: Type.Number(RATE),
    exponent: Type.Integer(),
    takerOnly: Type.Boolean(TAKER_ONLY),
  }),
  fd: Type.Object(
    { r: Type.Number(RATE), e: Type.Integer(), to: Type.Boolean(TAKER_ONLY) },
    { description: "The schedule in short" },
  ),
});

const BASIS_POINTS = 10_000;

/** What a market without a schedule shows. */
const FREE: FeeSchedule = { rate: 0, exponent: 1, takerOnly: true };

export const getFeeRate = tokenTerm({
  path: "/fee-rate",
  summary: "Get the fee rate of a token",
  answer: FeeRate,
  read: ({ fees }): Type.Static<typeof FeeRate> => {
    const { rate: basisPoints, exponent, takerOnly } = fees ?? FREE;
    const rate = basisPoints / BASIS_POINTS;
    return {
      base_fee: basisPoints,
      fee_schedule: { rate, exponent, takerOnly },
      fd: { r: rate, e: exponent, to: takerOnly },
    };
  },
});
