/** Changes of the accounts when the settlement of a match fails: the opposite of its fills, at their prices, with their fees. */
import type { EventOf } from "./event.ts";
import { feeAccount } from "./fees.ts";
import { fillValue } from "./fill-totals.ts";
import type { FailedFill, MatchedParty } from "./matched-party.ts";
import type { Account, Exchange } from "./state.ts";
import { addLots, addMicros, NO_LOTS, NO_MICROS, subtractLots, subtractMicros } from "./units.ts";
import type { Lots, Micros } from "./units.ts";

/** Shares returned to an account (negative if taken from it), and their worth at the prices of the fills. */
export type ReturnedShares = { readonly lots: Lots; readonly value: Micros };

/** Changes of one account: its collateral (negative if it pays), and its shares of both outcomes. */
export type Return = {
  readonly account: Account;
  readonly collateral: Micros;
  readonly shares: readonly [ReturnedShares, ReturnedShares];
};

type FailedMatch = Pick<EventOf<"settlement-failed">, "taker" | "undone">;

const NOTHING: ReturnedShares = { lots: NO_LOTS, value: NO_MICROS };

/** Lists the changes, one for each account, with the fee account if fees were charged. */
export function returnsOf(exchange: Exchange, { taker, undone }: FailedMatch): Return[] {
  const returns = new Map<number, Return>();
  const change = (account: Account, by: (before: Return) => Return): void => {
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
  { account, collateral, shares }: Return,
  party: MatchedParty,
  fill: FailedFill,
  fee: Micros,
): Return {
  const value = fillValue(party, fill);
  const isBuy = party.side === "BUY";
  const paid = isBuy ? value : subtractMicros(NO_MICROS, value);
  const { lots, value: worth } = shares[party.outcome];
  const changed: ReturnedShares = {
    lots: isBuy ? subtractLots(lots, fill.lots) : addLots(lots, fill.lots),
    value: subtractMicros(worth, paid),
  };
  return {
    account,
    collateral: addMicros(collateral, addMicros(paid, fee)),
    shares: party.outcome === 0 ? [changed, shares[1]] : [shares[0], changed],
  };
}
