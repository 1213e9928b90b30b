/** POST /debits: takes collateral that no open order holds out of an account. */
import { moveCollateral } from "./move-collateral.ts";

export const debitAccount = moveCollateral({
  type: "debit",
  path: "/debits",
  summary: "Take collateral from an account",
});
