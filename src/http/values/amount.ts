/** Amounts in request bodies: decimal text, or a JSON number that has the same digits. */
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
import { nearestHint } from "./intended-amount.ts";

const MAX_DIGITS = 64;

export const AmountSchema = (description: string) =>
  Type.Union([Type.String({ maxLength: MAX_DIGITS }), Type.Number()], { description });

/** Decimals of an amount of shares and of an amount of collateral. */
export const SHARE_DECIMALS = 2;
export const COLLATERAL_DECIMALS = 6;

/** Complete sets that the maximum collateral could buy. */
const MAX_SETS = affordableLots(MAX_MICROS, ONE);

export type AmountInput = string | number;

/**
 * Reads a positive amount of shares. Rejects any other input with the expected form, the input and a near valid value.
 * `name` is the field's name.
 */
export function readShares(given: AmountInput, name = "amount"): Lots | Rejection {
  const amount = readAmount(given, { name, places: SHARE_DECIMALS, most: MAX_SETS });
  return isRejection(amount) ? amount : lots(amount);
}

/** Reads a positive amount of collateral, as `readShares` does. `name` is the field's name. */
export function readCollateral(given: AmountInput, name = "amount"): Micros | Rejection {
  const amount = readAmount(given, { name, places: COLLATERAL_DECIMALS, most: MAX_MICROS });
  return isRejection(amount) ? amount : micros(amount);
}

/** Reads the amount as an integer in units of 10^-`places`, from 1 to `most`. */
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
