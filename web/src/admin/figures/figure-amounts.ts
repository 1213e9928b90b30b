/** Amounts of figures, which may be below zero: shown to the cent, while files have every digit. */
import { micros } from "../../../../src/core/units.ts";
import type { Micros } from "../../../../src/core/units.ts";
import { readMicros } from "../../money.ts";
import type { Formats } from "../../text/formats.ts";

/** A cent, in micros. */
export const CENT = 10_000;

/** Amount from which an axis has short labels. */
const LARGE = 1_000_000_000;

export function readFigure(text: string): Micros {
  const isBelow = text.startsWith("-");
  const amount = readMicros(isBelow ? text.slice(1) : text) ?? 0;
  return micros(isBelow ? 0 - amount : amount);
}

export const formatFigure = (text: string, formats: Formats): string => formats.money(readFigure(text));

export const formatAxisAmount = (value: number, formats: Formats): string =>
  Math.abs(value) < LARGE ? formats.roundMoney(micros(value)) : formats.shortMoney(micros(value));
