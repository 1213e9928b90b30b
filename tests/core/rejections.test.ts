/**
 * Every rejection of the core, with what its hint says, and which one is given when two are true at once: the one
 * that stands first in rejection.ts.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import type { Payout } from "../../src/core/catalog.ts";
import type { Command, CommandOf, PlaceOrder } from "../../src/core/command.ts";
import { createExchange, decide, execute } from "../../src/core/exchange.ts";
import { FEE_ACCOUNT } from "../../src/core/fees.ts";
import { readTerms } from "../../src/core/order-terms.ts";
import { isRejection, REJECTIONS } from "../../src/core/rejection.ts";
import type { RejectionCode } from "../../src/core/rejection.ts";
import type { Exchange } from "../../src/core/state.ts";
import { lots, MAX_MICROS, micros, ticks } from "../../src/core/units.ts";
import { eventListing, marketListing } from "./support/listing.ts";
import type { TestMarket } from "./support/listing.ts";
import { NOT_SIGNED } from "./support/orders.ts";

const AT = 1_700_000_000_500;

/** A sell of ann's that would fill: ben bids 10 shares at 0.55 in `open` and in `paused`. */
const GOOD: PlaceOrder = {
  type: "place-order",
  id: "new",
  maker: "ann",
  owner: "ann",
  tokenId: "open-yes",
  side: "SELL",
  kind: "GTC",
  postOnly: false,
  expiresAt: 0,
  limit: ticks(5400),
  lots: lots(1000),
  budget: undefined,
  apiKey: "key",
  signed: NOT_SIGNED,
};

const BID: PlaceOrder = { ...GOOD, maker: "ben", owner: "ben", side: "BUY", limit: ticks(5500) };

const FEES = { rate: 100, exponent: 1, takerOnly: true };

/** Events of which one market wins; the markets of one event begin with the same letter. */
const RISKY: readonly (readonly TestMarket[])[] = [
  [{ name: "ra" }, { name: "rb" }],
  [{ name: "sa" }, { name: "s-draft", state: "draft" }, { name: "s-gone", state: "archived" }],
  [{ name: "wa" }, { name: "wb" }],
  [{ name: "ua" }, { name: "u-closed", state: "closed" }],
  [{ name: "la" }, { name: "l-lost", state: "closed", payout: [0, 1] }],
  [{ name: "alone" }],
];

const LISTINGS: readonly Command[] = RISKY.map((markets, index) => ({
  type: "list",
  listing: eventListing(
    String(index + 2),
    markets.map((market) => ({ ...market, negativeRisk: true })),
  ),
}));

function createWorld(): Exchange {
  const exchange = createExchange({
    selfTrade: "cancel-incoming",
    autoRedeem: false,
    limits: STANDARD_LIMITS,
  });
  const commands: Command[] = [
    {
      type: "list",
      listing: marketListing(
        { name: "open", minimumLots: 500, fees: FEES },
        { name: "paused", minimumLots: 500 },
        { name: "draft", minimumLots: 500, state: "draft" },
        { name: "done", minimumLots: 500 },
      ),
    },
    ...LISTINGS,
    ...["ann", "ben", "poor", "out"].map((name): Command => ({
      type: "open-account",
      address: name,
      owner: name,
      credit: micros(name === "ann" || name === "ben" ? 200_000_000 : 0),
    })),
    ...["ann", "ben"].flatMap((address) =>
      ["open", "paused", "done"].map((conditionId): Command => ({
        type: "split",
        address,
        owner: address,
        conditionId,
        lots: lots(5000),
      })),
    ),
    { ...BID, id: "bid-open-yes" },
    { ...BID, id: "bid-paused-yes", tokenId: "paused-yes" },
    { type: "pause-market", conditionId: "paused" },
    { type: "resolve-market", conditionId: "done", payout: [1, 0] },
    { type: "redeem", address: "ben", owner: "ben", conditionId: "done" },
    { type: "resolve-market", conditionId: "wa", payout: [1, 0] },
    propose("rb", [0, 1]),
    { type: "ban", address: "out" },
  ];
  for (const command of commands) assert.ok(!isRejection(execute(exchange, command, AT)));
  return exchange;
}

const world = createWorld();

test("the order from which all wrong ones are made is accepted", () => {
  assert.ok(!isRejection(decide(world, GOOD, AT)));
});

type Change = Partial<PlaceOrder>;

/** What makes the good order wrong in one way. */
const FLAWS: readonly (readonly [RejectionCode, Change])[] = [
  ["unknown_token", { tokenId: "none" }],
  ["market_not_open", { tokenId: "draft-yes" }],
  ["market_paused", { tokenId: "paused-yes" }],
  ["market_closed", { tokenId: "done-yes" }],
  ["post_only_kind", { postOnly: true, kind: "FAK" }],
  ["post_only_kind", { postOnly: true, kind: "FOK" }],
  ["expiration_required", { kind: "GTD" }],
  ["order_expired", { expiresAt: AT }],
  ["order_expired", { kind: "GTD", expiresAt: AT - 1 }],
  ["price_out_of_range", { limit: ticks(0) }],
  ["price_off_tick", { limit: ticks(5450) }],
  ["size_below_minimum", { lots: lots(499) }],
  ["fee_rate_too_low", { highestFeeRate: 99 }],
  ["user_banned", { maker: "out", owner: "out" }],
  ["wallet_taken", { owner: "thief" }],
  ["insufficient_balance", { lots: lots(5001) }],
  ["insufficient_balance", { maker: "poor", owner: "poor" }],
  ["post_only_crosses", { postOnly: true }],
  ["self_trade", { maker: "ben", owner: "ben" }],
  ["fok_not_filled", { kind: "FOK", lots: lots(1001) }],
  ["fak_not_matched", { kind: "FAK", limit: ticks(9000) }],
];

/** Pairs that touch the same field of the order in another way than each alone. */
const BOTH: readonly (readonly [RejectionCode, RejectionCode, Change])[] = [
  ["price_out_of_range", "price_off_tick", { limit: ticks(9950) }],
  ["price_out_of_range", "fak_not_matched", { kind: "FAK", limit: ticks(10_000) }],
  ["price_off_tick", "fak_not_matched", { kind: "FAK", limit: ticks(9050) }],
  ["size_below_minimum", "insufficient_balance", { maker: "poor", owner: "poor", lots: lots(1) }],
  ["user_banned", "wallet_taken", { owner: "out" }],
  ["user_banned", "insufficient_balance", { maker: "ghost", owner: "out" }],
  ["wallet_taken", "insufficient_balance", { maker: "poor" }],
  ["insufficient_balance", "self_trade", { maker: "ben", owner: "ben", lots: lots(5001) }],
  ["insufficient_balance", "fok_not_filled", { kind: "FOK", lots: lots(5001) }],
  ["self_trade", "fak_not_matched", { maker: "ben", owner: "ben", kind: "FAK" }],
  ["post_only_kind", "fok_not_filled", { kind: "FOK", postOnly: true, lots: lots(1001) }],
  ["post_only_kind", "fak_not_matched", { kind: "FAK", postOnly: true, limit: ticks(9000) }],
];

/** Pairs that cannot be true at once: what makes the second one true takes the first one away, or the other way round. */
const EXCLUSIVE: ReadonlySet<string> = new Set([
  "expiration_required order_expired",
  "order_expired fok_not_filled",
  "order_expired fak_not_matched",
  "size_below_minimum fak_not_matched",
  "post_only_crosses fok_not_filled",
  "post_only_crosses fak_not_matched",
  "self_trade fak_not_matched",
]);

const PRECEDENCE = Object.keys(REJECTIONS);
const earlier = (a: RejectionCode, b: RejectionCode): RejectionCode =>
  PRECEDENCE.indexOf(a) <= PRECEDENCE.indexOf(b) ? a : b;

function codeOf(command: Command): string {
  const decision = decide(world, command, AT);
  return isRejection(decision) ? decision.code : "accepted";
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

/** Other commands that are wrong in one way or in two. */
const COMMANDS: readonly (readonly [Command, ...RejectionCode[]])[] = [
  [{ ...GOOD, maker: "ghost" }, "insufficient_balance"],
  [{ type: "cancel-order", id: "none", owner: "ann" }, "order_not_found"],
  [{ type: "cancel-order", id: "bid-open-yes", owner: "ann" }, "order_not_found"],
  [{ type: "pause-market", conditionId: "none" }, "unknown_market"],
  [{ type: "pause-market", conditionId: "draft" }, "market_not_open"],
  [{ type: "resume-market", conditionId: "done" }, "market_closed"],
  [{ type: "resolve-market", conditionId: "none", payout: [1, 0] }, "unknown_market"],
  [{ type: "resolve-market", conditionId: "done", payout: [1, 0] }, "market_already_resolved"],
  [{ type: "redeem", address: "ann", owner: "ann", conditionId: "open" }, "market_not_resolved"],
  [
    { type: "redeem", address: "ghost", owner: "ghost", conditionId: "open" },
    "unknown_account",
    "market_not_resolved",
  ],
  [
    { type: "redeem", address: "ghost", owner: "ghost", conditionId: "none" },
    "unknown_market",
    "unknown_account",
  ],
  [{ type: "redeem", address: "ghost", owner: "ghost", conditionId: "done" }, "unknown_account"],
  [sets("split", "ann", "open", 20_000), "insufficient_balance"],
  [sets("merge", "ann", "open", 5001), "insufficient_balance"],
  ...(["split", "merge"] as const).flatMap((type): (readonly [Command, ...RejectionCode[]])[] => [
    [sets(type, "ann", "open", 0), "invalid_amounts"],
    [sets(type, "ann", "open", -1), "invalid_amounts"],
    [sets(type, "ann", "none", 0), "invalid_amounts", "unknown_market"],
    [sets(type, "ann", "done", 0), "invalid_amounts", "market_closed"],
    [sets(type, "ann", "draft", 0), "invalid_amounts", "market_not_open"],
    [sets(type, "ghost", "open", 0), "invalid_amounts", "unknown_account"],
    [sets(type, "ghost", "none", 1), "unknown_market", "unknown_account"],
    [sets(type, "ghost", "done", 1), "market_closed", "unknown_account"],
    [sets(type, "ghost", "draft", 1), "market_not_open", "unknown_account"],
    [sets(type, "ann", "done", 50_000), "market_closed", "insufficient_balance"],
    [sets(type, "ann", "draft", 50_000), "market_not_open", "insufficient_balance"],
  ]),
  [{ type: "credit", address: "ann", amount: micros(0) }, "invalid_amounts"],
  [{ type: "credit", address: "ghost", amount: micros(-1) }, "invalid_amounts", "unknown_account"],
  [{ type: "credit", address: "ghost", amount: MAX_MICROS }, "unknown_account", "amount_too_large"],
  [{ type: "credit", address: "ann", amount: MAX_MICROS }, "amount_too_large"],
  [open("ann", "thief", MAX_MICROS), "wallet_taken", "amount_too_large"],
  [open("new", "new", MAX_MICROS), "amount_too_large"],
  [open("new", "new", -1), "invalid_amounts"],
  [open("ann", "thief", -1), "invalid_amounts", "wallet_taken"],
  [open(FEE_ACCOUNT, FEE_ACCOUNT, MAX_MICROS), "wallet_taken", "amount_too_large"],
  [open(FEE_ACCOUNT, "ann", -1), "invalid_amounts", "wallet_taken"],
  [{ type: "debit", address: "ghost", amount: micros(0) }, "invalid_amounts", "unknown_account"],
  [{ type: "debit", address: "ghost", amount: MAX_MICROS }, "unknown_account"],
  [{ type: "debit", address: "ann", amount: MAX_MICROS }, "insufficient_balance"],
  [withdraw("ghost", "ghost", 0), "invalid_amounts", "unknown_account"],
  [withdraw("ghost", "ghost", 1), "unknown_account"],
  [withdraw("ann", "thief", 0), "invalid_amounts", "wallet_taken"],
  [withdraw("ann", "thief", MAX_MICROS), "wallet_taken", "insufficient_balance"],
  [redeem("ann", "thief", "open"), "wallet_taken", "market_not_resolved"],
  [redeem("poor", "thief", "done"), "wallet_taken", "nothing_to_redeem"],
  [redeem("poor", "poor", "done"), "nothing_to_redeem"],
  [redeem("poor", "poor", "u-closed"), "market_not_resolved", "nothing_to_redeem"],
  [
    { type: "list", listing: marketListing({ name: "new", tokenIds: ["open-yes", "x"] }) },
    "listing_conflict",
  ],
];

/** Conversions by "ann" of a share each, where nothing else is said. */
const CONVERSIONS: readonly (readonly [Command, ...RejectionCode[]])[] = [
  [convert(["ra"]), "insufficient_balance"],
  [convert([]), "conversion_empty"],
  [convert([], { lots: lots(0) }), "invalid_amounts", "conversion_empty"],
  [convert(["none"], { lots: lots(0) }), "invalid_amounts", "unknown_market"],
  [convert(["draft"], { lots: lots(-1) }), "invalid_amounts", "market_not_open", "not_negative_risk"],
  [convert(["ra"], { owner: "thief" }), "wallet_taken", "insufficient_balance"],
  [convert(["none"], { address: "ghost" }), "unknown_market", "unknown_account"],
  [convert([], { address: "ghost" }), "conversion_empty", "unknown_account"],
  [convert(["ra", "ra"], { owner: "thief" }), "conversion_empty", "wallet_taken", "insufficient_balance"],
  [convert(["open"], { address: "ghost" }), "not_negative_risk", "unknown_account"],
  [convert(["none", "draft"]), "unknown_market", "market_not_open", "not_negative_risk"],
  [convert(["none", "done"]), "unknown_market", "market_closed", "not_negative_risk"],
  [convert(["done", "draft"]), "market_closed", "market_not_open", "not_negative_risk"],
  [convert(["s-gone"]), "market_closed", "market_not_open"],
  [convert(["sa"]), "market_not_open", "insufficient_balance"],
  [convert(["sa", "sa", "none"]), "market_not_open", "conversion_empty", "unknown_market"],
  [convert(["ua"]), "market_closed", "conversion_empty", "insufficient_balance"],
  [convert(["ua", "none"]), "market_closed", "unknown_market"],
  [convert(["ra", "none", "none"]), "unknown_market"],
  [convert(["ra", "open", "ra"]), "not_negative_risk", "conversion_empty"],
  [convert(["ra", "la"]), "not_negative_risk", "insufficient_balance"],
  [convert(["alone"]), "not_negative_risk", "conversion_empty"],
  [convert(["wa"]), "market_closed", "event_decided"],
  [convert(["wb"]), "event_decided", "conversion_empty", "insufficient_balance"],
  [convert(["wb", "none"]), "event_decided", "unknown_market"],
  [convert(["wb", "ra"]), "event_decided", "not_negative_risk"],
  [convert(["la"]), "conversion_empty", "insufficient_balance"],
  [convert(["la"], { address: "ghost" }), "conversion_empty", "unknown_account"],
];

/** What operators do to markets. */
const STEPS: readonly (readonly [Command, ...RejectionCode[]])[] = [
  [{ type: "open-market", conditionId: "paused" }, "market_not_draft"],
  [{ type: "open-market", conditionId: "s-gone" }, "market_closed"],
  [{ type: "archive-market", conditionId: "open" }, "market_has_shares"],
  [{ type: "dispute-resolution", conditionId: "open" }, "no_proposal"],
  [{ type: "undo-resolution", conditionId: "open" }, "market_not_resolved"],
  [{ type: "undo-resolution", conditionId: "done" }, "already_redeemed"],
  [propose("none", [1, 1]), "unknown_market"],
  [propose("s-draft", [1, 1]), "market_not_open", "invalid_payout"],
  [propose("s-gone", [1, 1]), "market_closed", "invalid_payout"],
  [propose("wa", [1, 1]), "market_already_resolved", "invalid_payout"],
  [propose("rb", [1, 1]), "proposal_exists", "invalid_payout"],
  [propose("ra", [1, 1]), "invalid_payout"],
  [{ type: "resolve-market", conditionId: "s-draft", payout: [1, 1] }, "market_not_open", "invalid_payout"],
  [{ type: "resolve-market", conditionId: "s-gone", payout: [1, 1] }, "market_closed", "invalid_payout"],
  [
    { type: "resolve-market", conditionId: "wa", payout: [1, 1] },
    "market_already_resolved",
    "invalid_payout",
  ],
  [{ type: "resolve-market", conditionId: "la", payout: [0, 1] }, "invalid_payout"],
];

function convert(conditionIds: readonly string[], other: Partial<CommandOf<"convert">> = {}): Command {
  const { address = "ann", owner = address } = other;
  return { type: "convert", address, owner, conditionIds, lots: other.lots ?? lots(100) };
}

function propose(conditionId: string, payout: Payout): Command {
  return { type: "propose-resolution", conditionId, payout, evidence: "", link: "" };
}

function redeem(address: string, owner: string, conditionId: string): Command {
  return { type: "redeem", address, owner, conditionId };
}

function withdraw(address: string, owner: string, amount: number): Command {
  return { type: "withdraw", address, owner, amount: micros(amount) };
}

function sets(type: "split" | "merge", address: string, conditionId: string, size: number): Command {
  return { type, address, owner: address, conditionId, lots: lots(size) };
}

function open(address: string, owner: string, credit: number): Command {
  return { type: "open-account", address, owner, credit: micros(credit) };
}

for (const [command, ...codes] of [...COMMANDS, ...CONVERSIONS, ...STEPS]) {
  test(`${codes.join(" and ")}: ${JSON.stringify(command).slice(0, 90)}`, () => {
    assert.equal(codeOf(command), codes.reduce(earlier));
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
    const terms = readTerms({ side: "BUY", kind: "GTC", ...amounts }, tick);
    assert.equal(isRejection(terms) ? terms.code : "accepted", earlier(first, second));
  }
});

/** What a person reads: expected, got and the nearest valid value. */
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
  [
    sets("split", "ann", "open", 20_000),
    "collateral of ann: balance 50, held by open orders 0, needed 200; available: 50",
  ],
  [sets("merge", "ann", "open", 5001), "expected at most 50 of each outcome, got 50.01"],
  [sets("merge", "ann", "open", 0), "expected an amount above 0, got 0"],
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
    const decision = decide(world, command, AT);
    assert.equal(isRejection(decision) ? decision.hint : "accepted", hint);
  });
}

test("price and size refusals carry the values that the dialects' texts name", () => {
  const values = (change: Change): unknown => {
    const decision = decide(world, { ...GOOD, ...change }, AT);
    return isRejection(decision) ? decision.values : "accepted";
  };
  assert.deepEqual(values({ limit: ticks(9950) }), { price: "0.995", tick: "0.01" });
  assert.deepEqual(values({ limit: ticks(5450) }), { price: "0.545", tick: "0.01" });
  assert.deepEqual(values({ lots: lots(499) }), { size: "4.99", minimum: "5" });
});
