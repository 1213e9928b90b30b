/**
 * Statistics of a position: average cost, shares ever bought and realised profit, in whole numbers that round down. The
 * arithmetic is that of Polymarket's published profit-and-loss subgraph. A buy changes the average; a disposal earns its
 * proceeds minus cost at the average, and does not change it. Fees are not included.
 */
import type { EventOf } from "../events/event.ts";
import { feeAccount } from "./fees.ts";
import { fillValue } from "../orders/match.ts";
import type { FailedFill, MatchedParty } from "../orders/matched-party.ts";
import { tokenNumber } from "../state.ts";
import type { Account, Exchange, Market, Outcome, Position } from "../state.ts";
import {
  NO_LOTS,
  NO_MICROS,
  addLots,
  addMicros,
  addCappedSigned,
  blendedAverage,
  gain,
  perShare,
  subtractLots,
  subtractMicros,
  negate,
} from "../units.ts";
import type { Lots, Micros, SharePrice } from "../units.ts";

/** A position without a history. */
export const emptyPosition = (): Position => ({
  lots: NO_LOTS,
  held: NO_LOTS,
  average: perShare(0),
  bought: NO_LOTS,
  realized: NO_MICROS,
  changedAt: 0,
});

export function getPosition(account: Account, market: Market, outcome: Outcome): Position {
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
  return addCappedSigned(of(0), of(1));
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
  position.bought = addCappedSigned(position.bought, lots);
  position.changedAt = at;
}

/** Shares that move at a price of each, at engine time `at` (ms). */
type Movement = { readonly lots: Lots; readonly price: SharePrice; readonly at: number };

/** Subtracts `lots` sold at `price` a share, at engine time `at` (ms). The profit is added to the account's, too. */
export function dispose(account: Account, position: Position, { lots, price, at }: Movement): void {
  if (lots === 0) return;
  const profit = gain(lots, price, position.average);
  position.realized = addCappedSigned(position.realized, profit);
  account.realized = addCappedSigned(account.realized, profit);
  position.lots = subtractLots(position.lots, lots);
  position.changedAt = at;
}

/** Undoes a purchase by a sale at its price, and subtracts the shares from those ever bought. */
export function undoPurchase(account: Account, position: Position, purchase: Movement): void {
  dispose(account, position, purchase);
  position.bought = subtractLots(position.bought, purchase.lots);
}

/** Undoes a sale by a purchase at its price, without adding to the shares ever bought. */
export function undoSale(position: Position, { lots, price, at }: Movement): void {
  const { bought } = position;
  acquire(position, lots, price, at);
  position.bought = bought;
}

// Changes of the accounts when the settlement of a match fails: the opposite of its fills, at their prices, with their fees.

/** Shares returned to an account (negative if taken from it), and their worth at the prices of the fills. */
export type ReversedShares = { readonly lots: Lots; readonly value: Micros };

/** Changes of one account: its collateral (negative if it pays), and its shares of both outcomes. */
export type Reversal = {
  readonly account: Account;
  readonly collateral: Micros;
  readonly shares: readonly [ReversedShares, ReversedShares];
};

type FailedMatch = Pick<EventOf<"settlement-failed">, "taker" | "undone">;

const NOTHING: ReversedShares = { lots: NO_LOTS, value: NO_MICROS };

/** Lists the changes, one for each account, with the fee account if fees were charged. */
export function listReversals(exchange: Exchange, { taker, undone }: FailedMatch): Reversal[] {
  const returns = new Map<number, Reversal>();
  const change = (account: Account, by: (before: Reversal) => Reversal): void => {
    const before = returns.get(account.no) ?? { account, collateral: NO_MICROS, shares: [NOTHING, NOTHING] };
    returns.set(account.no, by(before));
  };
  let fees = NO_MICROS;
  for (const fill of undone) {
    const { maker, takerFee, makerFee } = fill;
    change(taker.account, (before) => addFill(before, taker, fill, takerFee));
    change(maker.account, (before) => addFill(before, maker, fill, makerFee));
    fees = addMicros(fees, addMicros(takerFee, makerFee));
  }
  if (fees > 0)
    change(feeAccount(exchange), (before) => ({
      ...before,
      collateral: subtractMicros(before.collateral, fees),
    }));
  return [...returns.values()];
}

/** Adds the opposite of a party's side of a fill. */
function addFill(
  { account, collateral, shares }: Reversal,
  party: MatchedParty,
  fill: FailedFill,
  fee: Micros,
): Reversal {
  const value = fillValue(party, fill);
  const isBuy = party.side === "BUY";
  const paid = isBuy ? value : negate(value);
  const { lots, value: worth } = shares[party.outcome];
  const changed: ReversedShares = {
    lots: isBuy ? subtractLots(lots, fill.lots) : addLots(lots, fill.lots),
    value: subtractMicros(worth, paid),
  };
  return {
    account,
    collateral: addMicros(collateral, addMicros(paid, fee)),
    shares: party.outcome === 0 ? [changed, shares[1]] : [shares[0], changed],
  };
}
