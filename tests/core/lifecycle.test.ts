/**
 * The life of a market step by step, as the tables of steps have it: the status that each leads to, and its refusals.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MarketStatus, Payout } from "../../src/core/markets/catalog.ts";
import type { Command, OperatorCommand } from "../../src/core/events/command.ts";
import { execute } from "../../src/core/exchange.ts";
import { PROPOSAL_STEPS, getProposalStage, STATUS_STEPS } from "../../src/core/markets/lifecycle.ts";
import type { ProposalStage } from "../../src/core/markets/lifecycle.ts";
import { isRejection } from "../../src/core/rejection.ts";
import { shownHalfTicks } from "../../src/core/markets/shown-price.ts";
import type { Micros } from "../../src/core/units.ts";
import { createLedger } from "./support/ledger.ts";
import type { Ledger } from "./support/ledger.ts";

type Step = keyof typeof STATUS_STEPS | keyof typeof PROPOSAL_STEPS;

const YES: Payout = [1, 0];

function command(type: Step): OperatorCommand {
  const conditionId = "m";
  if (type === "propose-resolution") return { type, conditionId, payout: YES, evidence: "seen", link: "" };
  if (type === "resolve-market") return { type, conditionId, payout: YES };
  return { type, conditionId };
}

/** The steps that bring a new draft to each place. */
const PATHS: readonly (readonly [MarketStatus, ProposalStage, readonly Step[]])[] = [
  ["draft", "none", []],
  ["active", "none", ["open-market"]],
  ["paused", "none", ["open-market", "pause-market"]],
  ["active", "proposed", ["open-market", "propose-resolution"]],
  ["paused", "proposed", ["open-market", "propose-resolution", "pause-market"]],
  ["active", "disputed", ["open-market", "propose-resolution", "dispute-resolution"]],
  ["paused", "disputed", ["open-market", "pause-market", "propose-resolution", "dispute-resolution"]],
  ["resolved", "none", ["open-market", "resolve-market"]],
  ["archived", "none", ["open-market", "archive-market"]],
  ["archived", "none", ["open-market", "resolve-market", "archive-market"]],
];

const STEPS = [...new Set([...Object.keys(STATUS_STEPS), ...Object.keys(PROPOSAL_STEPS)])] as Step[];

/** The status that a step leads to; `undefined` where the tables have none. */
function target(
  step: Step,
  status: MarketStatus,
  stage: ProposalStage,
): readonly [string, string] | undefined {
  const statusStep: { from: readonly string[]; to: string } | undefined =
    step in STATUS_STEPS ? STATUS_STEPS[step as keyof typeof STATUS_STEPS] : undefined;
  const stageStep: { from: readonly string[]; to: string } | undefined =
    step in PROPOSAL_STEPS ? PROPOSAL_STEPS[step as keyof typeof PROPOSAL_STEPS] : undefined;
  if (statusStep !== undefined) {
    if (!statusStep.from.includes(status)) return undefined;
    return [statusStep.to, stageStep?.to ?? stage];
  }
  const trades = status === "active" || status === "paused";
  return trades && stageStep?.from.includes(stage) === true ? [status, stageStep.to] : undefined;
}

function brought(steps: readonly Step[]): Ledger {
  const ledger = createLedger([{ name: "m", state: "draft" }]);
  for (const step of steps) ledger.run(command(step));
  return ledger;
}

for (const [status, stage, path] of PATHS) {
  for (const step of STEPS) {
    test(`${step} of a market that is ${status}, ${stage}${path.length > 2 ? `, by ${path.join(" ")}` : ""}`, () => {
      const ledger = brought(path);
      const market = ledger.exchange.marketByCondition.get("m")!;
      assert.deepEqual([market.status, getProposalStage(market)], [status, stage]);
      const expected = target(step, status, stage);
      const before = market.changedAt;
      const answer = ledger.refusal(command(step));
      if (expected !== undefined) assert.equal(answer, "accepted");
      else if (answer === "accepted")
        assert.equal(market.changedAt, before, "taken already: nothing changes");
      assert.deepEqual([market.status, getProposalStage(market)], expected ?? [status, stage]);
      const taken = expected === undefined ? path : [...path, step];
      const paid = taken.includes("resolve-market") && !taken.includes("undo-resolution");
      assert.equal(market.payout !== undefined, paid);
    });
  }
}

/** Status after the steps; flags active, closed, archived; the price of outcome 0. */
const SHOWN = [
  [[], "draft", "false false false", 0.5],
  [["open-market"], "active", "true false false", 0.5],
  [["open-market", "pause-market"], "paused", "true false false", 0.5],
  [["open-market", "propose-resolution"], "active", "true false false", 0.5],
  [["open-market", "resolve-market"], "resolved", "true true false", 1],
  [["open-market", "resolve-market", "undo-resolution"], "paused", "true false false", 0.5],
  [["open-market", "resolve-market", "archive-market"], "archived", "false false true", 1],
] as const;

for (const [steps, status, flags, price] of SHOWN) {
  test(`flags and price after ${steps.join(", ") || "nothing"}`, () => {
    const market = brought(steps).exchange.marketByCondition.get("m")!;
    const { active, closed, archived } = market.flags;
    assert.deepEqual([market.status, `${active} ${closed} ${archived}`], [status, flags]);
    const known = { payout: market.payout, bid: undefined, ask: undefined, lastPrice: undefined };
    assert.equal(shownHalfTicks(known)[0] / 20_000, price);
  });
}

const busy = (autoRedeem: boolean) => {
  const ledger = createLedger([{ name: "m" }], autoRedeem);
  for (const name of ["ann", "bob"]) ledger.open(name, 100);
  ledger.order("bob", "BUY", "m-no", { price: 60, size: 10 });
  ledger.order("ann", "BUY", "m-yes", { price: 40, size: 10 });
  ledger.order("ann", "SELL", "m-yes", { price: 90, size: 5 });
  ledger.order("bob", "BUY", "m-yes", { price: 10, size: 5 });
  return ledger;
};

test("a resolution takes the orders out, and frees what they held", () => {
  const { run, exchange } = busy(false);
  run(command("resolve-market"));
  assert.equal(exchange.orders.size, 0);
  assert.equal(exchange.accountByAddress.get("bob")!.held, 0);
});

test("a resolution that pays at once leaves nothing, and cannot be undone", () => {
  const { run, cash, refusal, exchange } = busy(true);
  run(command("resolve-market"));
  assert.deepEqual([cash("ann"), cash("bob")], [106, 94]);
  assert.equal(exchange.markets[1]!.backing, 0);
  assert.equal(refusal(command("undo-resolution")), "already_redeemed");
});

test("an undone resolution pays nobody, and the market goes on where it was but for its orders", () => {
  const { run, order, position, refusal } = busy(false);
  run(command("resolve-market"));
  run(command("undo-resolution"));
  assert.equal(
    refusal({ type: "redeem", address: "ann", owner: "ann", conditionId: "m" }),
    "market_not_resolved",
  );
  run(command("resume-market"));
  assert.equal(order("ann", "SELL", "m-yes", { price: 50, size: 10 }), "accepted");
  assert.equal(order("bob", "BUY", "m-yes", { price: 50, size: 10 }), "accepted");
  assert.deepEqual(position("ann", "m", 0), [0, 0.4, 10, 1]);
});

test("once anyone redeemed, even for nothing, the resolution stays", () => {
  const { run, refusal } = busy(false);
  run(command("resolve-market"));
  run({ type: "redeem", address: "bob", owner: "bob", conditionId: "m" });
  assert.equal(refusal(command("undo-resolution")), "already_redeemed");
});

test("a market with shares is not archived before it is resolved; its shares are redeemed after", () => {
  const { run, refusal, cash } = busy(false);
  assert.equal(refusal(command("archive-market")), "market_has_shares");
  run(command("resolve-market"));
  run(command("archive-market"));
  run({ type: "redeem", address: "ann", owner: "ann", conditionId: "m" });
  assert.equal(cash("ann"), 106);
});

test("orders of a banned owner are taken out and refused; what it has it can take out", () => {
  const { run, refusal, order, exchange } = busy(false);
  run({ type: "ban", address: "bob" });
  assert.deepEqual(
    [...exchange.orders.values()].map(({ account }) => account.address),
    ["ann"],
  );
  assert.equal(order("bob", "BUY", "m-yes", { price: 10, size: 5 }), "user_banned");
  assert.equal(
    refusal({ type: "withdraw", address: "bob", owner: "bob", amount: 94_000_000 as Micros }),
    "accepted",
  );
  run({ type: "unban", address: "bob" });
  assert.equal(order("bob", "SELL", "m-no", { price: 10, size: 5 }), "accepted");
});

test("a withdrawal or a debit takes what is not held, and no more", () => {
  const { refusal, cash } = busy(false);
  const take = (type: "withdraw" | "debit", amount: number): Command => ({
    type,
    address: "bob",
    owner: "bob",
    amount: amount as Micros,
  });
  // 94 less 0.5 that the order holds.
  assert.equal(refusal(take("withdraw", 93_500_001)), "insufficient_balance");
  assert.equal(refusal(take("debit", 93_500_001)), "insufficient_balance");
  assert.equal(refusal({ ...take("withdraw", 1), owner: "ann" } as Command), "wallet_taken");
  assert.equal(refusal(take("withdraw", 0)), "invalid_amounts");
  assert.equal(refusal(take("withdraw", 93_000_000)), "accepted");
  assert.equal(refusal(take("debit", 500_000)), "accepted");
  assert.equal(cash("bob"), 0.5);
});

test("what an operator does is recorded with it, and not when it does nothing or is refused", () => {
  const { exchange } = busy(false);
  const operate = (action: string, inner: OperatorCommand | undefined) => {
    const record = { operator: "ops", action, subject: "m", reason: "why", details: { seen: 1 } };
    return execute(exchange, { type: "operate", ...record, command: inner }, 9000);
  };
  const operated = { operator: "ops", action: "pause", subject: "m", reason: "why", details: { seen: 1 } };
  const pause = command("pause-market");
  assert.deepEqual(operate("pause", pause), [
    { type: "market-status-changed", market: exchange.markets[1], status: "paused" },
    { type: "operated", ...operated },
  ]);
  assert.deepEqual(operate("pause", pause), []);
  const refused = operate("open", command("undo-resolution"));
  assert.ok(isRejection(refused) && refused.code === "market_not_resolved");
  assert.deepEqual(operate("note", undefined), [{ type: "operated", ...operated, action: "note" }]);
});
