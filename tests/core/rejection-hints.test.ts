/** Hints of the core's rejections: expected value, given value and the nearest valid one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command } from "../../src/core/events/command.ts";
import { decide, getRejection } from "../../src/core/exchange.ts";
import { lots, MAX_MICROS, ticks } from "../../src/core/units.ts";
import { AT, GOOD } from "./support/flawed-orders.ts";
import type { Change } from "./support/flawed-orders.ts";
import { createWorld } from "./support/flawed-world.ts";

const world = createWorld();

const convert = (conditionIds: readonly string[]): Command => ({
  type: "convert",
  address: "ann",
  owner: "ann",
  conditionIds,
  lots: lots(100),
});

const sets = (type: "split" | "merge", size: number): Command => ({
  type,
  address: "ann",
  owner: "ann",
  conditionId: "open",
  lots: lots(size),
});

const HINTS: readonly (readonly [Command, string])[] = [
  [{ ...GOOD, tokenId: "none" }, "no market lists token none"],
  [{ ...GOOD, tokenId: "draft-yes" }, "market draft is not open yet"],
  [{ ...GOOD, tokenId: "paused-yes" }, "market paused is paused; cancels are taken"],
  [{ ...GOOD, tokenId: "done-yes" }, "market done is resolved"],
  [{ ...GOOD, postOnly: true, kind: "FOK" }, "expected GTC or GTD with postOnly, got FOK"],
  [
    { ...GOOD, kind: "GTD" },
    "expected an expiration in unix seconds with GTD, got none; nearest: 1700000001",
  ],
  [
    { ...GOOD, kind: "GTD", expiresAt: AT - 1000 },
    "expected an expiration after 1700000000 (unix seconds), got 1699999999; nearest: 1700000001",
  ],
  [{ ...GOOD, limit: ticks(9950) }, "expected a price from 0.01 to 0.99, got 0.995; nearest: 0.99"],
  [{ ...GOOD, limit: ticks(5450) }, "expected a price in steps of 0.01, got 0.545; nearest: 0.54 or 0.55"],
  [{ ...GOOD, lots: lots(499) }, "expected at least 5 shares, got 4.99"],
  [{ ...GOOD, owner: "thief" }, "wallet ann belongs to another signer"],
  [{ ...GOOD, maker: "ghost" }, "wallet ghost has no account: its balance is 0"],
  [
    { ...GOOD, lots: lots(5001) },
    "shares of ann: balance 50, held by open orders 0, needed 50.01; available: 50",
  ],
  [
    { ...GOOD, maker: "ben", owner: "ben", side: "BUY", lots: lots(20_000) },
    "collateral of ben: balance 100, held by open orders 11, needed 108; available: 89",
  ],
  [{ ...GOOD, postOnly: true }, "postOnly would cross the best bid 0.55 with 0.54; nearest: 0.56"],
  [
    { ...GOOD, tokenId: "open-no", side: "BUY", limit: ticks(4600), postOnly: true },
    "postOnly would cross the best ask 0.45 with 0.46; nearest: 0.44",
  ],
  [
    { ...GOOD, maker: "ben", owner: "ben" },
    "the next order to match belongs to the same owner; cancel it first",
  ],
  [{ ...GOOD, kind: "FOK", lots: lots(1001) }, "expected 10.01 shares at 0.54 or better, the book has 10"],
  [
    { ...GOOD, kind: "FAK", limit: ticks(5600) },
    "the book has nothing at 0.56 or better; the best of its bids is 0.55",
  ],
  [{ type: "cancel-order", id: "none", owner: "ann" }, "no open order of ann has id none"],
  [sets("split", 20_000), "collateral of ann: balance 50, held by open orders 0, needed 200; available: 50"],
  [sets("merge", 5001), "expected at most 50 of each outcome, got 50.01"],
  [sets("merge", 0), "expected an amount above 0, got 0"],
  [{ type: "redeem", address: "ann", owner: "ann", conditionId: "open" }, "market open is active"],
  [convert(["s-gone", "sa"]), "market s-draft is not open yet"],
  [convert(["wa"]), "market wa is resolved"],
  [
    convert(["ua"]),
    "market u-closed of the event is closed and its payout is not known, so that it may have won",
  ],
  [convert(["ra", "la"]), "markets ra and la are of different events"],
  [convert(["alone"]), "expected an event of at least two negative-risk markets, got one"],
  [convert(["wb"]), "market wa of the event resolved YES"],
  [convert(["ra", "rb", "ra"]), "market ra is named twice"],
  [convert(["la"]), "market la is the only open one of its event: there is none to convert to"],
  [convert(["ra"]), "expected at most 0 of outcome 1 of market ra, got 1"],
  [
    { type: "credit", address: "ann", amount: MAX_MICROS },
    "expected at most 9007198854.740991, got 9007199254.740991",
  ],
];

for (const [command, hint] of HINTS) {
  test(`hint: ${hint}`, () => {
    assert.equal(getRejection(decide(world, command, AT))?.hint ?? "accepted", hint);
  });
}

test("price and size refusals carry the values that the dialects' texts name", () => {
  const values = (change: Change): unknown => {
    return getRejection(decide(world, { ...GOOD, ...change }, AT))?.values ?? "accepted";
  };
  assert.deepEqual(values({ limit: ticks(9950) }), { price: "0.995", tick: "0.01" });
  assert.deepEqual(values({ limit: ticks(5450) }), { price: "0.545", tick: "0.01" });
  assert.deepEqual(values({ lots: lots(499) }), { size: "4.99", minimum: "5" });
});
