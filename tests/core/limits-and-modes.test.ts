/** Limits on resting orders and on one order's walk, and the commands that each mode of the exchange takes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command } from "../../src/core/events/command.ts";
import { MODES } from "../../src/core/exchange-mode.ts";
import { lots, micros } from "../../src/core/units.ts";
import { createLedger } from "./support/ledger.ts";
import type { Ledger } from "./support/ledger.ts";

const MARKETS = [{ name: "rain" }, { name: "snow" }];

function open(
  limits: Parameters<typeof createLedger>[2],
): Ledger & { readonly rest: (who: string, market?: string) => string } {
  const ledger = createLedger(MARKETS, false, limits);
  for (const name of ["ann", "bob"]) ledger.open(name, 1_000_000);
  const rest = (who: string, market = "rain"): string =>
    ledger.order(who, "BUY", `${market}-yes`, { price: 10, size: 5 });
  return { ...ledger, rest };
}

const cancelAll = (owner: string): Command => ({ type: "cancel-orders", owner, reason: "by-owner" });

test("inc-22: an account rests so many orders in a market, and the next one when one of them has gone", () => {
  const { rest, run, exchange } = open({ ofAccountInMarket: 3 });
  for (let count = 0; count < 3; count += 1) assert.equal(rest("ann"), "accepted");
  assert.equal(rest("ann"), "too_many_orders");
  assert.equal(rest("ann", "snow"), "accepted");
  assert.equal(rest("bob"), "accepted");
  const first = [...exchange.orders.values()].find(({ account }) => account.address === "ann");
  run({ type: "cancel-order", id: first!.id, owner: "ann" });
  assert.equal(rest("ann", first!.market.conditionId), "accepted");
});

test("inc-22: an account, a market and the exchange have limits of their own", () => {
  const account = open({ ofAccount: 2 });
  assert.deepEqual(
    [account.rest("ann"), account.rest("ann", "snow"), account.rest("ann"), account.rest("bob")],
    ["accepted", "accepted", "too_many_orders", "accepted"],
  );
  const market = open({ inMarket: 2 });
  assert.deepEqual(
    [market.rest("ann"), market.rest("bob"), market.rest("ann"), market.rest("ann", "snow")],
    ["accepted", "accepted", "too_many_orders", "accepted"],
  );
  const all = open({ inAll: 2 });
  assert.deepEqual(
    [all.rest("ann"), all.rest("bob", "snow"), all.rest("ann")],
    ["accepted", "accepted", "too_many_orders"],
  );
  all.run(cancelAll("bob"));
  assert.equal(all.rest("ann"), "accepted");
});

test("who has as many orders as it may can still trade with what others have", () => {
  const { rest, order, position } = open({ ofAccount: 1 });
  assert.equal(rest("ann"), "accepted");
  assert.equal(rest("bob", "snow"), "accepted");
  assert.equal(order("bob", "BUY", "rain-no", { price: 90, size: 5 }), "accepted");
  assert.deepEqual(position("bob", "rain", 1).slice(0, 1), [5]);
  assert.equal(order("bob", "BUY", "rain-no", { price: 90, size: 5 }), "too_many_orders");
});

test("inc-17: one order meets so many others, and what is left of it is given up", () => {
  const { rest, order, exchange, position } = open({ metByOne: 3 });
  for (let count = 0; count < 5; count += 1) assert.equal(rest("ann"), "accepted");
  assert.equal(order("bob", "BUY", "rain-no", { price: 90, size: 25 }), "accepted");
  assert.deepEqual(position("bob", "rain", 1).slice(0, 1), [15]);
  assert.equal(exchange.orders.size, 2, "nothing of it rests: it would cross the book");
  assert.equal(order("bob", "BUY", "rain-no", { price: 90, size: 10, kind: "FOK" }), "accepted");
});

test("an order that has to fill at once does not fill when it would meet too many", () => {
  const { rest, order, exchange } = open({ metByOne: 3 });
  for (let count = 0; count < 4; count += 1) assert.equal(rest("ann"), "accepted");
  assert.equal(order("bob", "BUY", "rain-no", { price: 90, size: 20, kind: "FOK" }), "fok_not_filled");
  assert.equal(exchange.orders.size, 4);
  assert.equal(order("bob", "BUY", "rain-no", { price: 90, size: 20, kind: "FAK" }), "accepted");
  assert.equal(exchange.orders.size, 1);
});

const split: Command = { type: "split", address: "ann", owner: "ann", conditionId: "rain", lots: lots(100) };
const credit = { type: "credit", address: "ann", amount: micros(1_000_000) } as const;
const pause: Command = { type: "pause-market", conditionId: "snow" };
const note = {
  type: "operate",
  operator: "olga",
  action: "x",
  subject: "x",
  reason: "x",
  details: {},
} as const;

/** Answers of each mode to a resting order, a post-only one, a cancel, a split, a client's and an operator's credit. */
const TAKEN = {
  normal: ["accepted", "accepted", "accepted", "accepted", "accepted", "accepted"],
  "post-only": ["post_only_mode", "accepted", "accepted", "accepted", "accepted", "accepted"],
  "cancel-only": ["cancel_only", "cancel_only", "accepted", "accepted", "accepted", "accepted"],
  "read-only": ["read_only", "read_only", "read_only", "read_only", "read_only", "accepted"],
  halted: Array.from({ length: 6 }, () => "exchange_halted"),
};

for (const mode of MODES) {
  test(`what is taken when the exchange is ${mode}`, () => {
    const { rest, order, refusal, run, exchange } = open({});
    run({ ...note, command: { type: "set-mode", mode } });
    const answers = [
      rest("ann"),
      order("ann", "BUY", "rain-yes", { price: 10, size: 5, postOnly: true }),
      refusal(cancelAll("ann")),
      refusal(split),
      refusal(credit),
      refusal({ ...note, command: credit }),
    ];
    assert.deepEqual(answers, TAKEN[mode]);
    assert.equal(refusal({ ...note, command: undefined }), "accepted", "a note is always taken");
    assert.equal(refusal({ type: "cancel-orders", owner: "ann", reason: "no-heartbeat" }), "accepted");
    assert.equal(refusal({ type: "expire-orders" }), "accepted");
    assert.equal(refusal(pause), mode === "halted" ? "exchange_halted" : "accepted");
    run({ type: "set-mode", mode: "normal" });
    assert.equal(exchange.mode, "normal");
    assert.equal(rest("ann"), "accepted");
  });
}
