/**
 * An account of its own of what the trades leave: collateral, shares, fees and profit, in whole numbers. Money is in
 * micros, prices are in hundredths, shares whole. It shares no code with the exchange.
 */
import { FEE_RATE_PERCENT } from "./world.ts";

const MICROS = 1_000_000;
/** Micros of a share at a hundredth. */
const HUNDREDTH = 10_000;

export type Holding = {
  shares: number;
  /** Average cost of a share in micros, rounded down. */
  average: number;
  bought: number;
  /** Profit of all disposals in micros. */
  realized: number;
};

type Fill = { readonly token: string; readonly size: number; readonly price: number };

export type Book = {
  collateral: number;
  fees: number;
  readonly holdings: Map<string, Holding>;
};

export const openBook = (micros: number): Book => ({ collateral: micros, fees: 0, holdings: new Map() });

export function holdingOf({ holdings }: Book, token: string): Holding {
  const found = holdings.get(token) ?? { shares: 0, average: 0, bought: 0, realized: 0 };
  holdings.set(token, found);
  return found;
}

/** Takes shares in at a price in micros. */
function acquire(book: Book, token: string, size: number, micros: number): void {
  const holding = holdingOf(book, token);
  const cost = holding.shares * holding.average + size * micros;
  holding.shares += size;
  holding.average = Math.floor(cost / holding.shares);
  holding.bought += size;
}

/** Gives shares away at a price in micros. */
function dispose(book: Book, token: string, size: number, micros: number): void {
  const holding = holdingOf(book, token);
  holding.shares -= size;
  holding.realized += size * (micros - holding.average);
}

/** The fee of a taker in micros, to five decimals of collateral. */
function chargeFee(book: Book, { size, price }: Fill): void {
  const fee = Math.round((FEE_RATE_PERCENT * size * price * (100 - price)) / 10) * 10;
  book.fees += fee;
  book.collateral -= fee;
}

export type Taken = { readonly fee: boolean };

export function buy(book: Book, fill: Fill, taken: Taken = { fee: false }): void {
  acquire(book, fill.token, fill.size, fill.price * HUNDREDTH);
  book.collateral -= fill.size * fill.price * HUNDREDTH;
  if (taken.fee) chargeFee(book, fill);
}

export function sell(book: Book, fill: Fill, taken: Taken = { fee: false }): void {
  dispose(book, fill.token, fill.size, fill.price * HUNDREDTH);
  book.collateral += fill.size * fill.price * HUNDREDTH;
  if (taken.fee) chargeFee(book, fill);
}

type Pair = { readonly yes: string; readonly no: string };

/** A split is a purchase of both outcomes at a half. */
export function split(book: Book, { yes, no }: Pair, sets: number): void {
  for (const token of [yes, no]) acquire(book, token, sets, MICROS / 2);
  book.collateral -= sets * MICROS;
}

export function merge(book: Book, { yes, no }: Pair, sets: number): void {
  for (const token of [yes, no]) dispose(book, token, sets, MICROS / 2);
  book.collateral += sets * MICROS;
}

/** A conversion of one NO gives YES of the others, which together cost what it did. */
export function convert(book: Book, given: string, got: readonly string[], size: number): void {
  const { average } = holdingOf(book, given);
  dispose(book, given, size, average);
  for (const token of got) acquire(book, token, size, Math.floor(average / got.length));
}

/** A redemption is a sale at the payout; `winner` is the token that pays. */
export function redeem(book: Book, { yes, no }: Pair, winner: string): void {
  for (const token of [yes, no]) {
    const shares = book.holdings.get(token)?.shares ?? 0;
    if (shares === 0) continue;
    const payout = token === winner ? MICROS : 0;
    dispose(book, token, shares, payout);
    book.collateral += shares * payout;
  }
}
