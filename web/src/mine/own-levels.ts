/** The trader's own resting shares, by price in the book of one outcome. */
import { addLots, complement, lots, NO_LOTS, subtractLots, ticks } from "../../../src/core/units.ts";
import type { Lots, Ticks } from "../../../src/core/units.ts";
import type { Order } from "../api/generated/trading.ts";
import type { Market } from "../markets/market.ts";
import { readLots, readTicks } from "../money.ts";

export type BookSideName = "bids" | "asks";
export type OwnLevels = { readonly [side in BookSideName]: ReadonlyMap<Ticks, Lots> };

export const NO_OWN_LEVELS: OwnLevels = { bids: new Map(), asks: new Map() };

/** Computes the shares of an order that still rest. */
export const remainingOf = ({ original_size: size, size_matched: matched }: Order): Lots =>
  subtractLots(readLots(size) ?? NO_LOTS, readLots(matched) ?? NO_LOTS);

export const limitOf = ({ price }: Order): Ticks => readTicks(price) ?? ticks(0);

/**
 * Sums the orders on a market by level. Both outcomes share one book: an order to buy the other outcome at 45 cents is an
 * ask for this one at 55.
 */
export function findOwnLevels(
  orders: readonly Order[],
  { outcomes }: Pick<Market, "outcomes">,
  outcome: 0 | 1,
): OwnLevels {
  const levels = { bids: new Map<Ticks, Lots>(), asks: new Map<Ticks, Lots>() };
  for (const order of orders) {
    const isOwn = order.asset_id === outcomes[outcome].tokenId;
    if (!isOwn && order.asset_id !== outcomes[outcome === 0 ? 1 : 0].tokenId) continue;
    const side = levels[(order.side === "BUY") === isOwn ? "bids" : "asks"];
    const price = isOwn ? limitOf(order) : complement(limitOf(order));
    side.set(price, addLots(side.get(price) ?? lots(0), remainingOf(order)));
  }
  return levels;
}
