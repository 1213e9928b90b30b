/** Matches an order against the current book, level by level, as the exchange does. */
import {
  addLots,
  addMicros,
  affordableLots,
  cost,
  lots,
  micros,
  minLots,
  subtractLots,
  subtractMicros,
} from "../../../../src/core/units.ts";
import type { Lots, Micros, Ticks } from "../../../../src/core/units.ts";
import type { Level, OrderBook } from "../../api/live/order-book.ts";
import type { Side } from "../../account/wallet/credentials.ts";

/** Fills from the best price on, and their totals. */
export type BookMatch = { readonly fills: readonly Level[]; readonly shares: Lots; readonly money: Micros };

/** Lists the levels of the opposite side that the limit reaches. */
export function listLevelsWithin(book: OrderBook | undefined, side: Side, limit: Ticks): readonly Level[] {
  const levels = listOppositeLevels(book, side);
  return levels.filter(({ price }) => (side === "BUY" ? price <= limit : price >= limit));
}

export const listOppositeLevels = (book: OrderBook | undefined, side: Side): readonly Level[] =>
  (side === "BUY" ? book?.asks : book?.bids) ?? [];

/** Takes shares from one level after the other, until `wanted` asks for none at a level's price. */
function takeFromLevels(
  levels: readonly Level[],
  wanted: (price: Ticks, matched: BookMatch) => Lots,
): BookMatch {
  let matched: BookMatch = { fills: [], shares: lots(0), money: micros(0) };
  for (const { price, size } of levels) {
    const takenShares = minLots(wanted(price, matched), size);
    if (takenShares <= 0) break;
    matched = {
      fills: [...matched.fills, { price, size: takenShares }],
      shares: addLots(matched.shares, takenShares),
      money: addMicros(matched.money, cost(takenShares, price)),
    };
  }
  return matched;
}

export const matchShares = (levels: readonly Level[], size: Lots): BookMatch =>
  takeFromLevels(levels, (_price, { shares }) => subtractLots(size, shares));

/** Buys as many whole lots as the budget allows. */
export const spendMoney = (levels: readonly Level[], budget: Micros): BookMatch =>
  takeFromLevels(levels, (price, { money }) => affordableLots(subtractMicros(budget, money), price));

/** Sells the fewest whole lots that bring the amount. */
export const sellForMoney = (levels: readonly Level[], amount: Micros): BookMatch =>
  takeFromLevels(levels, (price, { money }) => computeLotsWorth(subtractMicros(amount, money), price));

/** Computes the fewest lots that are worth the money at the price. */
export const computeLotsWorth = (money: Micros, price: Ticks): Lots =>
  money <= 0 ? lots(0) : affordableLots(micros(money + price - 1), price);
