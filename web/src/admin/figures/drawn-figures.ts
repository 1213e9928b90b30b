/** Figures as they are shown: amounts, which may be below zero, names of spans of days, and the bars of a chart. */
import { micros } from "../../../../src/core/units.ts";
import type { Micros } from "../../../../src/core/units.ts";
import { readMicros } from "../../money.ts";
import { wholeAmountAxis } from "../../profit/axis-ticks.ts";
import type { Formats } from "../../text/formats.ts";
import type { Unit } from "./figure-filter.ts";

/** A cent, in micros. */
export const CENT = 10_000;

/** Amount from which an axis has short labels. */
const LARGE = 1_000_000_000;

export function readFigure(text: string): Micros {
  const isBelow = text.startsWith("-");
  const amount = readMicros(isBelow ? text.slice(1) : text) ?? 0;
  return micros(isBelow ? 0 - amount : amount);
}

/** Formats an amount to the cent, while files have every digit. */
export const formatFigure = (text: string, formats: Formats): string => formats.money(readFigure(text));

export const formatAxisAmount = (value: number, formats: Formats): string =>
  Math.abs(value) < LARGE ? formats.roundMoney(micros(value)) : formats.shortMoney(micros(value));

export type SpanName = { readonly short: string; readonly long: string };

/** Names of days are in UTC: their middle is on the same date nearly everywhere. */
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** Names the span from a day on, before another. */
export function spanName(
  span: { readonly from: string; readonly to: string },
  unit: Unit,
  formats: Formats,
): SpanName {
  const first = noon(span.from);
  if (unit === "month") return { short: formats.month(first), long: formats.month(first) };
  const short = formats.day(first);
  const last = noon(span.to) - 86_400_000;
  return {
    short,
    long: last === first ? formats.date(first) : `${formats.date(first)} – ${formats.date(last)}`,
  };
}

export type Bar = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Bars in a square of 100 by 100 with its origin at the top left, and the positions of labels. */
export type BarShape = {
  readonly bars: readonly Bar[];
  /** Height of zero. */
  readonly zero: number;
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  /** Places of bars that have a label below, with their horizontal middle. */
  readonly labels: readonly { readonly place: number; readonly x: number }[];
};

const MAX_TICKS = 5;
const MAX_LABELS = 4;
/** Room above the highest and below the lowest bar. */
const MARGIN = 4;
/** Part of its place that a bar fills. */
const FILLED = 0.76;

/** Draws values in order; `least` is the least distance between two values of the axis. */
export function barShapeOf(values: readonly number[], least: number): BarShape {
  const { low, high, ticks } = wholeAmountAxis(values, MAX_TICKS, least);
  const y = (value: number): number => MARGIN + ((high - value) / (high - low)) * (100 - 2 * MARGIN);
  const place = 100 / Math.max(values.length, 1);
  const step = Math.max(1, Math.ceil(values.length / MAX_LABELS));
  return {
    bars: values.map((value, index) => ({
      x: (index + (1 - FILLED) / 2) * place,
      y: Math.min(y(value), y(0)),
      width: place * FILLED,
      height: Math.abs(y(value) - y(0)),
    })),
    zero: y(0),
    ticks: ticks.map((value) => ({ value, y: y(value) })),
    labels: values.flatMap((_value, index) =>
      index % step === 0 ? [{ place: index, x: (index + 0.5) * place }] : [],
    ),
  };
}

/** Finds the bar at a horizontal place. */
export const barAt = (count: number, x: number): number =>
  Math.min(Math.max(Math.floor((x / 100) * count), 0), count - 1);
