/** Terms of house makers in the audit log: written exactly, and read back as they were. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { micros, ticks } from "../../src/core/units.ts";
import {
  encodeHouseMakerRun,
  decodeHouseMakerRun,
  readMovedAmount,
} from "../../src/engine/operators/house-maker-registry.ts";
import type { HouseMakerRun } from "../../src/engine/operators/house-maker-registry.ts";

const RUN: HouseMakerRun = {
  kind: "fair-value",
  budget: micros(1_234_567_890_123_456),
  maximumLoss: micros(1),
  startPrice: ticks(1),
  levels: 20,
  run: 3,
  address: `0x${"a1".repeat(20)}`,
};

test("are the same after a way through JSON, to the last millionth", () => {
  const details = encodeHouseMakerRun(RUN);
  assert.deepEqual(decodeHouseMakerRun(JSON.parse(JSON.stringify(details))), RUN);
  assert.deepEqual(
    [details["budget"], details["maximumLoss"], details["startPrice"]],
    ["1234567890.123456", "0.000001", "0.0001"],
  );
});

test("are refused where one is missing or of another kind", () => {
  for (const name of Object.keys(RUN))
    for (const wrong of [undefined, null, {}, "x"])
      if (!(name === "address" && wrong === "x"))
        assert.throws(
          () => decodeHouseMakerRun({ ...encodeHouseMakerRun(RUN), [name]: wrong }),
          /does not describe a house maker/,
        );
});

test("a debit is a move below zero", () => {
  assert.equal(readMovedAmount("credit", { amount: "2.5" }), 2_500_000);
  assert.equal(readMovedAmount("debit", { amount: "0.000001" }), -1);
  assert.throws(() => readMovedAmount("credit", {}), /does not describe/);
});
