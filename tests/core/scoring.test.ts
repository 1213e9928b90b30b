/** Resting orders that count for liquidity rewards: by size, distance from the midpoint of large levels, and age. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isScoring } from "../../src/core/orders/scoring.ts";
import type { RewardedBook } from "../../src/core/orders/scoring.ts";
import { lots, ticks } from "../../src/core/units.ts";

const level = (price: number, size: number) => ({ price: ticks(price), lots: lots(size) });
const REWARDS = { rates: [{ assetAddress: "0x", dailyRate: 5 }], minSize: 20, maxSpread: 3 };
/** Twenty shares at 0.49 and 0.52: the midpoint is 0.505. */
const BOOK: RewardedBook = { rewards: REWARDS, bids: [level(4900, 2000)], asks: [level(5200, 2000)] };
const ORDER = { outcome: 0, limit: ticks(4900), remaining: lots(2000), placedAt: 1_000 } as const;
const LATER = 4_500;

const rows: readonly [
  name: string,
  order: Partial<Parameters<typeof isScoring>[0]>,
  book: Partial<RewardedBook>,
  at: number,
  scores: boolean,
][] = [
  ["all that it takes", {}, {}, LATER, true],
  ["one millisecond too young", {}, {}, LATER - 1, false],
  ["a lot below the minimum size", { remaining: lots(1999) }, {}, LATER, false],
  ["at the maximum spread", { limit: ticks(4750) }, {}, LATER, true],
  ["a tick beyond it", { limit: ticks(4749) }, {}, LATER, false],
  ["on the other side", { limit: ticks(5350) }, {}, LATER, true],
  ["beyond on the other side", { limit: ticks(5351) }, {}, LATER, false],
  ["the other outcome is measured by its complement", { outcome: 1, limit: ticks(5250) }, {}, LATER, true],
  ["the other outcome too far", { outcome: 1, limit: ticks(5251) }, {}, LATER, false],
  ["no rewards", {}, { rewards: { ...REWARDS, rates: [] } }, LATER, false],
  [
    "a spread with a fraction",
    { limit: ticks(4700) },
    { rewards: { ...REWARDS, maxSpread: 3.5 } },
    LATER,
    true,
  ],
  ["beyond it by a tick", { limit: ticks(4699) }, { rewards: { ...REWARDS, maxSpread: 3.5 } }, LATER, false],
  ["one side is empty", {}, { asks: [] }, LATER, false],
  ["one side has small levels only", {}, { asks: [level(5200, 1999)] }, LATER, false],
  [
    "a small order in front moves nobody's midpoint",
    { limit: ticks(4750) },
    { bids: [level(5100, 1), level(4900, 2000)] },
    LATER,
    true,
  ],
  [
    "a large one does",
    { limit: ticks(4750) },
    { bids: [level(5100, 2000), level(4900, 2000)] },
    LATER,
    false,
  ],
  [
    "without a minimum any size counts",
    { remaining: lots(1) },
    { rewards: { ...REWARDS, minSize: 0 } },
    LATER,
    true,
  ],
];

for (const [name, order, book, at, scores] of rows) {
  test(`${scores ? "scores" : "does not score"}: ${name}`, () => {
    assert.equal(isScoring({ ...ORDER, ...order }, { ...BOOK, ...book }, at), scores);
  });
}
