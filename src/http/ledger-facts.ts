/** Facts of ledger entries that the trading interface and the operator API both tell. */
import { Type } from "typebox";
import { addMicros, cost, NO_MICROS, outcomePrice, subtractMicros } from "../core/units.ts";
import type { Micros } from "../core/units.ts";
import { LEDGER_KINDS } from "../store/reads/ledger.ts";
import type { LedgerFill, LedgerOperation } from "../store/reads/ledger.ts";

export const LedgerType = Type.Enum(["trade", ...LEDGER_KINDS]);

/** Collateral that a fill added to the wallet, negative when taken: net of its fee. */
export function collateralOfFill({ side, outcome, lots, price, fee }: LedgerFill): Micros {
  const value = cost(lots, outcomePrice(price, outcome));
  return side === "BUY" ? subtractMicros(NO_MICROS, addMicros(value, fee)) : subtractMicros(value, fee);
}

/** Condition of an operation that is about one market; `undefined` of another. */
export function conditionOfOperation({ legs }: Pick<LedgerOperation, "legs">): string | undefined {
  const [only, ...others] = legs;
  return others.length > 0 ? undefined : only?.conditionId;
}
