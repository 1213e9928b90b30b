/** Tests of the reasons why sets cannot be split or merged. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { lots } from "../../src/core/units.ts";
import { findSetsFlaw } from "../../web/src/markets/trade/sets-flaw.ts";

const LIMITS = { split: lots(998_550), merge: lots(1_450) };

test("sets are split and merged up to what the trader has, and not beyond", () => {
  for (const kind of ["split", "merge"] as const)
    for (const [beyond, isOver] of [
      [-1, false],
      [0, false],
      [1, true],
    ] as const) {
      const amount = lots(LIMITS[kind] + beyond);
      const flaw = findSetsFlaw({ text: "5", amount }, kind, LIMITS);
      assert.deepEqual(flaw, isOver ? { kind, most: LIMITS[kind] } : undefined, `${kind} ${beyond}`);
      assert.equal(findSetsFlaw({ text: "5", amount }, kind, undefined), undefined);
    }
});

test("a text that is no amount of sets is told as it was typed, whatever the limits", () => {
  for (const amount of [undefined, lots(0)])
    for (const limits of [undefined, LIMITS])
      assert.deepEqual(findSetsFlaw({ text: " 1,0 ", amount }, "merge", limits), {
        kind: "amount",
        typed: "1,0",
      });
});
