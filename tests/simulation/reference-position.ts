/**
 * A position's figures in the reference, from the published algorithm: prices in 0.000001 a share, shares in 0.01,
 * every division rounded down. All numbers are big integers, which cannot overflow or lose digits.
 */
import type { RefWallet } from "./reference-state.ts";

export type RefPosition = {
  lots: number;
  average: bigint;
  bought: bigint;
  realized: bigint;
  changedAt: number;
};

/** The largest worth of one share of an outcome, in 0.000001. */
export const SHARE = 1_000_000n;
const LOTS_PER_SHARE = 100n;
const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return quotient * divisor > dividend ? quotient - 1n : quotient;
}

/** Caps figures that only inform at the largest safe integer. */
export function bounded(value: bigint): bigint {
  if (value > LARGEST) return LARGEST;
  return value < -LARGEST ? -LARGEST : value;
}

export function refPosition(wallet: RefWallet, token: string): RefPosition {
  const found = wallet.positions.get(token);
  if (found !== undefined) return found;
  const position = { lots: 0, average: 0n, bought: 0n, realized: 0n, changedAt: 0 };
  wallet.positions.set(token, position);
  return position;
}

/** A movement: shares of a token at a price of 0.000001 a share, at a time. */
export type Movement = {
  readonly token: string;
  readonly lots: number;
  readonly price: bigint;
  readonly at: number;
};

export function buyShares(wallet: RefWallet, { token, lots, price, at }: Movement): void {
  if (lots === 0) return;
  const position = refPosition(wallet, token);
  const [had, more] = [BigInt(position.lots), BigInt(lots)];
  position.average = floorDivide(position.average * had + price * more, had + more);
  position.lots += lots;
  position.bought = bounded(position.bought + more);
  position.changedAt = at;
}

export function sellShares(wallet: RefWallet, { token, lots, price, at }: Movement): void {
  if (lots === 0) return;
  const position = refPosition(wallet, token);
  const profit = floorDivide(BigInt(lots) * (price - position.average), LOTS_PER_SHARE);
  position.lots -= lots;
  position.realized = bounded(position.realized + profit);
  wallet.realized = bounded(wallet.realized + profit);
  position.changedAt = at;
}

/** Average price of a share when `lots` cost `money` (0.000001). */
export const priceOf = (money: bigint, lots: number): bigint =>
  floorDivide(money * LOTS_PER_SHARE, BigInt(lots));
