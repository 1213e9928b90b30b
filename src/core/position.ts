/**
 * Statistics of a position: average cost, shares ever bought and realised profit, in whole numbers that round down. The
 * arithmetic is that of Polymarket's published profit-and-loss subgraph. A buy changes the average; a disposal earns its
 * proceeds minus cost at the average, and does not change it. Fees are not included.
 */
import type { Account, Market, Outcome, Position } from "./state.ts";
import { tokenNumber } from "./state.ts";
import {
  addLots,
  addWithin,
  blendedAverage,
  gain,
  NO_LOTS,
  NO_MICROS,
  perShare,
  subtractLots,
} from "./units.ts";
import type { Lots, Micros, SharePrice } from "./units.ts";

/** A position without a history. */
export const emptyPosition = (): Position => ({
  lots: NO_LOTS,
  held: NO_LOTS,
  average: perShare(0),
  bought: NO_LOTS,
  realized: NO_MICROS,
  changedAt: 0,
});

export function positionOf(account: Account, market: Market, outcome: Outcome): Position {
  const token = tokenNumber(market, outcome);
  const found = account.positions.get(token);
  if (found !== undefined) return found;
  const position = emptyPosition();
  account.positions.set(token, position);
  return position;
}

/** Sums the profit of all disposals in a market. */
export function realizedIn(account: Account, market: Market): Micros {
  const of = (outcome: Outcome): Micros =>
    account.positions.get(tokenNumber(market, outcome))?.realized ?? NO_MICROS;
  return addWithin(of(0), of(1));
}

export function assertCovered(account: Account, position: Position): void {
  if (account.held > account.collateral || position.held > position.lots) {
    throw new Error(`account ${account.no} holds more than it has`);
  }
}

/** Adds `lots` bought at `price` a share, at engine time `at` (ms). */
export function acquire(position: Position, lots: Lots, price: SharePrice, at: number): void {
  if (lots === 0) return;
  position.average =
    position.lots === 0 ? price : blendedAverage(position.lots, position.average, lots, price);
  position.lots = addLots(position.lots, lots);
  position.bought = addWithin(position.bought, lots);
  position.changedAt = at;
}

/** Shares that move at a price of each, at engine time `at` (ms). */
type Movement = { readonly lots: Lots; readonly price: SharePrice; readonly at: number };

/** Subtracts `lots` sold at `price` a share, at engine time `at` (ms). The profit is added to the account's, too. */
export function dispose(account: Account, position: Position, { lots, price, at }: Movement): void {
  if (lots === 0) return;
  const profit = gain(lots, price, position.average);
  position.realized = addWithin(position.realized, profit);
  account.realized = addWithin(account.realized, profit);
  position.lots = subtractLots(position.lots, lots);
  position.changedAt = at;
}

/** Undoes a purchase by a sale at its price, and subtracts the shares from those ever bought. */
export function giveBack(account: Account, position: Position, purchase: Movement): void {
  dispose(account, position, purchase);
  position.bought = subtractLots(position.bought, purchase.lots);
}

/** Undoes a sale by a purchase at its price, without adding to the shares ever bought. */
export function takeBack(position: Position, { lots, price, at }: Movement): void {
  const { bought } = position;
  acquire(position, lots, price, at);
  position.bought = bought;
}
