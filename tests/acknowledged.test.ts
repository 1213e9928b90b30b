import assert from "node:assert/strict";
import { test } from "node:test";
import { torture } from "./torture/torture.ts";

test("what was acknowledged survives kill -9, and nothing is there twice", async (t) => {
  const report = await torture(20, 20_261, (line) => t.diagnostic(line));
  assert.equal(report.cycles, 20);
  assert.ok(report.orders > 200 && report.cancels > 20 && report.trades > 50, JSON.stringify(report));
  assert.ok(report.unanswered > 0, "no request was underway when the process was killed");
});
