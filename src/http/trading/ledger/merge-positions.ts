/** POST /positions/merge: turns complete sets, a share of each outcome, back into a unit of collateral each. */
import { setsOperation } from "./sets-operation.ts";

export const mergePositions = setsOperation({
  type: "merge",
  summary: "Merge complete sets into collateral",
});
