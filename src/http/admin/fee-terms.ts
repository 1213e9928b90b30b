/** The fees of a market as operators write them. */
import { Type } from "typebox";
import type { FeeSchedule } from "../../core/market-terms.ts";
import { TERM_LIMITS } from "../../core/market-terms.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { parseDecimal } from "../../core/units.ts";
import { AmountOf } from "../trading/amount.ts";
import { nearestHint } from "../meant-amount.ts";

const { rate: RATE, exponent: EXPONENT } = TERM_LIMITS.fees;

export const GivenFees = Type.Object(
  {
    rate: AmountOf(`From ${RATE.range}`),
    exponent: Type.Optional(Type.Integer({ minimum: EXPONENT.least, maximum: EXPONENT.most, default: 1 })),
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
  const rate = parseDecimal(String(given), RATE.places) ?? 0;
  if (rate >= RATE.least && rate <= RATE.most) return { rate, exponent, takerOnly };
  return reject(
    "invalid_payload",
    `fees.rate: expected a decimal from ${RATE.range} with up to ${RATE.places} decimals, got ${given}` +
      nearestHint(given, RATE),
  );
}
