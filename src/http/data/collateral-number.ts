/** Sums of collateral as the data interface writes them. */
import type { Micros } from "../../core/units.ts";
import { wireNumber } from "./wire-number.ts";

/** Micros of one unit of collateral. */
export const MICROS = 1_000_000n;

export const collateralNumber = (amount: Micros): number => wireNumber(BigInt(amount), MICROS);
