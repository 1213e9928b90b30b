/** By what positions are sorted. Equal ones go by condition id and outcome, so that pages do not overlap. */
import type { StoredPosition } from "../../store/positions.ts";
import { compareRatios } from "./position-figures.ts";
import type { PositionFigures, Ratio } from "./position-figures.ts";

/** A position with the price of its outcome now and what follows from it. */
export type PricedPosition = {
  readonly stored: StoredPosition;
  readonly halfTicks: number;
  readonly figures: PositionFigures;
};

type Compare = (a: PricedPosition, b: PricedPosition) => number;

const byFigure =
  (figureOf: (figures: PositionFigures) => Ratio): Compare =>
  (a, b) =>
    compareRatios(figureOf(a.figures), figureOf(b.figures));

const byKey =
  <Key extends string | number>(keyOf: (stored: StoredPosition) => Key): Compare =>
  (a, b) =>
    compareKeys(keyOf(a.stored), keyOf(b.stored));

const compareKeys = <Key extends string | number>(a: Key, b: Key): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts after every date: what has no end ends last. */
const NEVER = "~";

const ORDERS = {
  CURRENT: byFigure(({ currentValue }) => currentValue),
  INITIAL: byFigure(({ initialValue }) => initialValue),
  TOKENS: byFigure(({ size }) => size),
  CASHPNL: byFigure(({ cashPnl }) => cashPnl),
  PERCENTPNL: byFigure(({ percentPnl }) => percentPnl),
  REALIZEDPNL: byFigure(({ realizedPnl }) => realizedPnl),
  PRICE: byFigure(({ curPrice }) => curPrice),
  AVGPRICE: byFigure(({ avgPrice }) => avgPrice),
  TITLE: byKey(({ title }) => title),
  RESOLVING: byKey(({ endDateKey }) => (endDateKey === "" ? NEVER : endDateKey)),
  TIMESTAMP: byKey(({ changedAt }) => changedAt),
} as const satisfies Readonly<Record<string, Compare>>;

export type PositionOrder = keyof typeof ORDERS;

export const CURRENT_ORDERS = [
  "CURRENT",
  "INITIAL",
  "TOKENS",
  "CASHPNL",
  "PERCENTPNL",
  "TITLE",
  "RESOLVING",
  "PRICE",
  "AVGPRICE",
] as const;

export const CLOSED_ORDERS = ["REALIZEDPNL", "TITLE", "PRICE", "AVGPRICE", "TIMESTAMP"] as const;

const byCondition = byKey(({ conditionId }) => conditionId);
const byOutcome = byKey(({ outcome }) => outcome);

export function inOrder(
  positions: readonly PricedPosition[],
  order: PositionOrder,
  direction: "ASC" | "DESC",
): PricedPosition[] {
  const [compare, sign] = [ORDERS[order], direction === "ASC" ? 1 : -1];
  return positions.toSorted((a, b) => sign * compare(a, b) || byCondition(a, b) || byOutcome(a, b));
}
