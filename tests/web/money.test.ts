/** Tests that the page reads and writes prices, shares and collateral correctly, and refuses invalid texts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  collateralText,
  cost,
  lots,
  micros,
  ONE,
  parseDecimal,
  priceNumber,
  priceText,
  sharesText,
  ticks,
} from "../../src/core/units.ts";
import {
  formatCents,
  sumCost,
  toLots,
  formatLots,
  toMicros,
  formatDecimalMicros,
  readCents,
  readLots,
  readMicros,
  readTicks,
  toTicks,
  formatTicks,
} from "../../web/src/base/money.ts";
import { readSignedLots, readSignedMicros } from "../../web/src/account/portfolio/signed-amount.ts";
import { createRandom } from "../support/random.ts";

type Read = (text: string) => number | undefined;
const READERS: readonly (readonly [name: string, read: Read, places: number])[] = [
  ["readTicks", readTicks, 4],
  ["readCents", readCents, 2],
  ["readLots", readLots, 2],
  ["readMicros", readMicros, 6],
];

/** Draws a number with up to `digits` digits; every length is equally likely. */
function drawWhole(random: ReturnType<typeof createRandom>, digits: number): number {
  const text = Array.from({ length: random.between(1, digits) }, () => random.below(10)).join("");
  return Number(text);
}

test("every price is read back from its text, as a price and in cents", () => {
  for (let value = 0; value <= ONE; value += 1) {
    const price = ticks(value);
    assert.equal(readTicks(formatTicks(price)), price);
    assert.equal(readCents(formatCents(price)), price);
    assert.equal(formatTicks(price), priceText(price));
    assert.equal(Number(formatCents(price)), value / 100);
    assert.equal(toTicks(priceNumber(price)), price);
  }
});

test("shares and collateral are written in the exchange's format, and read back", () => {
  const random = createRandom(21);
  for (let round = 0; round < 2_000; round += 1) {
    const [size, amount] = [lots(drawWhole(random, 15)), micros(drawWhole(random, 15))];
    assert.equal(formatLots(size), sharesText(size));
    assert.equal(formatDecimalMicros(amount), collateralText(amount));
    assert.equal(readLots(formatLots(size)), size);
    assert.equal(readMicros(formatDecimalMicros(amount)), amount);
    assert.equal(formatDecimalMicros(micros(-amount)), collateralText(micros(-amount)));
  }
});

test("JSON numbers of the interfaces convert back to the original integers", () => {
  const random = createRandom(22);
  for (let round = 0; round < 2_000; round += 1) {
    const [size, amount] = [drawWhole(random, 12), drawWhole(random, 12)];
    assert.equal(toLots(size / 100), size);
    assert.equal(toMicros(amount / 1_000_000), amount);
  }
});

test("the page reads every decimal text that the exchange reads", () => {
  const random = createRandom(23);
  const drawText = (): string =>
    Array.from({ length: random.between(1, 9) }, () => random.pick([..."0123456789.."])).join("");
  let read = 0;
  for (let round = 0; round < 5_000; round += 1) {
    const text = drawText();
    for (const [name, reader, places] of READERS) {
      const known = parseDecimal(text, places);
      if (known === undefined) continue;
      read += 1;
      assert.equal(reader(text), known, `${name} ${text}`);
    }
  }
  assert.ok(read > 1_000, `${read} texts were decimal`);
});

for (const [name, read, places] of READERS) {
  const unit = 10 ** places;

  test(`${name} reads common ways to write a number`, () => {
    for (const [text, value] of [
      ["12", 12],
      [" 12 ", 12],
      ["012", 12],
      ["1.5", 1.5],
      ["1.", 1],
      [".5", 0.5],
      ["0", 0],
      ["0.00", 0],
      ["1.50000000", 1.5],
    ] as const)
      assert.equal(read(text), value * unit, text);
  });

  test(`${name} refuses texts that are no decimal number, have too many places or are too large`, () => {
    const malformed = [
      "",
      " ",
      ".",
      ",",
      "-1",
      "+1",
      "1e3",
      "0x1",
      "1 2",
      "1.2.3",
      "1,2,3",
      "1,5",
      ",5",
      "1,000",
      "25,500",
      "1,000.5",
      "NaN",
    ];
    const foreign = ["Infinity", "१", "１", "$1", "1%", "1_000", "\u22121"];
    const tooFine = [`1.${"0".repeat(places)}1`, `0,${"9".repeat(places + 1)}`];
    const tooLarge = ["9".repeat(16), "9".repeat(400)];
    for (const text of [...malformed, ...foreign, ...tooFine, ...tooLarge])
      assert.equal(read(text), undefined, text);
  });

  test(`${name} reads numbers up to the largest exact integer, and refuses larger ones`, () => {
    const [whole, fraction] = [
      String(Number.MAX_SAFE_INTEGER).slice(0, -places),
      String(Number.MAX_SAFE_INTEGER).slice(-places),
    ];
    assert.equal(read(`${whole}.${fraction}`), Number.MAX_SAFE_INTEGER);
    assert.equal(read(`${whole}.${Number(fraction) + 1}`), undefined);
  });
}

test("each fill costs its own price", () => {
  const fills = [
    { size: lots(150), price: ticks(4_000) },
    { size: lots(1), price: ticks(1) },
    { size: lots(20_000), price: ticks(9_999) },
  ];
  assert.equal(sumCost(fills), 600_000 + 1 + 199_980_000);
  assert.equal(sumCost([]), 0);
  assert.equal(sumCost(fills.slice(0, 1)), cost(lots(150), ticks(4_000)));
});

test("amounts of the ledger keep their sign, and zero has none", () => {
  const random = createRandom(24);
  for (let round = 0; round < 500; round += 1) {
    const amount = drawWhole(random, 12) * (random.chance(50) ? 1 : -1);
    assert.equal(readSignedMicros(collateralText(micros(amount))) + 0, amount + 0);
    assert.equal(readSignedLots(sharesText(lots(amount))) + 0, amount + 0);
  }
  for (const zero of ["0", "-0", "-0.00", ""]) assert.ok(Object.is(readSignedMicros(zero), 0), zero);
});
