/**
 * The oracle of the flat book: every resting order in one array, sorted whenever a question is asked. It is slow and
 * obviously right.
 */
import type { Level } from "../../src/core/orders/book.ts";
import { lots } from "../../src/core/units.ts";
import type { Lots, Ticks } from "../../src/core/units.ts";

export type NaiveOrder = {
  readonly no: number;
  readonly bid: boolean;
  readonly price: Ticks;
  remaining: Lots;
};

export type NaiveBook = { orders: NaiveOrder[] };

export const createNaiveBook = (): NaiveBook => ({ orders: [] });

export function addNaive(book: NaiveBook, order: NaiveOrder): void {
  book.orders.push(order);
}

export function removeNaive(book: NaiveBook, no: number): void {
  book.orders = book.orders.filter((order) => order.no !== no);
}

/** Orders of one side as they would be met: by price, then by time. */
export function naiveSide(book: NaiveBook, bids: boolean): NaiveOrder[] {
  return book.orders
    .filter((order) => order.bid === bids)
    .sort((a, b) => (bids ? b.price - a.price : a.price - b.price) || a.no - b.no);
}

export function naiveLevels(book: NaiveBook, bids: boolean): Level[] {
  const levels: Level[] = [];
  for (const { price, remaining } of naiveSide(book, bids)) {
    const level = levels.at(-1);
    if (level?.price === price) level.lots = lots(level.lots + remaining);
    else levels.push({ price, lots: remaining });
  }
  return levels;
}
