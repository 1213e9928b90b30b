/** Redeems all shares of a resolved market. */
import { trading } from "../api/interfaces.ts";
import { readMicros } from "../money.ts";
import { micros } from "../../../src/core/units.ts";
import { useTraderAction } from "./use-trader-action.ts";

/** Gives the collateral that was paid. */
export function useRedeem() {
  return useTraderAction(async ({ headers }, conditionId: string) => {
    const { paid } = await trading("POST /positions/redeem", { headers, body: { conditionId } });
    return readMicros(paid) ?? micros(0);
  });
}
