/** Incidents of rounding, dust, fees and matching, on the core in memory. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import type { Order } from "../../src/core/state.ts";
import { computeFee, feeWeight, lots, micros, ticks } from "../../src/core/units.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import { watchExchange } from "./watched-exchange.ts";
import type { Terms, WatchedExchange } from "./watched-exchange.ts";

const RATES = [1, 25, 700, 2_500] as const;
const KINDS = ["GTC", "GTD", "FOK", "FAK"] as const;
const SIDES = ["BUY", "SELL"] as const;
const TOKENS = ["yes", "no"] as const;

/** Sizes of at least one lot that sum to `size`. */
function drawParts(random: Random, size: number, most: number): number[] {
  const parts: number[] = [];
  for (let left = size; left > 0;) {
    const part = parts.length === most - 1 ? left : random.between(1, left);
    parts.push(part);
    left -= part;
  }
  return parts;
}

/** A market with these fees where `ann` meets orders of `bob`; both have plenty. */
function openCharged(rate: number, takerOnly = true): WatchedExchange {
  const watched = watchExchange([{ name: "m", tick: 1, fees: { rate, exponent: 1, takerOnly } }]);
  for (const name of ["ann", "bob"]) watched.open(name, 1e12, 1_000_000);
  return watched;
}

const feesPaid = ({ fills }: WatchedExchange): number =>
  fills.reduce((sum, { takerFee, makerFee }) => sum + takerFee + makerFee, 0);

test("inc-15: however an order's fills are cut, it pays what one fill of them all would, to the last unit", () => {
  const random = createRandom(15);
  for (let round = 0; round < 60; round += 1) {
    const [rate, price, size] = [random.pick(RATES), random.between(1, 9_999), random.between(11, 20_000)];
    const resting = { maker: "bob", token: "yes", price } as const;
    const whole = computeFee(feeWeight(lots(size), ticks(price), 1), rate, 1);
    const [cut, met] = [openCharged(rate), openCharged(rate, false)];
    const side = random.pick(SIDES);
    const against = side === "BUY" ? "SELL" : "BUY";
    // A take that meets many orders, and an order that many takes meet and that pays as well.
    for (const part of drawParts(random, size, 11))
      cut.tell(cut.order({ ...resting, side: against, size: part }));
    cut.tell(cut.order({ ...resting, maker: "ann", side, size, kind: "FOK" }));
    assert.equal(feesPaid(cut), whole, `taker of ${size} at ${price}, rate ${rate}`);
    met.tell(met.order({ ...resting, side: "BUY", size }));
    const takes = drawParts(random, size, 11);
    for (const part of takes) met.tell(met.order({ ...resting, maker: "ann", side: "SELL", size: part }));
    assert.equal(
      met.fills.reduce((sum, { makerFee }) => sum + makerFee, 0),
      whole,
      `maker of ${size} at ${price}, rate ${rate}`,
    );
  }
});

test("inc-15: an order cut into several signed ones saves at most 0.00001 with each", () => {
  const random = createRandom(16);
  for (let round = 0; round < 2_000; round += 1) {
    const [rate, price, size] = [random.pick(RATES), random.between(1, 9_999), random.between(11, 20_000)];
    const fee = (part: number): number => computeFee(feeWeight(lots(part), ticks(price), 1), rate, 1);
    const parts = drawParts(random, size, 11);
    const saved = fee(size) - parts.reduce((sum, part) => sum + fee(part), 0);
    assert.ok(saved <= 10 * parts.length, `${parts.join(" + ")} at ${price}, rate ${rate}, saves ${saved}`);
  }
});

/** Orders of two owners with two wallets each, at these prices. */
function drawOrders(watched: WatchedExchange, random: Random, prices: readonly number[]): void {
  for (const name of ["ann", "ann-2", "bob", "bob-2"]) {
    const owner = name.slice(0, 3);
    watched.tell({ type: "open-account", address: name, owner, credit: micros(100_000_000) });
    watched.tell({ type: "split", address: name, owner, conditionId: "m", lots: lots(4_000) });
  }
  for (let count = 0; count < 700; count += 1) {
    const maker = random.pick(["ann", "ann-2", "bob", "bob-2"]);
    const [side, kind] = [random.pick(SIDES), random.pick(["GTC", "GTC", "FOK", "FAK"] as const)];
    const [price, size] = [random.pick(prices), random.pick([1, 1, 1, 2, 3, 99])];
    const terms: Terms = {
      maker,
      owner: maker.slice(0, 3),
      token: random.pick(TOKENS),
      side,
      price,
      size,
      kind,
    };
    const isBudget = side === "BUY" && kind !== "GTC";
    const budget = isBudget ? { budget: size * price + random.below(price) } : {};
    watched.tell(watched.order({ ...terms, ...budget }));
    if (random.chance(3)) watched.tell({ type: "cancel-orders", owner: "ann", reason: "by-owner" });
  }
}

for (const [what, prices] of [
  ["1 tick", [1, 2, 9_998, 9_999]],
  ["the middle", [4_999, 5_000, 5_001]],
] as const) {
  test(`inc-16: fills of single lots at prices around ${what} make and lose nothing`, () => {
    for (const takerOnly of [true, false]) {
      const fees = { rate: 2_500, exponent: 1, takerOnly };
      const watched = watchExchange([{ name: "m", tick: 1, fees }]);
      // Everything is counted anew after each command.
      drawOrders(watched, createRandom(prices[0]), prices);
      assert.ok(watched.fills.length > 200, `${watched.fills.length} fills`);
    }
  });
}

test("inc-19: in every fill both sides give something and get something", () => {
  const watched = watchExchange([{ name: "m", tick: 1 }]);
  drawOrders(watched, createRandom(19), [1, 2, 9_998, 9_999]);
  assert.ok(watched.fills.length > 200, `${watched.fills.length} fills`);
  for (const { lots: size, price, maker, taker } of watched.fills) {
    assert.ok(size >= 1 && price >= 1 && price <= 9_999, `${size} at ${price}`);
    for (const { outcome } of [maker, taker]) assert.ok(size * (outcome === 0 ? price : 10_000 - price) >= 1);
  }
});

test("inc-17: a market order ends when what is left of its budget buys nothing, and leaves nothing in the book", () => {
  const watched = watchExchange([{ name: "m", tick: 1 }]);
  watched.open("bob", 0, 1_000_000);
  watched.open("ann", 1e9);
  const sale = { maker: "bob", token: "yes", side: "SELL" } as const;
  for (let price = 9_000; price < 9_100; price += 1) watched.tell(watched.order({ ...sale, price, size: 7 }));
  const random = createRandom(17);
  for (let round = 0; round < 200; round += 1) {
    const budget = random.between(9_000, 200_000);
    const before = watched.fills.length;
    const buy = { maker: "ann", token: "yes", side: "BUY", price: 9_999, size: 0, budget } as const;
    watched.tell(watched.order({ ...buy, kind: random.pick(["FOK", "FAK"]) }));
    const spent = watched.fills.slice(before).reduce((sum, { lots: size, price }) => sum + size * price, 0);
    assert.ok(spent <= budget && budget - spent < 9_999, `${spent} of ${budget}`);
    assert.equal(watched.exchange.accountByAddress.get("ann")!.open, 0);
    watched.tell(watched.order({ ...sale, price: 9_000, size: 20 }));
  }
});

test("inc-18: what a fill leaves below the smallest size stays, is counted, is met, and is free after a cancel", () => {
  const limits = { ...STANDARD_LIMITS, ofAccountInMarket: 3 };
  const watched = watchExchange([{ name: "m", minimumLots: 500 }], { limits });
  const { tell, order, exchange } = watched;
  watched.open("ann", 10_000_000);
  watched.open("bob", 0, 5_000);
  const ann = exchange.accountByAddress.get("ann")!;
  for (const price of [5_000, 5_100, 5_200]) {
    tell(order({ maker: "ann", token: "yes", side: "BUY", price, size: 501 }));
    tell(order({ maker: "bob", token: "yes", side: "SELL", price, size: 500, kind: "FOK" }));
  }
  assert.deepEqual([ann.open, ann.held], [3, 15_300]);
  const more: Terms = { maker: "ann", token: "yes", side: "BUY", price: 100, size: 500 };
  assert.equal(tell(order(more)), "too_many_orders");
  tell({ type: "cancel-order", id: "order 5", owner: "ann" });
  assert.deepEqual([ann.open, ann.held], [2, 10_100]);
  tell(order({ maker: "bob", token: "yes", side: "SELL", price: 5_000, size: 500 }));
  assert.deepEqual([ann.open, ann.held, [...exchange.orders.values()][0]?.remaining], [0, 0, 498]);
});

test("inc-22: no order below the smallest size rests, on whichever side of whichever outcome", () => {
  const watched = watchExchange([{ name: "m", minimumLots: 500 }]);
  for (const name of ["ann", "bob"]) watched.open(name, 100_000_000, 5_000);
  for (const side of SIDES) {
    for (const token of TOKENS) {
      for (const kind of KINDS) {
        const terms: Terms = { maker: "ann", token, side, price: 6_000, size: 499, kind, expiresAt: 9_000 };
        // What does not rest may be smaller: here it meets nothing.
        const meetsNone = {
          GTC: "size_below_minimum",
          GTD: "size_below_minimum",
          FOK: "fok_not_filled",
          FAK: "fak_not_matched",
        };
        assert.equal(watched.tell(watched.order(terms)), meetsNone[kind], `${side} ${token} ${kind}`);
      }
    }
  }
  watched.tell(watched.order({ maker: "bob", token: "yes", side: "SELL", price: 6_000, size: 500 }));
  const small: Terms = { maker: "ann", token: "yes", side: "BUY", price: 6_000, size: 1, kind: "FAK" };
  for (let count = 0; count < 500; count += 1) watched.tell(watched.order(small));
  assert.equal(watched.tell(watched.order(small)), "fak_not_matched");
  assert.deepEqual([watched.fills.length, watched.exchange.orders.size], [500, 0]);
});

const ownersOf = ({ maker, taker }: { maker: Order; taker: Order }): readonly string[] => [
  maker.account.owner,
  taker.account.owner,
];

for (const selfTrade of ["cancel-resting", "cancel-incoming"] as const) {
  test(`inc-23: with ${selfTrade} nobody fills an order of its own, of whichever wallet and outcome`, () => {
    const fees = { rate: 700, exponent: 1, takerOnly: false };
    const watched = watchExchange([{ name: "m", fees }], { selfTrade });
    drawOrders(watched, createRandom(23), [4_900, 5_000, 5_100]);
    assert.ok(watched.fills.length > 100, `${watched.fills.length} fills`);
    for (const fill of watched.fills) {
      const [maker, taker] = ownersOf(fill);
      assert.notEqual(maker, taker);
    }
    const traded = watched.fills.reduce(
      (sum, { lots: size, price, taker }) => sum + size * (taker.outcome === 0 ? price : 10_000 - price),
      0,
    );
    assert.equal(watched.exchange.markets[1]!.volume, traded, "volume counts no trade with oneself");
  });
}
