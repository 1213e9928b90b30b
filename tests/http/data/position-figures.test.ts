import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { lots, micros, parseDecimal, perShare } from "../../../src/core/units.ts";
import { compareRatios, STATISTICS, computeTotalValue, wireNumber } from "../../../src/http/data/numbers.ts";
import type { PositionNumbers, Ratio } from "../../../src/http/data/numbers.ts";

const written = ({ numerator, denominator }: Ratio): number => wireNumber(numerator, denominator);

/** Shares, cost of a share, price, shares ever bought and realized profit, as decimals. */
type PositionTexts = readonly [
  size: string,
  avgPrice: string,
  curPrice: string,
  bought: string,
  realized: string,
];

const whole = (text: string, places: number): number =>
  text.startsWith("-") ? -parseDecimal(text.slice(1), places)! : parseDecimal(text, places)!;

type Figures = { readonly [Name in keyof typeof STATISTICS]: Ratio };

const figuresOf = (position: PositionNumbers): Figures =>
  Object.fromEntries(Object.entries(STATISTICS).map(([name, figure]) => [name, figure(position)])) as Figures;

const figuresOfGiven = ([size, avgPrice, curPrice, bought, realized]: PositionTexts): Figures =>
  figuresOf({
    lots: lots(whole(size, 2)),
    average: perShare(whole(avgPrice, 6)),
    halfTicks: whole(curPrice, 5) / 5,
    bought: lots(whole(bought, 2)),
    realized: micros(whole(realized, 6)),
  });

type Derived = {
  readonly initialValue: number;
  readonly currentValue: number;
  readonly cashPnl: number;
  readonly percentPnl: number;
  readonly percentRealizedPnl: number;
  readonly percentOfAllBought: number;
};

const derived = (figures: Figures): Derived => ({
  initialValue: written(figures.initialValue),
  currentValue: written(figures.currentValue),
  cashPnl: written(figures.cashPnl),
  percentPnl: written(figures.percentPnl),
  percentRealizedPnl: written(figures.percentRealizedPnl),
  percentOfAllBought: written(figures.percentOfAllBought),
});

const NOTHING: Derived = {
  initialValue: 0,
  currentValue: 0,
  cashPnl: 0,
  percentPnl: 0,
  percentRealizedPnl: 0,
  percentOfAllBought: 0,
};

const ROWS: readonly [what: string, given: PositionTexts, expected: Derived][] = [
  [
    "bought once",
    ["200", "0.41", "0.55", "200", "0"],
    {
      ...NOTHING,
      initialValue: 82,
      currentValue: 110,
      cashPnl: 28,
      percentPnl: 34.1463,
      percentOfAllBought: 34.1463,
    },
  ],
  [
    "a half sold: what was realized is not in cashPnl",
    ["100", "0.41", "0.55", "200", "9"],
    {
      initialValue: 41,
      currentValue: 55,
      cashPnl: 14,
      percentPnl: 34.1463,
      percentRealizedPnl: 10.9756,
      percentOfAllBought: -32.9268,
    },
  ],
  [
    "sold",
    ["0", "0.5", "0.9", "12", "2"],
    { ...NOTHING, percentRealizedPnl: 33.3333, percentOfAllBought: -100 },
  ],
  [
    "lost and not redeemed",
    ["150", "0.25", "0", "150", "0"],
    { ...NOTHING, initialValue: 37.5, cashPnl: -37.5, percentPnl: -100, percentOfAllBought: -100 },
  ],
  [
    "resolved as a tie",
    ["10.01", "0.3", "0.5", "10.01", "0"],
    {
      ...NOTHING,
      initialValue: 3.003,
      currentValue: 5.005,
      cashPnl: 2.002,
      percentPnl: 66.6667,
      percentOfAllBought: 66.6667,
    },
  ],
  [
    "a price of half a tick, and an average of six places",
    ["0.01", "0.333333", "0.12345", "0.03", "-0.000001"],
    {
      initialValue: 0.0033,
      currentValue: 0.0012,
      cashPnl: -0.0021,
      percentPnl: -62.965,
      percentRealizedPnl: -0.01,
      percentOfAllBought: -87.655,
    },
  ],
  ["got for nothing", ["50", "0", "0.2", "50", "0"], { ...NOTHING, currentValue: 10, cashPnl: 10 }],
  [
    "got for less than nothing by a conversion",
    ["50", "-0.4", "0.2", "100", "5"],
    { ...NOTHING, initialValue: -20, currentValue: 10, cashPnl: 30 },
  ],
  [
    "of a hundred million shares",
    ["100000000.01", "0.999999", "1", "100000000.01", "90071.992547"],
    {
      initialValue: 99_999_900.01,
      currentValue: 100_000_000.01,
      cashPnl: 100,
      percentPnl: 0.0001,
      percentRealizedPnl: 0.0901,
      percentOfAllBought: 0.0001,
    },
  ],
];

void describe("The figures of a position", () => {
  for (const [what, given, expected] of ROWS) {
    void it(what, () => {
      const figures = figuresOfGiven(given);
      assert.deepEqual(derived(figures), expected);
      const [size, avgPrice, curPrice, totalBought, realizedPnl] = given.map(Number);
      assert.deepEqual(
        {
          size: written(figures.size),
          totalBought: written(figures.totalBought),
          avgPrice: figures.avgPrice,
          realizedPnl: figures.realizedPnl,
          curPrice: figures.curPrice,
        },
        {
          size,
          totalBought,
          avgPrice: { numerator: BigInt(Math.round(avgPrice! * 1e6)), denominator: 1_000_000n },
          realizedPnl: { numerator: BigInt(Math.round(realizedPnl! * 1e6)), denominator: 1_000_000n },
          curPrice: { numerator: BigInt(Math.round(curPrice! * 1e6)), denominator: 1_000_000n },
        },
      );
    });
  }

  void it("add up before they are rounded", () => {
    const dust = { lots: lots(1), halfTicks: 999 };
    assert.equal(written(computeTotalValue([dust])), 0.0005);
    assert.equal(written(computeTotalValue(Array.from({ length: 1000 }, () => dust))), 0.4995);
    assert.equal(written(computeTotalValue([])), 0);
  });

  void it("are exact as far as an account can go", () => {
    const all = Number.MAX_SAFE_INTEGER;
    const figures = figuresOf({
      lots: lots(all),
      average: perShare(999_999),
      halfTicks: 20_000,
      bought: lots(all),
      realized: micros(-all),
    });
    assert.equal(figures.cashPnl.numerator, BigInt(all));
    assert.equal(compareRatios(figures.percentPnl, { numerator: 100n, denominator: 999_999n }), 0);
    assert.equal(
      compareRatios(figures.percentRealizedPnl, { numerator: -10_000n, denominator: 999_999n }),
      0,
    );
  });

  void it("are compared exactly", () => {
    const ratio = (numerator: bigint, denominator: bigint): Ratio => ({ numerator, denominator });
    const third = ratio(1n, 3n);
    assert.equal(compareRatios(third, ratio(10n ** 30n, 3n * 10n ** 30n)), 0);
    assert.equal(compareRatios(third, ratio(10n ** 30n + 1n, 3n * 10n ** 30n)), -1);
    assert.equal(compareRatios(ratio(-1n, 3n), ratio(-(10n ** 30n) - 1n, 3n * 10n ** 30n)), 1);
  });
});

const DIRECTORY = fileURLToPath(new URL("../../../../shared/samples/data-api/", import.meta.url));
const skip = existsSync(DIRECTORY) ? false : "the captured samples are not here";

/** A row of a captured answer: the sources of the figures, and the figures that the service derived. */
type Captured = {
  readonly size: number;
  readonly avgPrice: number;
  readonly curPrice: number;
  readonly totalBought: number;
  readonly realizedPnl: number;
  readonly initialValue: number;
  readonly currentValue: number;
  readonly cashPnl: number;
  readonly percentPnl: number;
  readonly percentRealizedPnl: number;
};

const readRows = (name: string): readonly Captured[] => JSON.parse(readFileSync(DIRECTORY + name, "utf8"));

const millionths = (value: number): number => Math.round(value * 1e6);

/** Shares there have six places: lots stand for millionths here, so that all collateral is 10^4 times as much. */
const SHARES = 10_000n;

function figuresOfRow(row: Captured, avgPrice: number): Figures {
  const figures = figuresOf({
    lots: lots(millionths(row.size)),
    average: perShare(millionths(avgPrice)),
    halfTicks: Math.round(row.curPrice * 20_000),
    bought: lots(millionths(row.totalBought)),
    realized: micros(millionths(row.realizedPnl) * Number(SHARES)),
  });
  const scaled = ({ numerator, denominator }: Ratio): Ratio => ({
    numerator,
    denominator: denominator * SHARES,
  });
  const { initialValue, currentValue, cashPnl } = figures;
  return {
    ...figures,
    initialValue: scaled(initialValue),
    currentValue: scaled(currentValue),
    cashPnl: scaled(cashPnl),
  };
}

/**
 * Figures that are compared: all that the service derived. Its percentRealizedPnl is the value against all that was
 * bought.
 */
const captured = (row: Captured) => ({
  initialValue: row.initialValue,
  currentValue: row.currentValue,
  cashPnl: row.cashPnl,
  percentPnl: row.percentPnl,
  percentOfAllBought: row.percentRealizedPnl,
});

const exactly = ({ numerator, denominator }: Ratio): number =>
  Number((numerator * 10n ** 12n) / denominator) / 1e12;

/** The captured figures lie between those of the average as it is shown and of one that is greater by what was cut off. */
function assertWithin(row: Captured, cut: number, error: number): void {
  const [a, b] = [figuresOfRow(row, row.avgPrice), figuresOfRow(row, row.avgPrice + cut)];
  for (const [name, value] of Object.entries(captured(row))) {
    const figure = name as keyof ReturnType<typeof captured>;
    const bounds = [exactly(a[figure]), exactly(b[figure])];
    assert.ok(
      value >= Math.min(...bounds) - error && value <= Math.max(...bounds) + error,
      `${name}: ${value} is not within ${bounds.join(" and ")}`,
    );
  }
}

void describe("The figures of captured positions", { skip }, () => {
  void it("are those of the service, to the last of its six places", () => {
    const rows = readRows("positions_v1_full_precision_howard_2025.json");
    assert.ok(rows.length > 0);
    for (const row of rows) assertWithin(row, 0, 1e-9);
  });

  void it("are those of the service, with an average that was cut after four places", () => {
    const rows = readRows("positions_v1_rounded_2026-04.json");
    assert.ok(rows.length > 0);
    for (const row of rows) assertWithin(row, 0.0001, 0.0001);
  });

  void it("of closed positions: what they realized implies a price at which shares can be sold", () => {
    const rows = readRows("closed_positions_v1_howard_2025.json");
    assert.ok(rows.length > 0);
    for (const row of rows) {
      const { percentRealizedPnl, percentOfAllBought } = figuresOfRow({ ...row, size: 0 }, row.avgPrice);
      const exit = row.avgPrice * (1 + exactly(percentRealizedPnl) / 100);
      assert.ok(exit > -1e-6 && exit < 1, `${row.avgPrice} became ${exit}`);
      assert.equal(exactly(percentOfAllBought), -100);
    }
  });
});
