import assert from "node:assert/strict";
import { test } from "node:test";
import { torture } from "./torture/torture.ts";

test("what was acknowledged survives kill -9, and nothing is there twice", async (t) => {
  const log = (line: string): void => t.diagnostic(line);
  const { cycles, commands } = await torture({ cycles: 10, seed: 20_261, scope: "exchange", log });
  assert.equal(cycles, 10);
  const { order = 0, cancel = 0, fill = 0, unanswered = 0 } = commands;
  assert.ok(order > 100 && cancel > 10 && fill > 25, JSON.stringify(commands));
  assert.ok(unanswered > 0, "no request was underway when the process was killed");
});
