/** Readers of books from answers that may be faulty. */
import { Unchecked } from "./shape/answer.ts";
import { getField, listIn, numberIn } from "./shape/json-value.ts";

export type Level = { readonly price: number; readonly size: number };

export type Book = {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly bestBid: number | undefined;
  readonly bestAsk: number | undefined;
};

/** Reads the levels of a book. Accepts any order of levels, and texts or numbers. */
export function readBook(json: unknown): Book {
  const [bids, asks] = [levelsIn(json, "bids"), levelsIn(json, "asks")];
  return {
    bids,
    asks,
    bestBid: bids.length === 0 ? undefined : Math.max(...bids.map(({ price }) => price)),
    bestAsk: asks.length === 0 ? undefined : Math.min(...asks.map(({ price }) => price)),
  };
}

const levelsIn = (json: unknown, side: string): Level[] =>
  listIn(getField(json, side))
    .map((level) => ({ price: numberIn(level, "price"), size: numberIn(level, "size") }))
    .filter(({ price, size }) => Number.isFinite(price) && Number.isFinite(size));

/** Returns the best prices; throws `Unchecked` for a book without both sides. */
export function getBestPrices({ bestBid, bestAsk }: Book): { bid: number; ask: number } {
  if (bestBid !== undefined && bestAsk !== undefined) return { bid: bestBid, ask: bestAsk };
  throw new Unchecked("the book has not both sides");
}

const NEAR = 1e-9;

export const isNear = (one: number, other: number): boolean => Math.abs(one - other) < NEAR;
