/**
 * Every rejection of an order, and the one that is given when two are true at once: the one that stands first in
 * rejection.ts. The simulation compares those of all other commands with its reference.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command } from "../../src/core/events/command.ts";
import { decide, getRejection } from "../../src/core/exchange.ts";
import { readOrderParams } from "../../src/core/orders/order-params.ts";
import { REJECTIONS, isRejection } from "../../src/core/rejection.ts";
import type { RejectionCode } from "../../src/core/rejection.ts";
import { ticks } from "../../src/core/units.ts";
import { AT, GOOD, FLAWS, BOTH, EXCLUSIVE } from "./support/flawed-orders.ts";
import type { Change } from "./support/flawed-orders.ts";
import { createWorld } from "./support/flawed-world.ts";

const world = createWorld();

test("the order from which all wrong ones are made is accepted", () => {
  assert.ok(!isRejection(decide(world, GOOD, AT)));
});

const PRECEDENCE = Object.keys(REJECTIONS);
const earlier = (a: RejectionCode, b: RejectionCode): RejectionCode =>
  PRECEDENCE.indexOf(a) <= PRECEDENCE.indexOf(b) ? a : b;

function codeOf(command: Command): string {
  return getRejection(decide(world, command, AT))?.code ?? "accepted";
}

for (const [code, change] of FLAWS) {
  test(`${code}: ${JSON.stringify(change)}`, () => assert.equal(codeOf({ ...GOOD, ...change }), code));
}

const clash = (a: Change, b: Change): boolean =>
  Object.entries(a).some(([key, value]) => key in b && b[key as keyof Change] !== value);

FLAWS.forEach(([first, a], index) => {
  for (const [second, b] of FLAWS.slice(index + 1)) {
    if (first === second || clash(a, b) || EXCLUSIVE.has(`${first} ${second}`)) continue;
    test(`${first} and ${second}: ${earlier(first, second)}`, () => {
      assert.equal(codeOf({ ...GOOD, ...a, ...b }), earlier(first, second));
    });
  }
});

for (const [first, second, change] of BOTH) {
  test(`${first} and ${second}: ${earlier(first, second)}, in one field`, () => {
    assert.equal(codeOf({ ...GOOD, ...change }), earlier(first, second));
  });
}

test("the first code of two by the amounts is the first by precedence", () => {
  const tick = ticks(100);
  const rows = [
    ["invalid_amounts", "size_not_whole", { makerAmount: 0, takerAmount: 1 }],
    ["price_out_of_range", "size_not_whole", { makerAmount: 10_001, takerAmount: 10_001 }],
    ["price_off_tick", "size_not_whole", { makerAmount: 5_555, takerAmount: 10_001 }],
  ] as const;
  for (const [first, second, amounts] of rows) {
    const terms = readOrderParams({ side: "BUY", kind: "GTC", ...amounts }, tick);
    assert.equal(isRejection(terms) ? terms.code : "accepted", earlier(first, second));
  }
});
