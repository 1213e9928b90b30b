/**
 * The algebra of money. Prices are whole ticks of 0.0001, shares are whole lots of 0.01 and collateral is whole micros of
 * 0.000001. So lots x ticks = micros exactly: a fill never rounds. All three are safe integers. This file has every
 * conversion between them and decimal text, and a name for every rounding.
 */

declare const unit: unique symbol;

/** Price of one share, in 0.0001 of a unit of collateral. A valid order price is 1..9999. */
export type Ticks = number & { readonly [unit]: "ticks" };
/** Outcome shares, in 0.01 of a share. */
export type Lots = number & { readonly [unit]: "lots" };
/** Collateral, in 0.000001 of a unit of collateral. */
export type Micros = number & { readonly [unit]: "micros" };

/** Price of one share in 0.000001 of a unit of collateral: averages have more digits than ticks. */
export type SharePrice = number & { readonly [unit]: "micros per share" };

/** The price of a complete set: one share of every outcome is worth exactly one unit of collateral. */
export const ONE = 10_000 as Ticks;
export const NO_LOTS = 0 as Lots;
export const NO_MICROS = 0 as Micros;
export const MAX_MICROS = Number.MAX_SAFE_INTEGER as Micros;

/** Base units per lot: the wire counts shares in 0.000001. */
const BASE_UNITS_PER_LOT = 10_000;

/** Price steps that a market may have, in ticks: 0.1, 0.01, 0.005, 0.0025, 0.001, 0.0001. All divide ONE. */
export const TICK_SIZES: readonly Ticks[] = [1000, 100, 50, 25, 10, 1].map((size) => size as Ticks);

/** Types a price as ticks; the caller guarantees a whole number. */
export const ticks = (value: number): Ticks => value as Ticks;
/** Types a quantity as lots; the caller guarantees a whole number. */
export const lots = (value: number): Lots => value as Lots;
/** Types an amount as micros; the caller guarantees a whole number. */
export const micros = (value: number): Micros => value as Micros;

/** Converts an amount computed as a big integer; the caller guarantees that it fits. */
export const exactMicros = (value: bigint): Micros => Number(value) as Micros;

/** Computes the cost of `quantity` at `price`: exact, since one lot at one tick is one micro. */
export const cost = (quantity: Lots, price: Ticks): Micros => (quantity * price) as Micros;

/** Computes the worth of `quantity` complete sets. */
export const setValue = (quantity: Lots): Micros => (quantity * ONE) as Micros;

/** Computes the price of the other outcome: both prices sum to ONE. */
export const complement = (price: Ticks): Ticks => (ONE - price) as Ticks;

/** Lots in one share. */
const LOTS_PER_SHARE = 100;

/** Converts a price in ticks to a share's price. */
export const sharePrice = (price: Ticks): SharePrice => (price * LOTS_PER_SHARE) as SharePrice;
/** Half a unit of collateral. */
export const HALF = 5_000 as Ticks;

/** Multiplies `amount` by `count`. */
export const times = (amount: Micros, count: number): Micros => (amount * count) as Micros;

/** Computes the payout of one share of an outcome. The numerators are 0 and 1, so nothing is rounded. */
export const payoutPrice = (payout: readonly [number, number], outcome: 0 | 1): SharePrice =>
  ((payout[outcome] * LOTS_PER_SHARE * ONE) / (payout[0] + payout[1])) as SharePrice;

/** Computes the payout of shares of an outcome. The result is exact, since half of one lot's worth is whole. */
export const redemptionValue = (quantity: Lots, payout: readonly [number, number], outcome: 0 | 1): Micros =>
  (quantity * payout[outcome] * (ONE / (payout[0] + payout[1]))) as Micros;

/**
 * Computes the cost of a share of outcome 0 that comes from converting NO shares with these average costs. The mean of
 * the averages, rounded down, is multiplied by their number. One unit of collateral is subtracted for all averages but
 * one. The result is divided by `got` markets and rounded down. Source: Polymarket's published profit-and-loss subgraph.
 */
export function conversionPrice(averages: readonly SharePrice[], got: number): SharePrice {
  const given = averages.length;
  const mean = Math.floor(averages.reduce((sum, average) => sum + average, 0) / given);
  return Math.floor((mean * given - LOTS_PER_SHARE * ONE * (given - 1)) / Math.max(got, 1)) as SharePrice;
}

/** Types a number as a share's price; the caller guarantees a whole number. */
export const perShare = (value: number): SharePrice => value as SharePrice;

/** Computes the average cost of a share when `quantity` cost `money`, rounded down. */
export const averagePrice = (money: Micros, quantity: Lots): SharePrice =>
  divideProduct(money, LOTS_PER_SHARE, quantity) as SharePrice;

/**
 * Computes the average cost of a share after buying `more` at `price` to `held` at `average`, rounded down. `more` is above
 * 0.
 */
export function blendedAverage(held: Lots, average: SharePrice, more: Lots, price: SharePrice): SharePrice {
  const [had, got] = [held * average, more * price];
  const total = had + got;
  if (Number.isSafeInteger(had) && Number.isSafeInteger(got) && Number.isSafeInteger(total))
    return Math.floor(total / (held + more)) as SharePrice;
  const exact = BigInt(held) * BigInt(average) + BigInt(more) * BigInt(price);
  return Number(floorDivide(exact, BigInt(held + more))) as SharePrice;
}

/** Computes the profit of disposing of `quantity` at `price` over its cost at `average`, rounded down. */
export const gain = (quantity: Lots, price: SharePrice, average: SharePrice): Micros =>
  divideProduct(quantity, price - average, LOTS_PER_SHARE) as Micros;

/** Computes a x b / divisor exactly, rounded down; the divisor is positive. */
function divideProduct(a: number, b: number, divisor: number): number {
  const product = a * b;
  if (Number.isSafeInteger(product)) return Math.floor(product / divisor);
  return Number(floorDivide(BigInt(a) * BigInt(b), BigInt(divisor)));
}

/** Divides with rounding down, where big integers truncate towards zero; the divisor is positive. */
const floorDivide = (dividend: bigint, divisor: bigint): bigint =>
  dividend >= 0n ? dividend / divisor : -((-dividend + divisor - 1n) / divisor);

/**
 * Computes the fee in collateral: rate (0.0001) x shares x (price (1 - price)) ^ exponent. Below 0.00001 it is nothing,
 * else it is rounded to five places, halves up. Source: the published formula of Polymarket's and Kuest's fees.
 */
export function computeFee(weight: bigint, rate: number, exponent: number): Micros {
  // In 0.00001: lots / 100 x rate / 10^4 x (ticks^2 / 10^8)^exponent x 10^5.
  const numerator = weight * BigInt(rate);
  const denominator = 10n ** BigInt(1 + 8 * exponent);
  if (numerator < denominator) return NO_MICROS;
  return Number(((2n * numerator + denominator) / (2n * denominator)) * 10n) as Micros;
}

/** Computes the weight of a fill in its fee: lots x (price (1 - price)) ^ exponent, the price in ticks. */
export const feeWeight = (quantity: Lots, price: Ticks, exponent: number): bigint =>
  BigInt(quantity) * BigInt(price * (ONE - price)) ** BigInt(exponent);

/** Converts a price between outcome 0 and the token of `outcome`, in either direction. */
export const outcomePrice = (price: Ticks, outcome: 0 | 1): Ticks =>
  outcome === 0 ? price : complement(price);

export const addLots = (a: Lots, b: Lots): Lots => (a + b) as Lots;
export const subtractLots = (a: Lots, b: Lots): Lots => (a - b) as Lots;
export const minLots = (a: Lots, b: Lots): Lots => (a < b ? a : b);
/** Computes a percentage of the shares, rounded down to a lot. */
export const percentageOf = (quantity: Lots, percent: number): Lots =>
  Math.floor((quantity * percent) / 100) as Lots;
export const addMicros = (a: Micros, b: Micros): Micros => (a + b) as Micros;
/** Adds statistics that only grow and affect no decision, capped at the largest amount. */
export const addCapped = (a: Micros, b: Micros): Micros => Math.min(a + b, MAX_MICROS) as Micros;
/** Adds statistics that affect no decision and may be negative, clamped to the safe integers. */
export const addCappedSigned = <N extends Lots | Micros>(a: N, b: N): N =>
  Math.max(Math.min(a + b, MAX_MICROS), -MAX_MICROS) as N;
/** Returns the opposite of an amount. */
export const negate = <N extends Lots | Micros>(amount: N): N => (0 - amount) as N;
export const subtractMicros = (a: Micros, b: Micros): Micros => (a - b) as Micros;

/** Computes the whole lots that `budget` buys at `price`, rounded down: the rest stays with its owner. */
export const affordableLots = (budget: Micros, price: Ticks): Lots => Math.floor(budget / price) as Lots;

/** Converts shares in base units (0.000001 of a share) to whole lots, rounded down. */
export const wholeLots = (baseUnits: number): Lots => Math.floor(baseUnits / BASE_UNITS_PER_LOT) as Lots;

/** Converts a quantity to base units (0.000001 of a share). */
export const baseUnits = (quantity: Lots): number => quantity * BASE_UNITS_PER_LOT;

/** Converts a listing's size in shares to the nearest lot. */
export const nearestLots = (shares: number): Lots => Math.round(shares * LOTS_PER_SHARE) as Lots;

const TICKS_PER_CENT = 100;

/** Converts a listing's price distance in cents to the nearest tick. */
export const nearestTicks = (cents: number): Ticks => Math.round(cents * TICKS_PER_CENT) as Ticks;

/** True when an amount of shares in base units is a whole number of lots. */
export const isWholeLots = (amount: number): boolean => amount % BASE_UNITS_PER_LOT === 0;

/**
 * Returns the tick price nearest to `money / shares` (both in base units) on a market whose price step is `tick`; a tie
 * goes up. It may lie outside 1..9999: the caller checks the range. Computed in big integers, since money x ONE may exceed
 * 2^53.
 */
export function nearestPrice(money: number, shares: number, tick: Ticks): Ticks {
  const step = BigInt(tick) * BigInt(shares);
  const steps = (BigInt(money) * BigInt(ONE) * 2n + step) / (2n * step);
  return (Number(steps) * tick) as Ticks;
}

/** Lists the prices below and above money / shares on a market with this price step; only one if the other is out of range. */
export function pricesAround(money: number, shares: number, tick: Ticks): Ticks[] {
  const scaled = (BigInt(money) * BigInt(ONE)) / BigInt(shares);
  const below = Math.min(Number(scaled / BigInt(tick)) * tick, ONE);
  const inRange = [below, below + tick].filter((price) => price >= tick && price <= ONE - tick);
  return (inRange.length > 0 ? inRange : [ONE - tick]).map(ticks);
}

/** Computes the worth of `shares` base units at `price`, in base units of collateral, rounded down. */
export const worth = (shares: number, price: Ticks): number =>
  Number((BigInt(shares) * BigInt(price)) / BigInt(ONE));

/**
 * Returns the base units by which `money` exceeds `price x shares` (both in base units); negative if `money` is less.
 * Rounds down.
 */
export function collateralExcess(money: number, shares: number, price: Ticks): number {
  const difference = BigInt(money) * BigInt(ONE) - BigInt(shares) * BigInt(price);
  const floored =
    difference >= 0n ? difference / BigInt(ONE) : -((-difference + BigInt(ONE) - 1n) / BigInt(ONE));
  return Number(floored);
}

/** Formats a whole number of 10^-`places` as decimal text, without trailing zeros: (5300, 4) gives "0.53". */
export function decimalText(value: number | bigint, places: number): string {
  const sign = value < 0 ? "-" : "";
  const digits = value
    .toString()
    .slice(sign.length)
    .padStart(places + 1, "0");
  const fraction = digits.slice(digits.length - places).replace(/0+$/, "");
  const whole = digits.slice(0, digits.length - places);
  return fraction === "" ? sign + whole : `${sign}${whole}.${fraction}`;
}

/** Formats a price as decimal text: 5300 ticks are "0.53". */
export const priceText = (price: Ticks): string => decimalText(price, 4);
/** Formats an average price as decimal text: 553333 micros a share are "0.553333". */
export const sharePriceText = (price: SharePrice): string => decimalText(price, 6);
/** Formats shares as decimal text: 12345 lots are "123.45". */
export const sharesText = (quantity: Lots): string => decimalText(quantity, 2);
/** Formats collateral as decimal text: 1500000 micros are "1.5". */
export const collateralText = (amount: Micros): string => decimalText(amount, 6);
/** Converts a price to a JSON number, for fields that are numbers in requests and answers. */
export const priceNumber = (price: Ticks): number => price / ONE;

/**
 * Parses decimal text with at most `places` decimals into a whole number of 10^-`places`. Returns `undefined` for anything
 * else: signs, exponents, blanks, needless leading zeros, or beyond 2^53 - 1.
 */
export function parseDecimal(text: string, places: number): number | undefined {
  const match = /^(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text);
  if (match === null) return undefined;
  const fraction = (match[2] ?? "").replace(/0+$/, "");
  if (fraction.length > places) return undefined;
  const value = Number(`${match[1]}${fraction.padEnd(places, "0")}`);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Parses a canonical non-negative decimal integer up to 2^53 - 1; `undefined` for "0x1", " 1", "01", "1e3" and the like. */
export function parseCount(text: string): number | undefined {
  return /^(0|[1-9]\d*)$/.test(text) && text.length <= 16 && Number.isSafeInteger(Number(text))
    ? Number(text)
    : undefined;
}

/** Computes the worth of complete sets, which can exceed the safe integers. */
export const exactSetValue = (quantity: bigint): bigint => quantity * BigInt(ONE);
