/** POST /positions/split: turns collateral into complete sets, a share of each outcome for each unit. */
import { setsOperation } from "./sets-operation.ts";

export const splitPosition = setsOperation({ type: "split", summary: "Split collateral into complete sets" });
