import assert from "node:assert/strict";
import { test } from "node:test";
import { createTickBudget } from "../../src/base/async.ts";
import { MESSAGES_PER_TICK } from "../../src/stream/user/user-feed.ts";

/** Turns that pass when the test says so. */
function openTurns() {
  const planned: (() => void)[] = [];
  const turns = createTickBudget(MESSAGES_PER_TICK, (turn) => planned.push(turn));
  const made: string[] = [];
  return {
    made,
    planned,
    make: async (name: string, messages: number) => {
      await turns.take(messages);
      made.push(name);
    },
    pass: () => planned.shift()?.(),
  };
}

test("so many messages are made in a turn, and the rest in later ones, in order", async () => {
  const { made, make, pass, planned } = openTurns();
  const third = Math.ceil(MESSAGES_PER_TICK / 3);
  const all = ["a", "b", "c", "d", "e", "f", "g"].map((name) => make(name, third));
  await Promise.all(all.slice(0, 3));
  assert.deepEqual(made, ["a", "b", "c"]);
  pass();
  await Promise.all(all.slice(3, 6));
  assert.deepEqual(made, ["a", "b", "c", "d", "e", "f"]);
  pass();
  await Promise.all(all);
  assert.equal(made.at(-1), "g");
  assert.equal(planned.length, 0);
});

test("one request for more than a turn has one of its own, and nothing waits for ever", async () => {
  const { made, make, pass, planned } = openTurns();
  const all = [make("long", 10 * MESSAGES_PER_TICK), make("next", 1), make("last", MESSAGES_PER_TICK)];
  await all[0];
  assert.deepEqual(made, ["long"]);
  pass();
  await Promise.all(all);
  assert.deepEqual(made, ["long", "next", "last"]);
  pass();
  assert.equal(planned.length, 0);
  await make("later", 1);
  assert.equal(made.length, 4);
});

test("a message that comes while others wait is made after them", async () => {
  const { made, make, pass } = openTurns();
  const first = make("first", MESSAGES_PER_TICK);
  const waits = make("waits", 1);
  const comes = make("comes", 1);
  await first;
  pass();
  await Promise.all([waits, comes]);
  assert.deepEqual(made, ["first", "waits", "comes"]);
});
