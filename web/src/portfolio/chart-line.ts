/** A line through amounts, in a square of 100 by 100 with its origin at the top left. */
import { micros } from "../../../src/core/units.ts";
import type { Micros } from "../../../src/core/units.ts";

export type ChartLine = {
  readonly path: string;
  /** SVG path of the area below the line. */
  readonly area: string;
  /** Height of the zero line, if the amounts lie on both sides of it. */
  readonly zero: number | undefined;
  readonly lowest: Micros;
  readonly highest: Micros;
  /** Finds the horizontal position of the point with this index. */
  readonly x: (index: number) => number;
};

const MARGIN = 4;

export function lineOf(amounts: readonly Micros[]): ChartLine {
  const [lowest, highest] = [micros(Math.min(...amounts)), micros(Math.max(...amounts))];
  const span = highest - lowest;
  // A constant line runs through the middle.
  const y = (amount: number): number =>
    span === 0 ? 50 : MARGIN + ((highest - amount) / span) * (100 - 2 * MARGIN);
  const x = (index: number): number => (index / (amounts.length - 1)) * 100;
  const path = amounts.map((amount, index) => `${index === 0 ? "M" : "L"}${x(index)} ${y(amount)}`).join("");
  const zero = lowest < 0 && highest > 0 ? y(0) : undefined;
  return { path, area: `${path}V100H0Z`, zero, lowest, highest, x };
}
