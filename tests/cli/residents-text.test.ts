/** The table of `presage residents`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { stateText } from "../../src/cli/operator/sandbox.ts";

test("shows the b of a maker by the curve, and none of another one", () => {
  const market = {
    market: "rain",
    conditionId: "0x1",
    trading: true,
    maker: "lmsr",
    levels: 10,
    spread: 1,
    informed: false,
    b: "2885.39",
    fairValue: "0.5",
    inventory: ["0", "0"],
    collateral: "20000",
    loss: "0",
    maximumLoss: "2000",
    withdrawn: "",
    outOfBudget: false,
  } as const;
  const inventory: [string, string] = ["0", "0"];
  const other = { ...market, inventory, market: "snow", maker: "fair-value", b: null } as const;
  const [pace, headings, rain, snow] = stateText({
    pace: "quiet",
    markets: [{ ...market, inventory }, other],
  }).split("\n");
  assert.equal(pace, "Pace: quiet");
  assert.match(headings!, /^MARKET +MAKER +PRICE +B +SHARES/);
  assert.match(rain!, /^rain +lmsr +0\.5 +2885\.39 +0 \/ 0/);
  assert.match(snow!, /^snow +fair-value +0\.5 +0 \/ 0/);
});
