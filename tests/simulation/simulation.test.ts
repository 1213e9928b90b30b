import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { RejectionCode } from "../../src/core/rejection.ts";
import { atDepth, leastCount } from "../support/depth.ts";
import { COMMANDS_A_SEED, simulate, STRIDE } from "./simulate.ts";
import { createStatistics, statisticsText, total } from "./statistics.ts";
import type { Counts } from "./statistics.ts";

const SEEDS = atDepth({ quick: 20, deep: 80, long: 480 });
/** Seeds in one test; of the last one the states are compared after every command. */
const TOGETHER = atDepth({ quick: 20, deep: 40, long: 80 });
/** Number of commands of all seeds. */
const COMMANDS = atDepth({ quick: 48_000, deep: 330_000, long: 2_000_000 });

/** Codes that a command on the core can give; all others come from the edge or the engine. */
const CORE_REJECTIONS: readonly RejectionCode[] = [
  "unknown_token",
  "invalid_amounts",
  "exchange_halted",
  "read_only",
  "cancel_only",
  "post_only_mode",
  "market_not_open",
  "market_paused",
  "market_closed",
  "post_only_kind",
  "expiration_required",
  "order_expired",
  "expiration_too_soon",
  "order_late",
  "price_out_of_range",
  "price_off_tick",
  "size_below_minimum",
  "fee_rate_too_low",
  "user_banned",
  "wallet_taken",
  "order_group_not_found",
  "order_group_stopped",
  "replaced_not_open",
  "insufficient_balance",
  "post_only_crosses",
  "self_trade",
  "fok_not_filled",
  "fak_not_matched",
  "too_many_orders",
  "order_not_found",
  "unknown_event",
  "unknown_market",
  "unknown_account",
  "amount_too_large",
  "invite_not_found",
  "invite_revoked",
  "invite_used_up",
  "invite_ended",
  "market_already_resolved",
  "market_not_resolved",
  "market_not_draft",
  "proposal_exists",
  "no_proposal",
  "invalid_payout",
  "already_redeemed",
  "market_has_shares",
  "nothing_to_redeem",
  "not_negative_risk",
  "conversion_empty",
  "event_decided",
  "listing_conflict",
];

const statistics = createStatistics();

for (let first = 1; first <= SEEDS; first += TOGETHER) {
  const last = Math.min(first + TOGETHER - 1, SEEDS);
  test(`seeds ${first} to ${last} do the same on the exchange and on its reference`, () => {
    for (let seed = first; seed < last; seed += 1) simulate(seed, COMMANDS_A_SEED, statistics, STRIDE);
    simulate(last, COMMANDS_A_SEED, statistics);
  });
}

/** Asserts a count of at least `long` in a long run, and of its share in a shorter one. */
function assertReached(counts: Counts, keys: readonly string[], long: number): void {
  const least = leastCount(long);
  for (const key of keys) {
    assert.ok(
      (counts.get(key) ?? 0) >= least,
      `expected ${key} at least ${least} times, got ${counts.get(key)}`,
    );
  }
}

const SIDES = ["BUY 0", "BUY 1", "SELL 0", "SELL 1"];

test(`${COMMANDS} commands were given, and orders of every kind, side and outcome to markets of every status`, () => {
  assert.ok(total(statistics.commands) >= COMMANDS);
  const statuses = ["draft", "active", "paused", "resolved", "archived"];
  const to = SIDES.flatMap((side) => statuses.map((status) => `${side} ${status}`));
  assertReached(
    statistics.orders,
    ["GTC", "GTD", "FOK", "FAK"].flatMap((kind) => to.map((end) => `${kind} ${end}`)),
    800,
  );
});

test("every kind of order was filled on both sides of both outcomes", () => {
  const keys = ["GTC", "GTD", "FOK", "FAK"].flatMap((kind) => SIDES.map((side) => `${kind} ${side}`));
  assertReached(statistics.kinds, keys, 50);
});

test("every match was made on both sides of both outcomes", () => {
  const keys = SIDES.map((side) => `complementary ${side}`);
  keys.push("mint BUY 0", "mint BUY 1", "merge SELL 0", "merge SELL 1");
  assertReached(statistics.matches, keys, 200);
});

test("orders ended for every reason", () => {
  assertReached(statistics.ends, ["by-owner", "expired", "self-trade", "not-filled", "market-resolved"], 100);
  assertReached(statistics.ends, ["banned", "by-operator"], 50);
  assertReached(statistics.ends, ["self-trade-both", "replaced", "group-limit"], 100);
  assertReached(statistics.ends, ["match-limit"], 5);
  assertReached(statistics.ends, ["group-removed"], 20);
  assertReached(statistics.ends, ["market-archived"], 2);
  assertReached(statistics.ends, ["settlement-failed"], 20);
});

test("every kind of event happened, and markets resolved in every way", () => {
  const often = [
    "credited",
    "debited",
    "redeemed",
    "sets-split",
    "sets-merged",
    "settlement-failed",
    "operated",
    "banned",
    "unbanned",
    "mode-changed",
  ];
  assertReached(statistics.events, often, 30);
  const replacing = ["order-placed in a new place", "order-placed in another's place"];
  assertReached(statistics.events, replacing, 100);
  const ofGroups = ["stopped", "reset", "removed"].map((change) => `order-group-changed ${change}`);
  assertReached(statistics.events, ["order-group-set", ...ofGroups], 100);
  const steps = ["active", "paused", "archived"].map((status) => `market-status-changed ${status}`);
  assertReached(statistics.events, [...steps, "resolution-proposed", "resolution-disputed"], 30);
  const payouts = ["1/0", "0/1", "1/1", "1/0 of several", "0/1 of several"];
  assertReached(
    statistics.events,
    [...payouts.map((payout) => `market-resolved ${payout}`), "resolution-undone"],
    8,
  );
});

test("all markets of an event took every step together", () => {
  const steps = [
    "open-event",
    "pause-event",
    "resume-event",
    "undo-event",
    "archive-event",
    "propose-winner",
    "resolve-event",
  ];
  assertReached(
    statistics.commands,
    steps.map((step) => `done ${step}`),
    8,
  );
});

test("invites were made, used and revoked", () => {
  const steps = ["make-invites", "use-invite", "revoke-invites"];
  assertReached(
    statistics.commands,
    steps.map((step) => `done ${step}`),
    8,
  );
});

test("shares of one and of several markets were converted into shares of others, and into collateral alone", () => {
  assertReached(statistics.events, ["1 to 1", "1 to 2", "2 to 0", "2 to 1"].map(converted), 10);
  assertReached(statistics.events, ["1 to 3", "2 to 2", "3 to 0"].map(converted), 3);
});

const converted = (counts: string): string => `converted ${counts}`;

test("both sides of fills paid fees", () => {
  assertReached(statistics.fees, ["taker", "maker BUY", "maker SELL"], 200);
  assertReached(statistics.fees, ["all of a sale"], 20);
});

test("every rejection of the core was given, and no other", () => {
  assertReached(statistics.rejections, CORE_REJECTIONS, 5);
  assert.deepEqual(new Set(statistics.rejections.keys()), new Set(CORE_REJECTIONS));
});

after(() => {
  if (total(statistics.commands) > 0) console.log(statisticsText(statistics));
});
