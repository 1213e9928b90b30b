/** The lines that a start prints about its steps, on a clock that the test sets. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createStartSteps } from "../../src/cli/start.ts";

test("a step is told once, with its progress and as a long one every 1.5 s, until the end", (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  let now = 200;
  const lines: string[] = [];
  const steps = createStartSteps(
    (line) => lines.push(line),
    () => now,
  );
  const pass = (ms: number): void => {
    now += ms;
    context.mock.timers.tick(ms);
  };
  steps.tell("making the database");
  pass(1_000);
  steps.tell("making the database");
  pass(2_000);
  steps.tell("giving it a past", "day 1 of 30");
  pass(100);
  steps.tell("giving it a past", "day 2 of 30");
  now += 1_500;
  steps.tell("giving it a past", "day 9 of 30");
  now += 1_500;
  steps.tell("giving it a past", "day 9 of 30");
  steps.end();
  pass(9_000);
  assert.deepEqual(lines, [
    "   0.2 s  making the database\n",
    "   3.2 s  still making the database, for 3.0 s\n",
    "   3.2 s  giving it a past: day 1 of 30\n",
    "   4.8 s  giving it a past: day 9 of 30\n",
  ]);
});
