/** Applies a failed settlement: each party gives back what its fills gave it, as if by opposite trades at the same prices. */
import type { EventOf } from "./event.ts";
import { assertCovered, giveBack, positionOf, takeBack } from "./position.ts";
import { returnsOf } from "./returns.ts";
import type { ReturnedShares } from "./returns.ts";
import type { Account, Exchange, Position } from "./state.ts";
import {
  addMicros,
  averagePrice,
  NO_LOTS,
  NO_MICROS,
  setValue,
  subtractLots,
  subtractMicros,
} from "./units.ts";

const OUTCOMES = [0, 1] as const;

export function applyFailure(exchange: Exchange, event: EventOf<"settlement-failed">, at: number): void {
  const { market, taker, undone } = event;
  for (const { account, collateral, shares } of returnsOf(exchange, event)) {
    account.collateral = addMicros(account.collateral, collateral);
    for (const outcome of OUTCOMES) {
      if (shares[outcome].lots === 0) continue;
      const position = positionOf(account, market, outcome);
      returnShares(account, position, shares[outcome], at);
      assertCovered(account, position);
    }
  }
  for (const { maker, lots } of undone) {
    if (maker.side !== taker.side) continue;
    const value = setValue(lots);
    market.backing =
      maker.side === "BUY" ? subtractMicros(market.backing, value) : addMicros(market.backing, value);
  }
}

function returnShares(
  account: Account,
  position: Position,
  { lots, value }: ReturnedShares,
  at: number,
): void {
  if (lots > 0) return takeBack(position, { lots, price: averagePrice(value, lots), at });
  const given = subtractLots(NO_LOTS, lots);
  return giveBack(account, position, {
    lots: given,
    price: averagePrice(subtractMicros(NO_MICROS, value), given),
    at,
  });
}
