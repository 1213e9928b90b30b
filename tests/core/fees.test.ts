/** Fees: the formula and its rounding. The simulation shows who pays, and that an order pays for all its fills together. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { computeFee, feeWeight, lots, ticks } from "../../src/core/units.ts";
import { createRandom } from "../support/random.ts";

/** Shares, price in cents, rate in 0.0001, exponent; the fee in collateral. */
const FORMULA = [
  [100, 50, 700, 1, 1.75],
  [100, 50, 630, 1, 1.575],
  [100, 50, 450, 1, 1.125],
  [100, 50, 360, 1, 0.9],
  [100, 30, 700, 1, 1.47],
  [100, 70, 700, 1, 1.47],
  [100, 50, 2500, 2, 1.5625],
  [100, 1, 700, 1, 0.0693],
  // 0.000693 rounds down, 0.0000175 up, 0.00000693 is below the smallest fee.
  [1, 1, 700, 1, 0.00069],
  [0.01, 50, 700, 1, 0.00018],
  [0.01, 1, 700, 1, 0],
  // Exactly half of the last place goes up: 0.01 x 0.0006 x 0.25 = 0.0000015 is nothing, 0.000025 is 0.00003.
  [0.01, 50, 6, 1, 0],
  [0.01, 50, 100, 1, 0.00003],
  [1_000_000_000, 50, 2500, 1, 62_500_000],
] as const;

for (const [size, cents, rate, exponent, expected] of FORMULA) {
  test(`${size} shares at ${cents} cents, rate ${rate}, exponent ${exponent}: ${expected}`, () => {
    const weight = feeWeight(lots(Math.round(size * 100)), ticks(cents * 100), exponent);
    assert.equal(computeFee(weight, rate, exponent) / 1e6, expected);
  });
}

test("inc-15: an order cut into several signed ones saves at most 0.00001 with each", () => {
  const random = createRandom(16);
  for (let round = 0; round < 2_000; round += 1) {
    const [rate, price] = [random.pick([1, 25, 700, 2_500]), ticks(random.between(1, 9_999))];
    const parts = Array.from({ length: 11 }, () => random.between(1, 2_000));
    const fee = (size: number): number => computeFee(feeWeight(lots(size), price, 1), rate, 1);
    const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
    const saved = fee(sum(parts)) - sum(parts.map(fee));
    assert.ok(saved <= 10 * parts.length, `${parts.join(" + ")} at ${price}, rate ${rate}, saves ${saved}`);
  }
});
