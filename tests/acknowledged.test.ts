import assert from "node:assert/strict";
import { test } from "node:test";
import { torture } from "./torture/torture.ts";

test("what was acknowledged survives kill -9, and nothing is there twice", async (t) => {
  const log = (line: string): void => t.diagnostic(line);
  const { cycles, commands } = await torture({ cycles: 20, seed: 20_261, scope: "exchange", log });
  assert.equal(cycles, 20);
  const { order = 0, cancel = 0, fill = 0, unanswered = 0 } = commands;
  assert.ok(order > 200 && cancel > 20 && fill > 50, JSON.stringify(commands));
  assert.ok(unanswered > 0, "no request was underway when the process was killed");
});
