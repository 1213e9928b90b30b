/**
 * Worth and profit of a position, from its whole numbers and the price of its outcome: exact ratios, which are rounded
 * once, when they are written. Fees are no part of it.
 */
import { MICROS_OF_HALF_TICK } from "../../core/shown-price.ts";
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

const LOTS = 100n;
const MICROS = 1_000_000n;
/** Lots x micros per share, in collateral. */
const VALUE = LOTS * MICROS;
/** A half tick in micros per share. */
const HALF_TICK = BigInt(MICROS_OF_HALF_TICK);

/** Shares, collateral, collateral per share, and percent. One sorts, and the others are shown of a page only. */
export const FIGURES = {
  size: ({ lots }) => ({ numerator: BigInt(lots), denominator: LOTS }),
  avgPrice: ({ average }) => ({ numerator: BigInt(average), denominator: MICROS }),
  /** Cost of the shares that are held. */
  initialValue: (position) => ({ numerator: costOf(position), denominator: VALUE }),
  currentValue: (position) => ({ numerator: valueOf(position), denominator: VALUE }),
  /** Profit of the shares that are held, without what was realized. */
  cashPnl: (position) => ({ numerator: valueOf(position) - costOf(position), denominator: VALUE }),
  percentPnl: (position) => percent(valueOf(position) - costOf(position), costOf(position)),
  totalBought: ({ bought }) => ({ numerator: BigInt(bought), denominator: LOTS }),
  realizedPnl: ({ realized }) => ({ numerator: BigInt(realized), denominator: MICROS }),
  /** Realized profit over the cost of all shares ever bought. */
  percentRealizedPnl: (position) => percent(BigInt(position.realized) * LOTS, costOfAll(position)),
  /** Percentage as Polymarket defines it: the value now against the cost of all shares ever bought. */
  percentOfAllBought: (position) => percent(valueOf(position) - costOfAll(position), costOfAll(position)),
  /** Cost of all shares ever bought, at their average. */
  allBought: (position) => ({ numerator: costOfAll(position), denominator: VALUE }),
  /** Cost of all shares ever bought with the realized profit. */
  proceeds: (position) => ({
    numerator: costOfAll(position) + BigInt(position.realized) * LOTS,
    denominator: VALUE,
  }),
  /** Profit of all shares, held and given up. */
  totalPnl: (position) => ({
    numerator: BigInt(position.realized) * LOTS + valueOf(position) - costOf(position),
    denominator: VALUE,
  }),
  curPrice: ({ halfTicks }) => ({ numerator: BigInt(halfTicks) * HALF_TICK, denominator: MICROS }),
} as const satisfies Readonly<Record<string, Figure>>;

/** A figure of a position, exactly. */
export type Figure = (position: PositionNumbers) => Ratio;

/** Worth of the positions together. */
export const totalValue = (positions: readonly Pick<PositionNumbers, "lots" | "halfTicks">[]): Ratio => ({
  numerator: positions.reduce((total, position) => total + valueOf(position), 0n),
  denominator: VALUE,
});

const costOf = ({ lots, average }: PositionNumbers): bigint => BigInt(lots) * BigInt(average);

const costOfAll = ({ bought, average }: PositionNumbers): bigint => BigInt(bought) * BigInt(average);

const valueOf = ({ lots, halfTicks }: Pick<PositionNumbers, "lots" | "halfTicks">): bigint =>
  BigInt(lots) * BigInt(halfTicks) * HALF_TICK;

/** Gives no percentage of a cost that is zero, or negative as a conversion can leave it. */
const percent = (profit: bigint, cost: bigint): Ratio =>
  cost > 0n ? { numerator: 100n * profit, denominator: cost } : { numerator: 0n, denominator: 1n };

/** Order of two ratios: below 0 when `a` is less, 0 when they are equal. */
export function compareRatios(a: Ratio, b: Ratio): number {
  if (a.denominator === b.denominator) return compare(a.numerator, b.numerator);
  return compare(a.numerator * b.denominator, b.numerator * a.denominator);
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
