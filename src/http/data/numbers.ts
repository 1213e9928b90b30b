/** Numbers of the data interface on the wire. */
import type { Micros } from "../../core/units.ts";

// Numbers of the data interface: exact fractions of integers, rounded once, when written. Only this file rounds them.

/** Decimals of a written number. */
const DECIMALS = 4;
const SCALE = 10 ** DECIMALS;
const EXACT_SCALE = BigInt(SCALE);

/**
 * Converts the fraction to a JSON number of at most four decimals, exact up to 9 x 10^11. Halves are rounded away from
 * zero, as PostgreSQL's round() does. The denominator is not 0.
 */
export function wireNumber(numerator: bigint, denominator: bigint): number {
  const isNegative = numerator < 0n !== denominator < 0n;
  const [dividend, divisor] = [magnitude(numerator), magnitude(denominator)];
  const rounded = (2n * dividend * EXACT_SCALE + divisor) / (2n * divisor);
  if (rounded === 0n) return 0;
  // The quotient of two integers is the number nearest to the decimal.
  const size = rounded <= MAX_EXACT_NUMBER ? Number(rounded) / SCALE : nearestNumber(rounded);
  return isNegative ? -size : size;
}

const MAX_EXACT_NUMBER = BigInt(Number.MAX_SAFE_INTEGER);

function nearestNumber(rounded: bigint): number {
  const decimals = String(rounded % EXACT_SCALE).padStart(DECIMALS, "0");
  return Number(`${rounded / EXACT_SCALE}.${decimals}`);
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

// Sums of collateral as the data interface writes them.

/** Micros of one unit of collateral. */
export const MICROS = 1_000_000n;

export const collateralNumber = (amount: Micros): number => wireNumber(BigInt(amount), MICROS);
