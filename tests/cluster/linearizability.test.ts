/** The check of linearizability, against all orders of small random histories. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import { findContradiction } from "./linearizability.ts";
import type { Step } from "./linearizability.ts";

const HISTORIES = 3_000;
const MOMENTS = 12;

/** Draws steps on a number: additions, reads, and steps without a known outcome. */
const drawHistory = (random: Random): readonly Step<number>[] =>
  Array.from({ length: random.between(1, 5) }, () => {
    const calledAt = random.below(MOMENTS);
    const returnedAt = random.chance(15) ? Infinity : calledAt + 1 + random.below(5);
    const value = random.between(0, 3);
    return random.chance(50)
      ? { name: `add ${value}`, calledAt, returnedAt, apply: (state) => state + value }
      : {
          name: `read ${value}`,
          calledAt,
          returnedAt,
          apply: (state) => (state === value ? state : undefined),
        };
  });

/** True if some order of the steps, in which none comes before one that had returned, explains all of them. */
function hasOrder(state: number, rest: readonly Step<number>[]): boolean {
  if (rest.every(({ returnedAt }) => returnedAt === Infinity)) return true;
  return rest.some((step) => {
    const others = rest.filter((other) => other !== step);
    const after = step.apply(state);
    return (
      others.every(({ returnedAt }) => returnedAt >= step.calledAt) &&
      after !== undefined &&
      hasOrder(after, others)
    );
  });
}

test("finds a contradiction where no order of the steps explains the history, and only there", () => {
  const random = createRandom(1);
  const verdicts = { linearizable: 0, contradictory: 0 };
  for (let count = 0; count < HISTORIES; count++) {
    const steps = drawHistory(random);
    const found = findContradiction(0, steps);
    assert.equal(found === undefined, hasOrder(0, steps), JSON.stringify(steps));
    verdicts[found === undefined ? "linearizable" : "contradictory"]++;
  }
  assert.ok(
    verdicts.linearizable > HISTORIES / 10 && verdicts.contradictory > HISTORIES / 10,
    JSON.stringify(verdicts),
  );
});

test("tells which return contradicts, and what was possible then", () => {
  const add: Step<number> = { name: "add", calledAt: 0, returnedAt: 1, apply: (state) => state + 1 };
  const stale: Step<number> = {
    name: "stale",
    calledAt: 2,
    returnedAt: 4,
    apply: (state) => (state === 0 ? state : undefined),
  };
  const open: Step<number> = { ...add, name: "open", calledAt: 3, returnedAt: 5 };
  assert.deepEqual(findContradiction(0, [add, stale, open]), {
    step: "stale",
    states: [1],
    underway: ["open"],
    before: ["add"],
  });
});
