import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  affordableLots,
  collateralText,
  complement,
  cost,
  decimalText,
  isWholeLots,
  lots,
  MAX_MICROS,
  micros,
  collateralExcess,
  nearestPrice,
  ONE,
  parseCount,
  parseDecimal,
  priceNumber,
  priceText,
  setValue,
  sharesText,
  TICK_SIZES,
  ticks,
  wholeLots,
} from "../../src/core/units.ts";

const anyPrice = fc.integer({ min: 1, max: 9999 }).map(ticks);
const anyLots = fc.integer({ min: 1, max: 900_000_000_000 }).map(lots);

test("a fill never rounds: both sides of a set cost exactly its value", () => {
  fc.assert(
    fc.property(anyLots, anyPrice, (quantity, price) => {
      assert.equal(BigInt(cost(quantity, price)), BigInt(quantity) * BigInt(price));
      assert.equal(cost(quantity, price) + cost(quantity, complement(price)), setValue(quantity));
    }),
  );
});

test("a budget buys as many whole lots as it covers, and not one more", () => {
  const budgets = fc.integer({ min: 0, max: MAX_MICROS }).map(micros);
  fc.assert(
    fc.property(budgets, anyPrice, (budget, price) => {
      const bought = BigInt(affordableLots(budget, price)) * BigInt(price);
      assert.ok(bought <= BigInt(budget));
      assert.ok(bought + BigInt(price) > BigInt(budget));
    }),
  );
});

test("every tick size divides the price of a complete set", () => {
  for (const tick of TICK_SIZES) assert.equal(ONE % tick, 0);
});

const NEAREST: readonly (readonly [money: number, shares: number, tick: number, price: number])[] = [
  [500_000, 1_000_000, 100, 5000],
  [504_999, 1_000_000, 100, 5000],
  [505_000, 1_000_000, 100, 5100],
  [505_001, 1_000_000, 100, 5100],
  [4_999, 1_000_000, 100, 0],
  [1_000_000, 1_000_000, 1, 10_000],
  [2_500, 1_000_000, 25, 25],
  [1, 3, 1, 3333],
  [2, 3, 1, 6667],
  [9_007_199_254_740_991, 9_007_199_254_740_991, 1000, 10_000],
  [4_503_599_627_370_495, 9_007_199_254_740_991, 1, 5000],
];

for (const [money, shares, tick, price] of NEAREST) {
  test(`nearest price of ${money} / ${shares} in steps of ${tick} is ${price}`, () => {
    assert.equal(nearestPrice(money, shares, ticks(tick)), price);
  });
}

const BEYOND: readonly (readonly [money: number, shares: number, price: number, beyond: number])[] = [
  [5_000, 10_000, 5000, 0],
  [5_001, 10_000, 5000, 1],
  [4_999, 10_000, 5000, -1],
  [1, 3, 3333, 0],
  [1, 3, 3334, -1],
  [9_007_199_254_740_991, 9_007_199_254_740_991, 9999, 900_719_925_474],
];

for (const [money, shares, price, beyond] of BEYOND) {
  test(`${money} is ${beyond} beyond ${shares} at ${price}, rounded down`, () => {
    assert.equal(collateralExcess(money, shares, ticks(price)), beyond);
  });
}

test("amounts are written as decimal text without superfluous zeros", () => {
  const rows: readonly (readonly [string, string])[] = [
    [priceText(ticks(5300)), "0.53"],
    [priceText(ticks(1)), "0.0001"],
    [priceText(ticks(9999)), "0.9999"],
    [priceText(ONE), "1"],
    [sharesText(lots(12_345)), "123.45"],
    [sharesText(lots(1)), "0.01"],
    [sharesText(lots(100)), "1"],
    [collateralText(micros(1_500_000)), "1.5"],
    [collateralText(micros(0)), "0"],
    [collateralText(micros(-1)), "-0.000001"],
    [collateralText(MAX_MICROS), "9007199254.740991"],
    [decimalText(7, 0), "7"],
    [decimalText(120, 0), "120"],
  ];
  for (const [actual, expected] of rows) assert.equal(actual, expected);
  assert.equal(priceNumber(ticks(5300)), 0.53);
});

test("decimal text is read back exactly", () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 8 }), (value, places) => {
      assert.equal(parseDecimal(decimalText(value, places), places), value);
    }),
  );
});

const DECIMALS: readonly (readonly [text: string, places: number, value: number | undefined])[] = [
  ["0", 6, 0],
  ["0.5", 4, 5000],
  ["0.5000", 4, 5000],
  ["0.50000000000", 4, 5000],
  ["0.00005", 4, undefined],
  ["9007199254.740991", 6, 9_007_199_254_740_991],
  ["9007199254.740992", 6, undefined],
  ["", 6, undefined],
  [".5", 6, undefined],
  ["5.", 6, undefined],
  ["01", 6, undefined],
  ["+1", 6, undefined],
  ["-1", 6, undefined],
  ["1e3", 6, undefined],
  ["0x1", 6, undefined],
  [" 1", 6, undefined],
  ["1\n", 6, undefined],
  ["1,000", 6, undefined],
  ["NaN", 6, undefined],
  ["٣", 6, undefined],
];

for (const [text, places, value] of DECIMALS) {
  test(`${JSON.stringify(text)} with ${places} decimals is ${value}`, () => {
    assert.equal(parseDecimal(text, places), value);
  });
}

const COUNTS: readonly (readonly [text: string, value: number | undefined])[] = [
  ["0", 0],
  ["1", 1],
  ["9007199254740991", 9_007_199_254_740_991],
  ["9007199254740992", undefined],
  ["99999999999999999", undefined],
  ["", undefined],
  ["01", undefined],
  ["-1", undefined],
  ["1.0", undefined],
  ["1e3", undefined],
  ["0x1", undefined],
  [" 1", undefined],
  ["1\n", undefined],
];

for (const [text, value] of COUNTS) {
  test(`${JSON.stringify(text)} as a count is ${value}`, () => assert.equal(parseCount(text), value));
}

test("a lot is 10,000 base units of shares", () => {
  assert.equal(wholeLots(9_999), 0);
  assert.equal(wholeLots(10_000), 1);
  assert.equal(wholeLots(19_999), 1);
  assert.equal(isWholeLots(20_000), true);
  assert.equal(isWholeLots(20_001), false);
});
