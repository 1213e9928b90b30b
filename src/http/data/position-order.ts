/** Orders of positions. Equal ones go by condition id and outcome, so that pages do not overlap. */
import type { StoredPosition } from "../../store/reads/positions.ts";
import { compareRatios, FIGURES } from "./position-figures.ts";
import type { Figure } from "./position-figures.ts";

/** A position with the price of its outcome now. */
export type PricedPosition = StoredPosition & { readonly halfTicks: number };

type Sort = (positions: readonly PricedPosition[], sign: 1 | -1) => PricedPosition[];

/** Sorts by a key that is computed once of each position. */
function sortBy<Key>(keyOf: (position: PricedPosition) => Key, compare: (a: Key, b: Key) => number): Sort {
  return (positions, sign) =>
    positions
      .map((position) => ({ position, key: keyOf(position) }))
      .sort((a, b) => sign * compare(a.key, b.key) || tie(a.position, b.position))
      .map(({ position }) => position);
}

const tie = (a: StoredPosition, b: StoredPosition): number =>
  compareKeys(a.conditionId, b.conditionId) || compareKeys(a.outcome, b.outcome);

const byFigure = (figure: Figure): Sort => sortBy(figure, compareRatios);

const byKey = <Key extends string | number>(keyOf: (position: StoredPosition) => Key): Sort =>
  sortBy(keyOf, compareKeys);

const compareKeys = <Key extends string | number>(a: Key, b: Key): number => (a < b ? -1 : a > b ? 1 : 0);

/** Stands for the end of a market that has none: it sorts after every date. */
const NEVER = "~";

const ORDERS = {
  CURRENT: byFigure(FIGURES.currentValue),
  INITIAL: byFigure(FIGURES.initialValue),
  TOKENS: byFigure(FIGURES.size),
  CASHPNL: byFigure(FIGURES.cashPnl),
  PERCENTPNL: byFigure(FIGURES.percentPnl),
  REALIZEDPNL: byFigure(FIGURES.realizedPnl),
  PRICE: byFigure(FIGURES.curPrice),
  AVGPRICE: byFigure(FIGURES.avgPrice),
  TITLE: byKey(({ title }) => title),
  RESOLVING: byKey(({ endDateKey }) => (endDateKey === "" ? NEVER : endDateKey)),
  TIMESTAMP: byKey(({ changedAt }) => changedAt),
} as const satisfies Readonly<Record<string, Sort>>;

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

export const inOrder = (
  positions: readonly PricedPosition[],
  order: PositionOrder,
  direction: "ASC" | "DESC",
): PricedPosition[] => ORDERS[order](positions, direction === "ASC" ? 1 : -1);
