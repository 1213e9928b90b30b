import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Payout } from "../../src/core/markets/catalog.ts";
import { computeOpenInterest } from "../../src/core/ledger/open-interest.ts";
import { lots, micros } from "../../src/core/units.ts";
import { createRandom } from "../support/random.ts";

type Row = readonly [backing: number, burned: number, payout?: Payout];

const [YES, NO, HALF]: readonly [Payout, Payout, Payout] = [
  [1, 0],
  [0, 1],
  [1, 1],
];

/** Backing in micros, burned shares and converted sets in lots. */
const openInterest = (converted: number, ...markets: readonly Row[]): readonly number[] =>
  computeOpenInterest(
    markets.map(([backing, burned, payout]) => ({
      backing: micros(backing),
      burned: lots(burned),
      payout,
      converted: lots(converted),
    })),
  );

void describe("Open interest", () => {
  const ROWS: readonly [
    what: string,
    converted: number,
    markets: readonly Row[],
    expected: readonly number[],
  ][] = [
    ["of nothing", 0, [], []],
    [
      "without conversions is the backing",
      0,
      [
        [5_000_000, 0],
        [0, 0],
        [70_000, 0, HALF],
      ],
      [5_000_000, 0, 70_000],
    ],
    [
      "of three markets of which two were converted: the third's backing is not all there",
      100,
      [
        [1_000_000, 100],
        [1_000_000, 100],
        [1_000_000, 100],
      ],
      // 2 x 1,000,000 were paid ahead: 666,666 each, and two micros more of the first two.
      [333_333, 333_333, 333_334],
    ],
    [
      "is reduced by burned shares, and by nothing where there are none",
      30,
      [
        [900_000, 30],
        [800_000, 0],
        [300_000, 10],
      ],
      [825_000, 800_000, 275_000],
    ],
    [
      "a market that resolved NO bears nothing: its burned shares have paid",
      100,
      [
        [0, 100, NO],
        [1_500_000, 100],
        [1_000_000, 100],
      ],
      [0, 1_000_000, 500_000],
    ],
    [
      "a market that resolved YES bears nothing while others are open: its winners are paid in full",
      100,
      [
        [0, 100, YES],
        [1_500_000, 100],
        [1_000_000, 100],
      ],
      [0, 500_000, 0],
    ],
    [
      "when all are decided everything is paid back",
      100,
      [
        [250_000, 100, YES],
        [0, 100, NO],
        [40_000, 100, NO],
      ],
      [250_000, 0, 40_000],
    ],
  ];

  for (const [what, converted, markets, expected] of ROWS) {
    void it(what, () => assert.deepEqual(openInterest(converted, ...markets), expected));
  }

  void it("counts to the last unit what conversions of billions pay ahead in many markets", () => {
    const shares = 800_000_000_001;
    const open: Row = [shares * 10_000, shares];
    const markets: readonly Row[] = [[0, shares, NO], ...Array.from({ length: 11 }, () => open)];
    const sum = openInterest(shares, ...markets).reduce((total, part) => total + BigInt(part), 0n);
    assert.equal(sum, BigInt(shares) * 10_000n);
  });

  void it("sums to the backing less what was paid ahead, and is never negative", () => {
    const random = createRandom(20_261_102);
    for (let drawn = 0; drawn < 2_000; drawn += 1) {
      // Each conversion burns the same number of shares of every market.
      const burned = random.between(1, 1_000_000);
      const markets = Array.from({ length: random.between(2, 9) }, (): Row => {
        const more = random.below(3) * random.below(1_000_000);
        return [(burned + more) * 10_000, burned];
      });
      const values = openInterest(burned, ...markets);
      const sum = (amounts: readonly number[]): number =>
        amounts.reduce((total, amount) => total + amount, 0);
      const paidAhead = (markets.length - 1) * burned * 10_000;
      assert.equal(sum(values), sum(markets.map(([backing]) => backing)) - paidAhead);
      assert.ok(values.every((value) => value >= 0));
    }
  });
});
