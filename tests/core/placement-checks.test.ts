/** The table of a placement's checks beside the order of precedence of all rejections. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PLACEMENT_CHECKS } from "../../src/core/orders/placement-checks.ts";
import type { PlacementCheck } from "../../src/core/orders/placement-checks.ts";
import { REJECTIONS } from "../../src/core/rejection.ts";

const { request, signature, terms, engine, order, book, fills } = PLACEMENT_CHECKS;

/** Checks that follow precedence: those of the terms come early, and the balance is looked at a second time. */
const CHAINS: { readonly [name: string]: readonly PlacementCheck[] } = {
  "the request and its signature": [...request, ...signature],
  "the terms": terms,
  "the exchange": [...engine, ...order, ...book, ...fills.slice(0, -1)],
};

/** Codes of the sandbox, which opens the account that a wallet lacks. */
const OPENING: ReadonlySet<string> = new Set(["unknown_account", "amount_too_large"]);

for (const [name, checks] of Object.entries(CHAINS))
  test(`the checks of ${name} have the order of precedence`, () => {
    const codes = checks.flatMap((check) => check.codes).filter((code) => !OPENING.has(code));
    const ordered = Object.keys(REJECTIONS).filter((code) => (codes as string[]).includes(code));
    assert.deepEqual(codes, ordered);
  });

test("the last check is of the balance, for orders that would be placed but for their fees", () => {
  assert.deepEqual(fills.at(-1)?.codes, ["insufficient_balance"]);
});
