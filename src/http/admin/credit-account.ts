/** POST /credits: collateral that came in for an account, which must be open. */
import { moveCollateral } from "./move-collateral.ts";

export const creditAccount = moveCollateral({
  type: "credit",
  path: "/credits",
  summary: "Add collateral to an account",
});
