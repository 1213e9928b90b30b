/** The arithmetic of positions, event by event, in numbers worked out by hand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createLedger } from "./support/ledger.ts";

const traded = () => {
  const ledger = createLedger([{ name: "m" }]);
  for (const name of ["ann", "bob", "cid"]) ledger.open(name, 1000);
  return ledger;
};

test("buys average, sales earn against the average and leave it", () => {
  const { order, position } = traded();
  order("bob", "BUY", "m-no", { price: 60, size: 10 });
  order("ann", "BUY", "m-yes", { price: 40, size: 10 });
  assert.deepEqual(position("ann", "m", 0), [10, 0.4, 10, 0]);
  order("bob", "BUY", "m-no", { price: 30, size: 5 });
  order("ann", "BUY", "m-yes", { price: 70, size: 5 });
  assert.deepEqual(position("ann", "m", 0), [15, 0.5, 15, 0]);
  order("cid", "BUY", "m-yes", { price: 80, size: 6 });
  order("ann", "SELL", "m-yes", { price: 80, size: 6 });
  assert.deepEqual(position("ann", "m", 0), [9, 0.5, 15, 1.8]);
  assert.deepEqual(position("cid", "m", 0), [6, 0.8, 6, 0]);
  order("cid", "BUY", "m-yes", { price: 10, size: 9 });
  order("ann", "SELL", "m-yes", { price: 10, size: 9 });
  assert.deepEqual(position("ann", "m", 0), [0, 0.5, 15, -1.8]);
});

test("an average that does not divide is rounded down, in millionths", () => {
  const { order, position } = traded();
  order("bob", "BUY", "m-no", { price: 90, size: 1 });
  order("ann", "BUY", "m-yes", { price: 10, size: 1 });
  order("bob", "BUY", "m-no", { price: 80, size: 2 });
  order("ann", "BUY", "m-yes", { price: 20, size: 2 });
  assert.deepEqual(position("ann", "m", 0), [3, 0.166666, 3, 0]);
});

test("an order that fills at several prices is one buy at what it paid on average", () => {
  const { order, position } = traded();
  order("bob", "BUY", "m-no", { price: 60, size: 10 });
  order("bob", "BUY", "m-no", { price: 50, size: 10 });
  order("ann", "BUY", "m-yes", { price: 55, size: 20 });
  assert.deepEqual(position("ann", "m", 0), [20, 0.45, 20, 0]);
  assert.deepEqual(position("bob", "m", 1), [20, 0.55, 20, 0]);
});

test("after an exit the average restarts, and what was bought and earned goes on", () => {
  const { order, position } = traded();
  order("bob", "BUY", "m-no", { price: 60, size: 10 });
  order("ann", "BUY", "m-yes", { price: 40, size: 10 });
  order("cid", "BUY", "m-yes", { price: 50, size: 10 });
  order("ann", "SELL", "m-yes", { price: 50, size: 10 });
  order("bob", "BUY", "m-no", { price: 20, size: 1 });
  order("ann", "BUY", "m-yes", { price: 80, size: 1 });
  assert.deepEqual(position("ann", "m", 0), [1, 0.8, 11, 1]);
});

test("a split buys both outcomes at a half, a merge sells both at a half", () => {
  const { run, order, position } = traded();
  const sets = { address: "ann", owner: "ann", conditionId: "m" };
  run({ type: "split", ...sets, lots: 1000 as never });
  assert.deepEqual(position("ann", "m", 0), [10, 0.5, 10, 0]);
  assert.deepEqual(position("ann", "m", 1), [10, 0.5, 10, 0]);
  order("bob", "BUY", "m-no", { price: 70, size: 10 });
  order("ann", "BUY", "m-yes", { price: 30, size: 10 });
  run({ type: "merge", ...sets, lots: 500 as never });
  assert.deepEqual(position("ann", "m", 0), [15, 0.4, 20, 0.5]);
  assert.deepEqual(position("ann", "m", 1), [5, 0.5, 10, 0]);
});

for (const [payout, yes, no] of [
  [
    [1, 0],
    [0, 0.4, 10, 6],
    [0, 0.6, 10, -6],
  ],
  [
    [0, 1],
    [0, 0.4, 10, -4],
    [0, 0.6, 10, 4],
  ],
  [
    [1, 1],
    [0, 0.4, 10, 1],
    [0, 0.6, 10, -1],
  ],
] as const) {
  test(`a redemption sells everything at what ${payout.join("/")} pays`, () => {
    const { run, order, position, cash, exchange } = traded();
    order("bob", "BUY", "m-no", { price: 60, size: 10 });
    order("ann", "BUY", "m-yes", { price: 40, size: 10 });
    run({ type: "resolve-market", conditionId: "m", payout });
    run({ type: "redeem", address: "ann", owner: "ann", conditionId: "m" });
    run({ type: "redeem", address: "bob", owner: "bob", conditionId: "m" });
    assert.deepEqual(position("ann", "m", 0), yes);
    assert.deepEqual(position("bob", "m", 1), no);
    assert.equal(cash("ann"), 996 + yes[3] + 4);
    assert.equal(exchange.accountByAddress.get("ann")!.realized, yes[3] * 1e6);
    assert.equal(exchange.markets[1]!.backing, 0);
  });
}
