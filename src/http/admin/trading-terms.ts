/** The terms of trading of a market as operators write them. */
import { Type } from "typebox";
import type { FeeSchedule } from "../../core/catalog.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { lots, parseDecimal, priceText, TICK_SIZES } from "../../core/units.ts";
import type { Lots, Ticks } from "../../core/units.ts";
import { AmountOf, SHARE_PLACES } from "../trading/amount.ts";
import { GivenFees, readFees } from "./fee-terms.ts";

const PRICE_PLACES = 4;
const STANDARD = { tick: "0.01", minimumSize: "1" } as const;
const MAX_MINIMUM = 1_000_000;
const SIZES = TICK_SIZES.map(priceText).join(", ");

export const TermFields = {
  tick: Type.Optional(AmountOf(`Price step, one of ${SIZES}; ${STANDARD.tick} unless given`)),
  minimumSize: Type.Optional(AmountOf(`Smallest order in shares; ${STANDARD.minimumSize} unless given`)),
  fees: Type.Optional(GivenFees),
};

type Given = {
  readonly tick?: string | number;
  readonly minimumSize?: string | number;
  readonly fees?: Type.Static<typeof GivenFees>;
};

type TradingTerms = {
  readonly tick: Ticks;
  readonly minimumLots: Lots;
  readonly fees: FeeSchedule | undefined;
};

export function readTerms(given: Given): TradingTerms | Rejection {
  const { tick: step = STANDARD.tick, minimumSize: least = STANDARD.minimumSize } = given;
  const tick = TICK_SIZES.find((size) => size === parseDecimal(String(step), PRICE_PLACES));
  if (tick === undefined) return bad("tick", `one of ${SIZES}`, step);
  const size = parseDecimal(String(least), SHARE_PLACES) ?? 0;
  if (size < 1 || size > MAX_MINIMUM * 100)
    return bad(
      "minimumSize",
      `shares from 0.01 to ${MAX_MINIMUM} with up to ${SHARE_PLACES} decimals`,
      least,
    );
  const fees = given.fees && readFees(given.fees);
  if (fees !== undefined && isRejection(fees)) return fees;
  return { tick, minimumLots: lots(size), fees };
}

const bad = (name: string, expected: string, got: string | number): Rejection =>
  reject("invalid_payload", `${name}: expected ${expected}, got ${JSON.stringify(got)}`);
