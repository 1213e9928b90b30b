/** Payouts by the names of outcomes that operators type. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readPayout } from "../../src/cli/operator/market.ts";

const TEAMS: [string, string] = ["Ravens", "Larks"];
/** Outcomes that differ in case alone, as an imported catalog may have them. */
const ALIKE: [string, string] = ["Up", "up"];

const NAMED = [
  [TEAMS, "Ravens", [1, 0]],
  [TEAMS, "larks", [0, 1]],
  [TEAMS, "HALF", [1, 1]],
  [["Half", "Full"], "half", [1, 0]],
  [ALIKE, "Up", [1, 0]],
  [ALIKE, "up", [0, 1]],
] as const;

const NOT_NAMED = [
  [TEAMS, "yes"],
  [TEAMS, ""],
  [ALIKE, "UP"],
] as const;

describe("an outcome", () => {
  for (const [outcomes, text, payout] of NAMED)
    it(`"${text}" of ${outcomes.join(" and ")} pays ${payout.join(" and ")}`, () => {
      assert.deepEqual(readPayout({ outcomes: [...outcomes] }, text), payout);
    });

  for (const [outcomes, text] of NOT_NAMED)
    it(`"${text}" is none of ${outcomes.join(" and ")}`, () => {
      const [first, second] = outcomes;
      assert.throws(() => readPayout({ outcomes: [...outcomes] }, text), {
        message: `expected "${first}", "${second}" or half to each as the outcome, got "${text}"`,
      });
    });
});
