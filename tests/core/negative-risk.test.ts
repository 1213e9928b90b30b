/** Conversions in negative-risk events: they give the right shares, cost nothing, and resolutions pay for them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Payout } from "../../src/core/markets/catalog.ts";
import { decide } from "../../src/core/exchange.ts";
import { computeDebt } from "../../src/core/ledger/negative-risk.ts";
import { computeOpenInterest } from "../../src/core/ledger/open-interest.ts";
import { isRejection } from "../../src/core/rejection.ts";
import type { Lots } from "../../src/core/units.ts";
import { createLedger } from "./support/ledger.ts";
import { eventListing } from "./support/listing.ts";

const NAMES = ["a", "b", "c", "d"];

const event = (names: readonly string[] = NAMES) => {
  const ledger = createLedger(names.map((name) => ({ name, negativeRisk: true })));
  ledger.open("ann", 1000);
  ledger.open("bob", 1000);
  const act = (conditionIds: readonly string[], shares: number, address = "ann") =>
    ledger.refusal({
      type: "convert",
      address,
      owner: address,
      conditionIds,
      lots: Math.round(shares * 100) as Lots,
    });
  const split = (name: string, shares: number, address = "ann") =>
    ledger.run({
      type: "split",
      address,
      owner: address,
      conditionId: name,
      lots: Math.round(shares * 100) as Lots,
    });
  const resolve = (name: string, yes: boolean) =>
    ledger.refusal({ type: "resolve-market", conditionId: name, payout: yes ? [1, 0] : [0, 1] });
  const redeem = (name: string, address = "ann") =>
    ledger.refusal({ type: "redeem", address, owner: address, conditionId: name });
  return { ...ledger, act, split, resolve, redeem };
};

test("NO shares of two of four markets become YES of the others and collateral for one", () => {
  const { act, split, position, cash, supply, exchange } = event();
  split("a", 10);
  split("b", 10);
  assert.equal(act(["a", "b"], 4), "accepted");
  assert.equal(cash("ann"), 1000 - 20 + 4);
  assert.deepEqual(position("ann", "a", 1), [6, 0.5, 10, 0]);
  assert.deepEqual(position("ann", "b", 1), [6, 0.5, 10, 0]);
  // (0.5 x 2 - 1 x 1) / 2 markets: what is got costs nothing.
  assert.deepEqual(position("ann", "c", 0), [4, 0, 4, 0]);
  assert.deepEqual(position("ann", "d", 0), [4, 0, 4, 0]);
  for (const name of NAMES) {
    const market = exchange.marketByCondition.get(name)!;
    const [yes, no] = supply(name);
    assert.equal(market.burned, 400);
    assert.equal(yes, market.backing / 1e6, `YES of ${name}`);
    assert.equal(no + market.burned / 100, market.backing / 1e6, `NO of ${name}`);
  }
});

test("one NO share costs what it cost, spread over the YES shares that it becomes", () => {
  const { act, order, split, position } = event(["a", "b", "c"]);
  split("a", 10, "bob");
  order("bob", "SELL", "a-no", { price: 90, size: 10 });
  order("ann", "BUY", "a-no", { price: 90, size: 10 });
  assert.equal(act(["a"], 10), "accepted");
  assert.deepEqual(position("ann", "a", 1), [0, 0.9, 10, 0]);
  assert.deepEqual(position("ann", "b", 0), [10, 0.45, 10, 0]);
  assert.deepEqual(position("ann", "c", 0), [10, 0.45, 10, 0]);
});

test("the cost can be negative, and is rounded down then as well", () => {
  const { act, order, split, position } = event();
  for (const [name, price] of [
    ["a", 10],
    ["b", 10],
    ["c", 11],
  ] as const) {
    split(name, 1, "bob");
    order("bob", "SELL", `${name}-no`, { price, size: 1 });
    order("ann", "BUY", `${name}-no`, { price, size: 1 });
  }
  assert.equal(act(["a", "b", "c"], 1), "accepted");
  // The mean of 0.10, 0.10 and 0.11 is 0.103333; three of them less 2.
  assert.deepEqual(position("ann", "d", 0), [1, -1.690001, 1, 0]);
});

for (const winner of NAMES) {
  test(`whoever wins, here ${winner}, everything is paid and nothing is left`, () => {
    const { act, split, resolve, redeem, cash, exchange } = event();
    for (const name of NAMES) split(name, 10);
    split("a", 5, "bob");
    assert.equal(act(["a", "b"], 7), "accepted");
    assert.equal(act(["b", "c", "d"], 2), "accepted");
    assert.equal(act(["a"], 3, "bob"), "accepted");
    assert.equal(act(NAMES, 1), "accepted");
    for (const name of NAMES) assert.equal(resolve(name, name === winner), "accepted");
    for (const name of NAMES) for (const who of ["ann", "bob"]) redeem(name, who);
    assert.equal(cash("ann") + cash("bob"), 2000);
    for (const name of NAMES) assert.equal(exchange.marketByCondition.get(name)!.backing, 0, name);
  });
}

test("a market that resolved NO is out: later conversions go without it", () => {
  const { act, split, resolve, redeem, position, cash } = event();
  for (const name of NAMES) split(name, 10);
  assert.equal(act(["a", "b"], 2), "accepted");
  assert.equal(resolve("d", false), "accepted");
  assert.equal(act(["d"], 1), "market_closed");
  assert.equal(act(["a", "b"], 3), "accepted");
  assert.deepEqual(position("ann", "d", 0).slice(0, 1), [12]);
  assert.deepEqual(position("ann", "c", 0).slice(0, 1), [15]);
  for (const name of ["a", "b", "c"]) assert.equal(resolve(name, name === "c"), "accepted");
  for (const name of NAMES) redeem(name);
  assert.equal(cash("ann"), 1000);
});

test("exactly one market resolves YES, and none to half", () => {
  const { resolve, refusal } = event(["a", "b", "c"]);
  const half = { type: "resolve-market", conditionId: "a", payout: [1, 1] } as const;
  assert.equal(refusal(half), "invalid_payout");
  assert.equal(refusal({ ...half, type: "propose-resolution", evidence: "", link: "" }), "invalid_payout");
  assert.equal(resolve("a", false), "accepted");
  assert.equal(resolve("b", false), "accepted");
  assert.equal(resolve("c", false), "invalid_payout");
  assert.equal(resolve("c", true), "accepted");
  const undo = { type: "undo-resolution", conditionId: "b" } as const;
  assert.equal(refusal(undo), "accepted");
  assert.equal(resolve("b", true), "invalid_payout");
  assert.equal(resolve("b", false), "accepted");
});

test("an undone NO owes again what its burned shares paid back; after a conversion it stays", () => {
  const { act, split, resolve, redeem, refusal, cash } = event(["a", "b", "c"]);
  for (const name of ["a", "b", "c"]) split(name, 10);
  assert.equal(act(["a", "b"], 4), "accepted");
  assert.equal(resolve("a", false), "accepted");
  assert.equal(refusal({ type: "undo-resolution", conditionId: "a" }), "accepted");
  assert.equal(resolve("a", false), "accepted");
  assert.equal(act(["b"], 1), "accepted");
  assert.equal(refusal({ type: "undo-resolution", conditionId: "a" }), "already_redeemed");
  assert.equal(resolve("b", true), "accepted");
  assert.equal(act(["c"], 1), "event_decided");
  assert.equal(resolve("c", false), "accepted");
  for (const name of ["a", "b", "c"]) redeem(name);
  assert.equal(cash("ann"), 1000);
});

test("conversions are refused whole", () => {
  const ledger = createLedger([
    { name: "a", negativeRisk: true },
    { name: "b", negativeRisk: true },
    { name: "plain" },
  ]);
  ledger.open("ann", 100);
  ledger.run({ type: "split", address: "ann", owner: "ann", conditionId: "a", lots: 500 as Lots });
  const convert = (conditionIds: string[], size = 100, owner = "ann") =>
    ledger.refusal({ type: "convert", address: "ann", owner, conditionIds, lots: size as Lots });
  assert.equal(convert([]), "conversion_empty");
  assert.equal(convert(["a", "a"]), "conversion_empty");
  assert.equal(convert(["a", "plain"]), "not_negative_risk");
  assert.equal(convert(["none"]), "unknown_market");
  assert.equal(convert(["a"], 0), "invalid_amounts");
  assert.equal(convert(["a"], 501), "insufficient_balance");
  assert.equal(convert(["a", "b"], 500), "insufficient_balance");
  assert.equal(convert(["a"], 500, "bob"), "wallet_taken");
  assert.equal(convert(["a"], 500), "accepted");
  assert.equal(ledger.cash("ann"), 95);
});

test("the NO shares of the last open market are worth nothing else; those of several are worth collateral", () => {
  const { act, split, resolve, cash, refusal } = event(["a", "b", "c"]);
  for (const name of ["a", "b"]) split(name, 10);
  assert.equal(resolve("c", false), "accepted");
  assert.equal(act(["a", "b"], 4), "accepted");
  assert.equal(cash("ann"), 984);
  assert.equal(resolve("b", false), "accepted");
  assert.equal(act(["a"], 1), "conversion_empty");
  assert.equal(refusal({ type: "archive-market", conditionId: "a" }), "market_has_shares");
  assert.equal(resolve("a", true), "accepted");
});

test("while a market of the event is closed without a payout nothing is converted, and the others may all lose", () => {
  const ledger = createLedger([
    ...["a", "b"].map((name) => ({ name, negativeRisk: true })),
    { name: "c", negativeRisk: true, state: "closed" },
  ]);
  const { exchange, refusal } = ledger;
  ledger.open("ann", 100);
  ledger.run({ type: "split", address: "ann", owner: "ann", conditionId: "a", lots: 500 as Lots });
  const convert = {
    type: "convert",
    address: "ann",
    owner: "ann",
    conditionIds: ["a"],
    lots: 1 as Lots,
  } as const;
  const decision = decide(exchange, convert, 0);
  assert.deepEqual(isRejection(decision) && [decision.code, decision.hint], [
    "market_closed",
    "market c of the event is closed and its payout is not known, so that it may have won",
  ]);
  for (const conditionId of ["a", "b"]) ledger.run({ type: "resolve-market", conditionId, payout: [0, 1] });
  assert.equal(exchange.events.get("1")!.converted, 0);
  const again = (payout: Payout) => ({ name: "c", negativeRisk: true, state: "closed", payout }) as const;
  assert.equal(refusal({ type: "list", listing: eventListing("1", [again([1, 0])]) }), "accepted");
  assert.deepEqual(exchange.marketByCondition.get("c")!.payout, [1, 0]);
});

test("an operator who archives a market that is closed without a payout says that it did not win", () => {
  const ledger = createLedger([
    ...["a", "b"].map((name) => ({ name, negativeRisk: true })),
    { name: "c", negativeRisk: true, state: "closed" },
  ]);
  ledger.open("ann", 100);
  ledger.run({ type: "split", address: "ann", owner: "ann", conditionId: "a", lots: 500 as Lots });
  ledger.run({ type: "archive-market", conditionId: "c" });
  ledger.run({ type: "convert", address: "ann", owner: "ann", conditionIds: ["a"], lots: 500 as Lots });
  ledger.run({ type: "resolve-market", conditionId: "a", payout: [0, 1] });
  const last = (payout: Payout) => ({ type: "resolve-market", conditionId: "b", payout }) as const;
  assert.equal(ledger.refusal(last([0, 1])), "invalid_payout");
  assert.equal(ledger.refusal(last([1, 0])), "accepted");
});

test("what conversions of billions pay ahead in many markets is counted to the last unit", () => {
  const names = Array.from({ length: 12 }, (_, index) => `market ${index}`);
  const { act, split, resolve, redeem, open, cash, exchange } = event(names);
  open("cid", 9_000_000_000 - 2_000);
  split("market 0", 8_000_000_000.01, "cid");
  assert.equal(act(["market 0"], 8_000_000_000.01, "cid"), "accepted");
  const { markets, converted } = exchange.events.get("1")!;
  assert.equal(computeDebt(markets, converted), 88_000_000_000_110_000n);
  const interest = computeOpenInterest(markets.map((market) => ({ ...market, converted })));
  assert.equal(
    interest.reduce((sum, part) => sum + BigInt(part), 0n),
    8_000_000_000_010_000n,
  );
  for (const name of names) assert.equal(resolve(name, name === "market 7"), "accepted");
  redeem("market 7", "cid");
  assert.equal(cash("cid"), 9_000_000_000 - 2_000);
});
