/** Leaders that share collateral: conservation under faults, and broken variants that the checks must catch. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { atDepth } from "../support/depth.ts";
import type { Rule } from "./leaders.ts";
import { simulateLeaders } from "./simulate-leaders.ts";
import type { Options } from "./simulate-leaders.ts";

const SEEDS = atDepth({ quick: 50, deep: 500, long: 10_000 });
/** Seeds of which each effect in turn has a crash before it. */
const CRASHED_SEEDS = atDepth({ quick: 2, deep: 20, long: 200 });
/** Seeds within which a broken variant must be caught. */
const HUNTED = 100;

const OPTIONS = { leaders: 3, accounts: 4, spread: 3, steps: 600, deposit: 60, largest: 5, lossy: 15 };

const run = (seed: number, changed: Partial<Options> = {}) =>
  simulateLeaders({
    ...OPTIONS,
    seed,
    chunk: [1, 8, 40][seed % 3]!,
    crashes: 3,
    without: new Set(),
    ...changed,
  });

test(`${SEEDS} seeds: nothing is lost, made or spent twice, and all comes home`, () => {
  const all = Array.from({ length: SEEDS }, (_, index) => run(index + 1));
  for (const name of ["orders", "crashes", "waiting", "withdrawals"] as const)
    assert.ok(all.filter((counts) => counts[name] > 1).length > SEEDS * 0.8, `${name} are rare`);
});

test("a crash before each effect of a run, of whichever leader has it, loses nothing", () => {
  for (let seed = 1; seed <= CRASHED_SEEDS; seed += 1) {
    const { effects } = run(seed, { steps: 250, crashes: 0 });
    assert.ok(effects > 50);
    for (let crashAt = 1; crashAt <= effects; crashAt += 1)
      assert.equal(run(seed, { steps: 250, crashes: 0, crashAt }).crashes, 1);
  }
});

test("a seed gives one run", () => assert.deepEqual(run(1), run(1)));

/** Findings in a protocol without a rule. */
const FOUND: { readonly [rule in Rule]: RegExp } = {
  "a reserve is durable before its grant leaves": /not what the ledger reserved/,
  "a grant is applied once": /not what the ledger reserved/,
  "the last grant's number is durable": /not what the ledger reserved/,
  "an order is durable before its answer": /an answered order is lost/,
  "a return is durable before it leaves": /not what the ledger reserved/,
  "a return is applied once": /not what the ledger reserved/,
  "a return is durable before it is acknowledged": /did not come home/,
  "what nobody acknowledged is sent again": /did not come home/,
};

for (const [rule, found] of Object.entries(FOUND))
  test(`a protocol without this is caught: ${rule}`, () => {
    const without = new Set([rule as Rule]);
    assert.throws(() => {
      for (let seed = 1; seed <= HUNTED; seed += 1) run(seed, { without });
    }, found);
  });
