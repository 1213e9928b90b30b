import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { RejectionCode } from "../../src/core/rejection.ts";
import { simulate } from "./simulate.ts";
import { createStatistics, statisticsText, total } from "./statistics.ts";
import type { Counts } from "./statistics.ts";

const SEEDS = 38;
const COMMANDS = 3000;

/** The codes that a command on the core can give; all others come from the edge or the engine. */
const CORE_REJECTIONS: readonly RejectionCode[] = [
  "unknown_token",
  "invalid_amounts",
  "market_not_open",
  "market_paused",
  "market_closed",
  "post_only_kind",
  "expiration_required",
  "order_expired",
  "price_out_of_range",
  "price_off_tick",
  "size_below_minimum",
  "wallet_taken",
  "insufficient_balance",
  "post_only_crosses",
  "self_trade",
  "fok_not_filled",
  "fak_not_matched",
  "order_not_found",
  "unknown_market",
  "unknown_account",
  "amount_too_large",
  "market_already_resolved",
  "market_not_resolved",
  "listing_conflict",
];

const statistics = createStatistics();

for (let seed = 1; seed <= SEEDS; seed += 1) {
  test(`seed ${seed}: ${COMMANDS} commands do the same on the exchange and on its reference`, () => {
    simulate(seed, COMMANDS, statistics);
  });
}

function assertReached(counts: Counts, keys: readonly string[], least: number): void {
  for (const key of keys) {
    assert.ok(
      (counts.get(key) ?? 0) >= least,
      `expected ${key} at least ${least} times, got ${counts.get(key)}`,
    );
  }
}

const SIDES = ["BUY 0", "BUY 1", "SELL 0", "SELL 1"];

test("every kind of order was filled on both sides of both outcomes", () => {
  const keys = ["GTC", "GTD", "FOK", "FAK"].flatMap((kind) => SIDES.map((side) => `${kind} ${side}`));
  assertReached(statistics.kinds, keys, 100);
});

test("every match was made on both sides of both outcomes", () => {
  const keys = SIDES.map((side) => `complementary ${side}`);
  keys.push("mint BUY 0", "mint BUY 1", "merge SELL 0", "merge SELL 1");
  assertReached(statistics.matches, keys, 500);
});

test("orders ended for every reason", () => {
  assertReached(statistics.ends, ["by-owner", "expired", "self-trade", "not-filled", "market-resolved"], 100);
});

test("every rejection of the core was given, and no other", () => {
  assertReached(statistics.rejections, CORE_REJECTIONS, 5);
  assert.deepEqual(new Set(statistics.rejections.keys()), new Set(CORE_REJECTIONS));
});

after(() => {
  if (total(statistics.commands) > 0) console.log(statisticsText(statistics));
});
