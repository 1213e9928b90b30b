/** Numbers of the data interface: statistics of positions as exact ratios, and their rounding. */
import { Type } from "typebox";
import { MICROS_PER_HALF_TICK, shownHalfTicks } from "../../core/markets/shown-price.ts";
import type { Lots, Micros, SharePrice } from "../../core/units.ts";
import type { StoredPosition } from "../../store/reads/accounts/positions.ts";
import { halfTicksNumber, readKnownPrices } from "../values/shown-prices.ts";

// Numbers of the data interface are exact fractions of integers, rounded only when written, and only in this file.

/** Decimals of a written number. */
const DECIMALS = 4;
const SCALE = 10 ** DECIMALS;
const EXACT_SCALE = BigInt(SCALE);

/**
 * Converts the fraction to a JSON number of at most four decimals, exact up to 9 x 10^11. Halves are rounded away from
 * zero, as PostgreSQL's round() does. The denominator is not 0.
 */
export function wireNumber(numerator: bigint, denominator: bigint): number {
  const isNegative = numerator < 0n !== denominator < 0n;
  const [dividend, divisor] = [magnitude(numerator), magnitude(denominator)];
  const rounded = (2n * dividend * EXACT_SCALE + divisor) / (2n * divisor);
  if (rounded === 0n) return 0;
  // The quotient of two exact integers is the JavaScript number nearest to the decimal.
  const size = rounded <= MAX_EXACT_NUMBER ? Number(rounded) / SCALE : nearestNumber(rounded);
  return isNegative ? -size : size;
}

const MAX_EXACT_NUMBER = BigInt(Number.MAX_SAFE_INTEGER);

function nearestNumber(rounded: bigint): number {
  const decimals = String(rounded % EXACT_SCALE).padStart(DECIMALS, "0");
  return Number(`${rounded / EXACT_SCALE}.${decimals}`);
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

// Sums of collateral in the data interface's form.

/** Micros of one unit of collateral. */
export const MICROS = 1_000_000n;

export const collateralNumber = (amount: Micros): number => wireNumber(BigInt(amount), MICROS);

// Value and profit of a position without fees, from the position's integers and the outcome's price: exact ratios,
// rounded only when written.

/** An exact ratio; the denominator is positive. */
export type Ratio = { readonly numerator: bigint; readonly denominator: bigint };

export type PositionNumbers = {
  readonly lots: Lots;
  readonly average: SharePrice;
  readonly bought: Lots;
  readonly realized: Micros;
  /** Price of the position's outcome, half ticks. */
  readonly halfTicks: number;
};

/** Lots of a share. */
export const LOTS = 100n;
/** Denominator of lots x micros per share, which gives collateral. */
const VALUE_DENOMINATOR = LOTS * MICROS;
/** A half tick in micros per share. */
const HALF_TICK = BigInt(MICROS_PER_HALF_TICK);

/**
 * Statistics of a position in shares, collateral, collateral per share, or percent. A list is sorted by one statistic;
 * the others are computed only for the page's rows.
 */
export const STATISTICS = {
  size: ({ lots }) => ({ numerator: BigInt(lots), denominator: LOTS }),
  avgPrice: ({ average }) => ({ numerator: BigInt(average), denominator: MICROS }),
  /** Cost of the shares currently held. */
  initialValue: (position) => ({ numerator: computeCost(position), denominator: VALUE_DENOMINATOR }),
  currentValue: (position) => ({ numerator: computeValue(position), denominator: VALUE_DENOMINATOR }),
  /** Unrealized profit of the shares currently held. */
  cashPnl: (position) => ({
    numerator: computeValue(position) - computeCost(position),
    denominator: VALUE_DENOMINATOR,
  }),
  percentPnl: (position) =>
    computePercent(computeValue(position) - computeCost(position), computeCost(position)),
  totalBought: ({ bought }) => ({ numerator: BigInt(bought), denominator: LOTS }),
  realizedPnl: ({ realized }) => ({ numerator: BigInt(realized), denominator: MICROS }),
  /** Realized profit over the cost of all shares ever bought. */
  percentRealizedPnl: (position) =>
    computePercent(BigInt(position.realized) * LOTS, computeTotalCost(position)),
  /** Percentage by Polymarket's definition: the current value against the cost of all shares ever bought. */
  percentOfAllBought: (position) =>
    computePercent(computeValue(position) - computeTotalCost(position), computeTotalCost(position)),
  /** Cost of all shares ever bought, at their average price. */
  allBought: (position) => ({ numerator: computeTotalCost(position), denominator: VALUE_DENOMINATOR }),
  /** Cost of all shares ever bought, plus the realized profit. */
  proceeds: (position) => ({
    numerator: computeTotalCost(position) + BigInt(position.realized) * LOTS,
    denominator: VALUE_DENOMINATOR,
  }),
  /** Realized and unrealized profit. */
  totalPnl: (position) => ({
    numerator: BigInt(position.realized) * LOTS + computeValue(position) - computeCost(position),
    denominator: VALUE_DENOMINATOR,
  }),
  curPrice: ({ halfTicks }) => ({ numerator: BigInt(halfTicks) * HALF_TICK, denominator: MICROS }),
} as const satisfies Readonly<Record<string, ComputeStatistic>>;

/** Function that computes an exact statistic of a position. */
export type ComputeStatistic = (position: PositionNumbers) => Ratio;

/** Returns the total value of the positions. */
export const computeTotalValue = (
  positions: readonly Pick<PositionNumbers, "lots" | "halfTicks">[],
): Ratio => ({
  numerator: positions.reduce((total, position) => total + computeValue(position), 0n),
  denominator: VALUE_DENOMINATOR,
});

const computeCost = ({ lots, average }: PositionNumbers): bigint => BigInt(lots) * BigInt(average);

const computeTotalCost = ({ bought, average }: PositionNumbers): bigint => BigInt(bought) * BigInt(average);

const computeValue = ({ lots, halfTicks }: Pick<PositionNumbers, "lots" | "halfTicks">): bigint =>
  BigInt(lots) * BigInt(halfTicks) * HALF_TICK;

/**
 * Returns the profit in percent of the cost; 0 for a cost of zero, or a negative cost, which a conversion can cause.
 */
const computePercent = (profit: bigint, cost: bigint): Ratio =>
  cost > 0n ? { numerator: 100n * profit, denominator: cost } : { numerator: 0n, denominator: 1n };

/** Compares two ratios: returns a number below 0 if `a` is less, 0 if equal. */
export function compareRatios(a: Ratio, b: Ratio): number {
  if (a.denominator === b.denominator) return compareNumbers(a.numerator, b.numerator);
  return compareNumbers(a.numerator * b.denominator, b.numerator * a.denominator);
}

const compareNumbers = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** Rounds a statistic of a position. */
export function writeStatistic(statistic: ComputeStatistic, position: PositionNumbers): number {
  const { numerator, denominator } = statistic(position);
  return wireNumber(numerator, denominator);
}

type Positioned = { readonly position: PositionNumbers };

/** Makes the field of a position's statistic. */
export const makeStatisticField = (description: string, statistic: ComputeStatistic) =>
  [Type.Number({ description }), ({ position }: Positioned) => writeStatistic(statistic, position)] as const;

/** Makes the field of the current price, which has up to five decimals, since a midpoint may have five. */
export const makePriceField = (description: string) =>
  [Type.Number({ description }), ({ position }: Positioned) => halfTicksNumber(position.halfTicks)] as const;

type StoredPrices = Pick<StoredPosition, "payout" | "bid" | "ask" | "lastPrice" | "outcome">;

/** Returns the current price of the position's outcome, half ticks. */
export const computeHalfTicks = (stored: StoredPrices): number =>
  shownHalfTicks(readKnownPrices(stored))[stored.outcome];
