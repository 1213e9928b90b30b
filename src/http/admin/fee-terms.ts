/** The fees of a market as operators write them. */
import { Type } from "typebox";
import type { FeeSchedule } from "../../core/catalog.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { decimalText, parseDecimal } from "../../core/units.ts";
import { AmountOf } from "../trading/amount.ts";

/** Decimals of a rate. */
export const FEE_RATE_PLACES = 4;
export const FEE_LIMITS = { rate: 2500, exponent: 4 } as const;

export const GivenFees = Type.Object(
  {
    rate: AmountOf("From 0.0001 to 0.25"),
    exponent: Type.Optional(Type.Integer({ minimum: 1, maximum: FEE_LIMITS.exponent, default: 1 })),
    takerOnly: Type.Optional(
      Type.Boolean({ default: true, description: "Whether resting orders pay nothing" }),
    ),
  },
  {
    additionalProperties: false,
    description: "What a fill costs: rate x shares x (price x (1 - price)) ^ exponent. Without it nothing",
  },
);

export function readFees({
  rate: given,
  exponent = 1,
  takerOnly = true,
}: Type.Static<typeof GivenFees>): FeeSchedule | Rejection {
  const rate = parseDecimal(String(given), FEE_RATE_PLACES) ?? 0;
  if (rate >= 1 && rate <= FEE_LIMITS.rate) return { rate, exponent, takerOnly };
  const [least, most] = [1, FEE_LIMITS.rate].map((bound) => decimalText(bound, FEE_RATE_PLACES));
  return reject(
    "invalid_payload",
    `fees.rate: expected a decimal from ${least} to ${most} with up to ${FEE_RATE_PLACES} decimals, got ${given}`,
  );
}
