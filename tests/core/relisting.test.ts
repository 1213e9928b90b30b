/** Listing again: its changes, and the markets that it must not change, decided or counted by conversions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Rewriting } from "../../src/core/orders/bet.ts";
import type { MarketAction } from "../../src/core/events/command.ts";
import { createReplay, replayBatch } from "../../src/core/events/event-codec.ts";
import { lots } from "../../src/core/units.ts";
import { createLedger } from "./support/ledger.ts";
import type { Ledger } from "./support/ledger.ts";
import { eventListing } from "./support/listing.ts";
import type { TestMarket } from "./support/listing.ts";

type State = NonNullable<TestMarket["state"]>;

const listAgain = ({ refusal }: Ledger, ...markets: readonly TestMarket[]): string =>
  refusal({ type: "list", listing: eventListing("1", markets) });

test("a payout that is listed with an open market pays nobody", () => {
  const ledger = createLedger([{ name: "m", payout: [1, 0] }]);
  ledger.open("ann", 10);
  ledger.run({ type: "split", address: "ann", owner: "ann", conditionId: "m", lots: lots(500) });
  assert.equal(ledger.exchange.marketByCondition.get("m")!.payout, undefined);
  const redeem = { type: "redeem", address: "ann", owner: "ann", conditionId: "m" } as const;
  assert.equal(ledger.refusal(redeem), "market_not_resolved");
});

test("not even when an early journal says so", () => {
  const listing = eventListing("1", [{ name: "m", payout: [1, 0] }]);
  const terms = { no: 1, status: "active", tick: 100, minimumLots: 1, negativeRisk: false };
  const replay = createReplay();
  replayBatch(
    replay,
    JSON.stringify([{ type: "listed", listing, markets: [{ ...terms, payout: [1, 0] }] }]),
    1,
  );
  const market = replay.exchange.marketByCondition.get("m")!;
  assert.deepEqual([market.status, market.payout], ["active", undefined]);
});

test("a market that was paid out and archived is not opened by a listing", () => {
  const ledger = createLedger([{ name: "m" }]);
  ledger.open("ann", 10);
  ledger.run({ type: "split", address: "ann", owner: "ann", conditionId: "m", lots: lots(500) });
  ledger.run({ type: "open-account", address: "bob", owner: "bob", credit: ledger.exchange.deposits });
  assert.equal(ledger.order("ann", "SELL", "m-no", { price: 40, size: 5 }), "accepted");
  assert.equal(ledger.order("bob", "BUY", "m-no", { price: 40, size: 5, kind: "FAK" }), "accepted");
  ledger.run({ type: "resolve-market", conditionId: "m", payout: [1, 0] });
  ledger.run({ type: "redeem", address: "ann", owner: "ann", conditionId: "m" });
  ledger.run({ type: "archive-market", conditionId: "m" });
  const market = ledger.exchange.marketByCondition.get("m")!;
  assert.deepEqual(
    [market.backing, ledger.supply("m")],
    [0, [0, 5]],
    "shares that are worth nothing are left",
  );
  assert.equal(listAgain(ledger, { name: "m", tick: 10 }), "accepted");
  assert.deepEqual([market.status, market.payout, market.tick], ["archived", [1, 0], 100]);
});

test("the names of outcomes are those of the latest listing, also of a market that has shares", () => {
  const ledger = createLedger([{ name: "m" }]);
  ledger.open("ann", 10);
  ledger.run({ type: "split", address: "ann", owner: "ann", conditionId: "m", lots: lots(500) });
  const { event, markets } = eventListing("1", [{ name: "m" }]);
  const renamed = markets.map((market) => ({ ...market, outcomes: ["Up", "Down"] as const }));
  ledger.run({ type: "list", listing: { event, markets: renamed } });
  assert.deepEqual(ledger.exchange.marketByCondition.get("m")!.outcomes, ["Up", "Down"]);
});

/** Steps after which the bet of market `m` is fixed, or is not. */
const STAKES: readonly (readonly [what: string, fixed: boolean, prepare: (ledger: Ledger) => unknown])[] = [
  ["nothing", false, () => 0],
  ["a resting order", true, (ledger) => ledger.order("ann", "BUY", "m-yes", { price: 40, size: 5 })],
  [
    "an order that was taken back",
    false,
    (ledger) => {
      ledger.order("ann", "BUY", "m-yes", { price: 40, size: 5 });
      ledger.run({ type: "cancel-orders", owner: "ann", reason: "by-owner" });
    },
  ],
  ["a split", true, (ledger) => splitOne(ledger)],
  [
    "a split that was merged",
    false,
    (ledger) => {
      splitOne(ledger);
      ledger.run({ type: "merge", address: "ann", owner: "ann", conditionId: "m", lots: lots(100) });
    },
  ],
  [
    "a resolution",
    true,
    (ledger) => ledger.run({ type: "resolve-market", conditionId: "m", payout: [1, 0] }),
  ],
];

const splitOne = (ledger: Ledger): unknown =>
  ledger.run({ type: "split", address: "ann", owner: "ann", conditionId: "m", lots: lots(100) });

for (const [what, fixed, prepare] of STAKES) {
  test(`after ${what} a listing that rewrites the bet is ${fixed ? "refused" : "taken"}`, () => {
    const ledger = createLedger([{ name: "m" }, { name: "other" }]);
    ledger.open("ann", 10);
    prepare(ledger);
    const listing = eventListing("1", []);
    const rewriting = (rewrites: readonly Rewriting[]): string =>
      ledger.refusal({ type: "list", listing, rewrites });
    const expected = fixed ? "listing_conflict" : "accepted";
    assert.equal(rewriting([{ conditionId: "m", fields: ["question"] }]), expected);
    assert.equal(rewriting([{ fields: ["description"] }]), expected, "the event's rules are the market's");
    assert.equal(rewriting([{ conditionId: "other", fields: ["question"] }]), "accepted");
    assert.equal(rewriting([{ conditionId: "m", fields: [] }]), "accepted");
  });
}

test("a listing that takes a market out of trading ends its proposal", () => {
  const ledger = createLedger([{ name: "m" }]);
  const propose = {
    type: "propose-resolution",
    conditionId: "m",
    payout: [0, 1],
    evidence: "",
    link: "",
  } as const;
  ledger.run(propose);
  assert.equal(listAgain(ledger, { name: "m", state: "draft" }), "accepted");
  assert.notEqual(ledger.exchange.marketByCondition.get("m")!.proposal, undefined);
  assert.equal(listAgain(ledger, { name: "m", state: "closed" }), "accepted");
  assert.equal(ledger.exchange.marketByCondition.get("m")!.proposal, undefined);
  ledger.run({ type: "undo-resolution", conditionId: "m" });
  assert.equal(ledger.refusal(propose), "accepted");
});

/** The way of a market to its state: its listing, and an operator's step after that. */
const PLACES: readonly (readonly [State, readonly MarketAction[]])[] = [
  ["draft", []],
  ["active", []],
  ["draft", ["open-market"]],
  ["active", ["pause-market"]],
  ["closed", []],
  ["archived", []],
  ["active", ["archive-market"]],
];

/** States after it is listed again as each of these. */
const LISTED_AS: { readonly [S in State]: readonly string[] } = {
  draft: [
    "draft ---",
    "active A--",
    "active A--",
    "paused A--",
    "resolved AC-",
    "archived --X",
    "archived --X",
  ],
  active: [
    "active A--",
    "active A--",
    "active A--",
    "paused A--",
    "resolved AC-",
    "archived --X",
    "archived --X",
  ],
  closed: [...Array.from({ length: 5 }, () => "resolved AC-"), "archived --X", "archived --X"],
  archived: Array.from({ length: 7 }, () => "archived A-X"),
};

for (const state of ["draft", "active", "closed", "archived"] as const) {
  PLACES.forEach(([first, steps], index) => {
    const [from, expected] = [[first, ...steps].join(" "), LISTED_AS[state][index]];
    test(`a market nobody is in (${from}) that is listed as ${state} is ${expected}, and has the new terms`, () => {
      const ledger = createLedger([{ name: "m", state: first }]);
      for (const type of steps) ledger.run({ type, conditionId: "m" });
      assert.equal(listAgain(ledger, { name: "m", state, tick: 10 }), "accepted");
      const { status, flags, tick } = ledger.exchange.marketByCondition.get("m")!;
      const { active, closed, archived } = flags;
      const letters = `${active ? "A" : "-"}${closed ? "C" : "-"}${archived ? "X" : "-"}`;
      assert.deepEqual([`${status} ${letters}`, tick], [expected, 10]);
    });
  });
}

test("a market that was listed as closed gets its payout by a later listing, once, and by none that opens it", () => {
  const ledger = createLedger([{ name: "m", state: "closed" }]);
  const market = ledger.exchange.marketByCondition.get("m")!;
  const payouts = (
    [
      ["active", [1, 0]],
      ["closed", undefined],
      ["closed", [0, 1]],
      ["closed", [1, 0]],
      ["archived", [1, 0]],
    ] as const
  ).map(([state, payout]) => {
    assert.equal(listAgain(ledger, { name: "m", state, ...(payout && { payout }) }), "accepted");
    return market.payout;
  });
  assert.deepEqual(payouts, [undefined, undefined, [0, 1], [0, 1], [0, 1]]);
  assert.equal(market.status, "resolved");
});

test("the fees of a market that ever traded stay, and those of one that did not are listed anew", () => {
  const [before, after] = [100, 200].map((rate) => ({ rate, exponent: 1, takerOnly: true }));
  const ledger = createLedger(["traded", "new"].map((name) => ({ name, fees: before! })));
  for (const name of ["ann", "bob"]) ledger.open(name, 10);
  const meet = (side: "BUY" | "SELL"): void => {
    assert.equal(ledger.order("ann", side, "traded-yes", { price: 60, size: 5 }), "accepted");
    assert.equal(ledger.order("bob", side, "traded-no", { price: 40, size: 5 }), "accepted");
  };
  meet("BUY");
  meet("SELL");
  const listed = ["traded", "new"].map((name) => ({ name, fees: after!, tick: 10 }));
  assert.equal(listAgain(ledger, ...listed), "accepted");
  const { markets } = ledger.exchange;
  assert.deepEqual([markets[1]!.backing, markets[1]!.tick, markets[1]!.fees], [0, 10, before]);
  assert.deepEqual(markets[2]!.fees, after);
});

const RISKY = { negativeRisk: true } as const;

/** An event whose shares were converted, in which market c was archived and another one lost. */
function converted(): Ledger {
  const lost: TestMarket = { name: "lost", ...RISKY, state: "closed", payout: [0, 1] };
  const plain: TestMarket = { name: "plain", state: "closed" };
  const ledger = createLedger([...["a", "b", "c"].map((name) => ({ name, ...RISKY })), lost, plain]);
  ledger.run({ type: "archive-market", conditionId: "c" });
  ledger.open("ann", 10);
  ledger.run({ type: "split", address: "ann", owner: "ann", conditionId: "a", lots: lots(500) });
  ledger.run({ type: "convert", address: "ann", owner: "ann", conditionIds: ["a"], lots: lots(200) });
  return ledger;
}

for (const [what, given] of [
  ["is new and open", { name: "d", ...RISKY }],
  ["is a new draft", { name: "d", ...RISKY, state: "draft" }],
  ["is new and closed without a payout", { name: "d", ...RISKY, state: "closed" }],
  ["is new and won", { name: "d", ...RISKY, state: "closed", payout: [1, 0] }],
  ["was archived and won", { name: "c", ...RISKY, state: "archived", payout: [1, 0] }],
  ["was of no risk and is closed without a payout", { name: "plain", ...RISKY, state: "closed" }],
] as const satisfies readonly (readonly [string, TestMarket])[]) {
  test(`after a conversion no market that ${what} joins the event`, () => {
    assert.equal(listAgain(converted(), given), "listing_conflict");
  });
}

for (const [what, given] of [
  ["of one that is archived, as open", { name: "c", ...RISKY }],
  ["of one that is archived, as the winner", { name: "c", ...RISKY, state: "closed", payout: [1, 0] }],
  ["of one that lost", { name: "lost", ...RISKY }],
  ["of a new one that lost", { name: "d", ...RISKY, state: "closed", payout: [0, 1] }],
  ["of a new one that is archived", { name: "d", ...RISKY, state: "archived" }],
  ["of a new one of no risk", { name: "d" }],
] as const satisfies readonly (readonly [string, TestMarket])[]) {
  test(`a conversion does not stand in the way of the listing ${what}`, () => {
    const ledger = converted();
    assert.equal(listAgain(ledger, { name: "a", ...RISKY }, given, { name: "b", ...RISKY }), "accepted");
    const { status, payout } = ledger.exchange.marketByCondition.get("c")!;
    assert.deepEqual([status, payout], ["archived", undefined]);
  });
}

test("a listing that does not speak of fees or redemption leaves them", () => {
  const fees = { rate: 200, exponent: 1, takerOnly: true };
  const ledger = createLedger([{ name: "m", fees, autoRedeem: false }]);
  const market = ledger.exchange.marketByCondition.get("m")!;
  assert.equal(listAgain(ledger, { name: "m", tick: 10 }), "accepted");
  assert.deepEqual([market.tick, market.fees, market.autoRedeem], [10, fees, false]);
  assert.equal(listAgain(ledger, { name: "m", fees: { ...fees, rate: 300 }, autoRedeem: true }), "accepted");
  assert.deepEqual([market.fees?.rate, market.autoRedeem], [300, true]);
});

test("a listing gives a known negative-risk event no second winner and no half", () => {
  const closed = (name: string, payout: readonly [number, number]): TestMarket => ({
    name,
    negativeRisk: true,
    state: "closed",
    payout,
  });
  const open = (...names: string[]) => names.map((name) => ({ name, negativeRisk: true }));
  const ledger = createLedger(open("a", "b", "c"));
  ledger.run({ type: "resolve-market", conditionId: "a", payout: [1, 0] });
  assert.equal(listAgain(ledger, closed("b", [1, 0])), "listing_conflict");
  assert.equal(listAgain(ledger, closed("b", [1, 1])), "listing_conflict");
  assert.equal(listAgain(ledger, closed("new", [1, 0])), "listing_conflict");
  assert.equal(ledger.exchange.marketByCondition.get("b")!.status, "active");
  assert.equal(listAgain(ledger, closed("a", [1, 0]), closed("b", [0, 1])), "accepted");
  const other = createLedger(open("a", "b"));
  assert.equal(listAgain(other, closed("a", [1, 0]), closed("b", [1, 0])), "listing_conflict");
  assert.equal(listAgain(other, closed("a", [0, 1]), closed("b", [1, 0])), "accepted");
});
