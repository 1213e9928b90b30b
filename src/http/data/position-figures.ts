/**
 * What a position is worth and earned, from its whole numbers and the price of its outcome: exact ratios, which are
 * rounded once, when they are written. Fees are no part of it.
 */
import type { Lots, Micros, SharePrice } from "../../core/units.ts";

/** An exact number; the denominator is positive. */
export type Ratio = { readonly numerator: bigint; readonly denominator: bigint };

export type PositionNumbers = {
  readonly lots: Lots;
  readonly average: SharePrice;
  readonly bought: Lots;
  readonly realized: Micros;
  /** Price of its outcome. */
  readonly halfTicks: number;
};

/** Shares, collateral, collateral per share, and percent. */
export type PositionFigures = {
  readonly size: Ratio;
  readonly avgPrice: Ratio;
  /** What the shares that are held cost. */
  readonly initialValue: Ratio;
  readonly currentValue: Ratio;
  /** Of the shares that are held: what was realized is not in it. */
  readonly cashPnl: Ratio;
  readonly percentPnl: Ratio;
  readonly totalBought: Ratio;
  readonly realizedPnl: Ratio;
  /** What was realized, of what all shares ever bought cost. */
  readonly percentRealizedPnl: Ratio;
  /** What Polymarket calls so: the value now against what all shares ever bought cost. */
  readonly percentOfAllBought: Ratio;
  readonly curPrice: Ratio;
};

const LOTS = 100n;
const MICROS = 1_000_000n;
/** Lots x micros per share, in collateral. */
const VALUE = LOTS * MICROS;
/** A half tick in micros per share. */
const HALF_TICK = 50n;

/** Each figure is computed when it is asked for: most are shown of a page only, and one sorts. */
export function positionFigures(position: PositionNumbers): PositionFigures {
  const [lots, bought] = [BigInt(position.lots), BigInt(position.bought)];
  const [average, realized] = [BigInt(position.average), BigInt(position.realized)];
  const cost = lots * average;
  const costOfAll = bought * average;
  const value = valueOf(position);
  return {
    get size() {
      return { numerator: lots, denominator: LOTS };
    },
    get avgPrice() {
      return { numerator: average, denominator: MICROS };
    },
    get initialValue() {
      return { numerator: cost, denominator: VALUE };
    },
    get currentValue() {
      return { numerator: value, denominator: VALUE };
    },
    get cashPnl() {
      return { numerator: value - cost, denominator: VALUE };
    },
    get percentPnl() {
      return percent(value - cost, cost);
    },
    get totalBought() {
      return { numerator: bought, denominator: LOTS };
    },
    get realizedPnl() {
      return { numerator: realized, denominator: MICROS };
    },
    get percentRealizedPnl() {
      return percent(realized * LOTS, costOfAll);
    },
    get percentOfAllBought() {
      return percent(value - costOfAll, costOfAll);
    },
    get curPrice() {
      return { numerator: BigInt(position.halfTicks) * HALF_TICK, denominator: MICROS };
    },
  };
}

/** What the positions are worth together. */
export const totalValue = (positions: readonly Pick<PositionNumbers, "lots" | "halfTicks">[]): Ratio => ({
  numerator: positions.reduce((total, position) => total + valueOf(position), 0n),
  denominator: VALUE,
});

const valueOf = ({ lots, halfTicks }: Pick<PositionNumbers, "lots" | "halfTicks">): bigint =>
  BigInt(lots) * BigInt(halfTicks) * HALF_TICK;

/** Nothing is a percentage of no cost, nor of the negative one that a conversion can leave. */
const percent = (profit: bigint, cost: bigint): Ratio =>
  cost > 0n ? { numerator: 100n * profit, denominator: cost } : { numerator: 0n, denominator: 1n };

/** Below 0 when `a` is less, 0 when they are equal. */
export function compareRatios(a: Ratio, b: Ratio): number {
  if (a.denominator === b.denominator) return compare(a.numerator, b.numerator);
  return compare(a.numerator * b.denominator, b.numerator * a.denominator);
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
