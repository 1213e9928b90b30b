/** Fields of a request that set the trading rules and the fees of a market. */
import { Type } from "typebox";
import { TERM_LIMITS } from "../../core/market-terms.ts";
import type { FeeSchedule, MarketTerms } from "../../core/market-terms.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { ONE, lots, parseDecimal, priceText } from "../../core/units.ts";
import { meantDecimal, nearestHint } from "../meant-amount.ts";
import { AmountOf } from "../trading/amount.ts";

// The fees of a market in operators' requests.

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

// The trading rules of a market in operators' requests.

const STANDARD = { tick: "0.01", minimumSize: "1" } as const;
const { tick: TICK, minimumLots: MINIMUM } = TERM_LIMITS;

export const TermFields = {
  tick: Type.Optional(AmountOf(`Price step, one of ${TICK.list}; ${STANDARD.tick} unless given`)),
  minimumSize: Type.Optional(AmountOf(`Smallest order in shares; ${STANDARD.minimumSize} unless given`)),
  fees: Type.Optional(GivenFees),
  autoRedeem: Type.Optional(
    Type.Boolean({
      description: "Whether its resolution pays everyone at once; the exchange's setting unless given",
    }),
  ),
};

type TermsRequest = {
  readonly tick?: string | number;
  readonly minimumSize?: string | number;
  readonly fees?: Type.Static<typeof GivenFees>;
  readonly autoRedeem?: boolean;
};

/** Reads the given trading rules; whether the market is of negative risk depends on its event. */
export function readTerms(given: TermsRequest): Omit<MarketTerms, "negativeRisk"> | Rejection {
  const { tick: step = STANDARD.tick, minimumSize: least = STANDARD.minimumSize } = given;
  const tick = TICK.sizes.find((size) => size === parseDecimal(String(step), TICK.places));
  if (tick === undefined) return bad("tick", `one of ${TICK.list}`, step, nearestStep(step));
  const size = parseDecimal(String(least), MINIMUM.places) ?? 0;
  if (size < MINIMUM.least || size > MINIMUM.most)
    return bad(
      "minimumSize",
      `shares from ${MINIMUM.range} with up to ${MINIMUM.places} decimals`,
      least,
      nearestHint(least, MINIMUM),
    );
  const fees = given.fees && readFees(given.fees);
  if (fees !== undefined && isRejection(fees)) return fees;
  return { tick, minimumLots: lots(size), fees, autoRedeem: given.autoRedeem };
}

/** Finds the price step nearest to the given one. */
function nearestStep(given: string | number): string {
  const meant = meantDecimal(given);
  if (meant === undefined) return "";
  const distance = (size: number): number => Math.abs(size / ONE - Number(meant));
  const [nearest] = TICK.sizes.toSorted((one, other) => distance(one) - distance(other));
  return nearest === undefined ? "" : `; nearest: ${priceText(nearest)}`;
}

const bad = (name: string, expected: string, got: string | number, nearest: string): Rejection =>
  reject("invalid_payload", `${name}: expected ${expected}, got ${JSON.stringify(got)}${nearest}`);
