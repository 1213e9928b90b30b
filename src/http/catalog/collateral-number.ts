/** Amounts as the JSON numbers of Polymarket's figures. */
import { collateralText } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";

/** The number nearest to the exact decimal. */
export const collateralNumber = (amount: Micros): number => Number(collateralText(amount));
