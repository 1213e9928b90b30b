/** The class of an amount that was earned or lost. */
import type { Micros } from "../../../src/core/units.ts";

export const signOf = (amount: Micros): string => (amount > 0 ? "up" : amount < 0 ? "down" : "");
