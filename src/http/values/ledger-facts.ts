/** Fields of ledger entries that the trading interface and the operator API share. */
import { Type } from "typebox";
import { addMicros, cost, outcomePrice, subtractMicros, negate } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import { LEDGER_KINDS } from "../../store/reads/accounts/ledger.ts";
import type { LedgerFill, LedgerOperation } from "../../store/reads/accounts/ledger.ts";

export const LedgerType = Type.Enum(["trade", ...LEDGER_KINDS]);

/** Computes the collateral that a fill added to the wallet, after the fee; negative if taken from the wallet. */
export function computeFillCollateral({ side, outcome, lots, price, fee }: LedgerFill): Micros {
  const value = cost(lots, outcomePrice(price, outcome));
  return side === "BUY" ? negate(addMicros(value, fee)) : subtractMicros(value, fee);
}

/** Returns the condition id of an operation about one market; `undefined` for any other operation. */
export function findOperationCondition({ legs }: Pick<LedgerOperation, "legs">): string | undefined {
  const [only, ...others] = legs;
  return others.length > 0 ? undefined : only?.conditionId;
}
