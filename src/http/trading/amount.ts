/** Amounts in the bodies of requests: decimal text, or a JSON number that is written the same. */
import { Type } from "typebox";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import {
  affordableLots,
  decimalText,
  lots,
  MAX_MICROS,
  micros,
  ONE,
  parseDecimal,
} from "../../core/units.ts";
import type { Lots, Micros } from "../../core/units.ts";
import { nearestHint } from "../meant-amount.ts";

const MAX_DIGITS = 64;

export const AmountOf = (description: string) =>
  Type.Union([Type.String({ maxLength: MAX_DIGITS }), Type.Number()], { description });

/** Decimals of an amount of shares, and of one of collateral. */
export const SHARE_PLACES = 2;
export const COLLATERAL_PLACES = 6;

/** Complete sets that all collateral there can be is worth. */
const MOST_SETS = affordableLots(MAX_MICROS, ONE);

export type AmountInput = string | number;

/** Shares, more than none; or what was expected, what came and what is near. */
export function readShares(given: AmountInput): Lots | Rejection {
  const amount = readAmount(given, { name: "amount", places: SHARE_PLACES, most: MOST_SETS });
  return isRejection(amount) ? amount : lots(amount);
}

/** Collateral, more than none; or as of shares. `name` is that of its field. */
export function readCollateral(given: AmountInput, name = "amount"): Micros | Rejection {
  const amount = readAmount(given, { name, places: COLLATERAL_PLACES, most: MAX_MICROS });
  return isRejection(amount) ? amount : micros(amount);
}

/** The amount as a whole number of 10^-`places`, up to `most` of them. */
function readAmount(
  given: AmountInput,
  { name, places, most }: { readonly name: string; readonly places: number; readonly most: number },
): number | Rejection {
  const amount = parseDecimal(String(given), places);
  if (amount !== undefined && amount > 0 && amount <= most) return amount;
  return reject(
    "invalid_payload",
    `${name}: expected a decimal above 0 with up to ${places} decimals and at most ` +
      `${decimalText(most, places)}, got ${JSON.stringify(given)}${nearestHint(given, { places, least: 1, most })}`,
  );
}
