import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { atDepth } from "../support/depth.ts";
import { ALL, MUTANTS } from "./mutants.ts";
import { mutate } from "./mutant.ts";
import { huntAll, isWrong } from "./run-hunts.ts";

const ROOT = new URL("../../", import.meta.url);

const EVERY_SIXTH = ALL.filter((_, no) => no % 6 === 0);

/** Some mutants that are caught soon; deep tests hunt a sixth of all, and long ones all. */
const SAMPLE = [
  "a fill is at the price of the incoming order",
  "the youngest order of a price is met first",
  "a cancelled order keeps what it held",
  "shares of outcome 1 are paid as those of outcome 0",
  "answers leave before the commit",
  "an answer is given twice",
  "repeated orders are not looked up",
  "keys at hand are held for wrong credentials of their address",
];

test("every mutant has its place in the sources, and a name of its own", () => {
  for (const mutant of ALL) {
    const source = readFileSync(new URL(mutant.file, ROOT), "utf8");
    assert.notEqual(mutate(source, mutant), source, mutant.name);
  }
  assert.equal(new Set(ALL.map(({ name }) => name)).size, ALL.length);
  assert.ok(MUTANTS.length >= 45);
});

test("a mutant whose place is not there, or is not clear, is refused", () => {
  const mutant = { name: "any", check: "core", file: "any.ts", text: "a", becomes: "b" } as const;
  assert.throws(() => mutate("", mutant), /expected once in any.ts, found 0 times/);
  assert.throws(() => mutate("aa", mutant), /expected once in any.ts, found 2 times/);
  assert.equal(mutate("-a-", mutant), "-b-");
});

test("planted bugs are caught, and canaries are not", async () => {
  const sample = MUTANTS.filter(({ name }) => SAMPLE.includes(name));
  assert.equal(sample.length, SAMPLE.length);
  const wrong: string[] = [];
  await huntAll(atDepth({ quick: sample, deep: EVERY_SIXTH, long: ALL }), (mutant, verdict) => {
    if (isWrong(mutant, verdict)) wrong.push(mutant.name);
  });
  assert.deepEqual(wrong, []);
});
