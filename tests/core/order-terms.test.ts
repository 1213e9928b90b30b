import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readOrderParams } from "../../src/core/orders/order-params.ts";
import type { SignedAmounts } from "../../src/core/orders/order-params.ts";
import { isRejection } from "../../src/core/rejection.ts";
import type { OrderKind, Side } from "../../src/core/state.ts";
import { lots, ONE, parseDecimal, priceText, TICK_SIZES, ticks } from "../../src/core/units.ts";
import { createRandom } from "../support/random.ts";

type Outcome =
  | {
      makerAmount: string;
      takerAmount: string;
      nearestTickPrice: string;
      moneyMinusTickPriceTimesShares: string;
    }
  | { error: string };

type Row = {
  id: string;
  tick: string;
  side: Side;
  kind: "limit" | "market";
  price: number;
  inputPriceOnTick: boolean;
  inputPriceInRange: boolean;
  outcomes: Outcome[];
};

const vectors: { vectors: Row[] } = JSON.parse(
  readFileSync(new URL("../vectors/amounts.json", import.meta.url), "utf8"),
);

const KINDS: Record<Row["kind"], readonly OrderKind[]> = { limit: ["GTC", "GTD"], market: ["FOK", "FAK"] };
const EXCESS: Record<string, number> = { "0.1": 1000, "0.01": 100, "0.001": 10, "0.0001": 1 };

/** Expectation of decisions.md for an answer of a client: the price, or the reason why there is none. */
function expected(row: Row, outcome: Exclude<Outcome, { error: string }>): string {
  if (outcome.makerAmount === "0" || outcome.takerAmount === "0") return "invalid_amounts";
  const price = Number(outcome.nearestTickPrice);
  if (price < Number(row.tick) || price > 1 - Number(row.tick)) return "price_out_of_range";
  const off = Number(outcome.moneyMinusTickPriceTimesShares);
  const budget = row.kind === "market" && row.side === "BUY";
  const fits = budget ? off >= 0 && off <= EXCESS[row.tick]! : off >= -10 && off <= 0;
  if (!fits) return "price_off_tick";
  const shares = Number(row.side === "BUY" ? outcome.takerAmount : outcome.makerAmount);
  if (row.kind === "limit" && shares % 10_000 !== 0) return "size_not_whole";
  return priceText(ticks(parseDecimal(outcome.nearestTickPrice, 4)!));
}

function read(row: Row, outcome: Exclude<Outcome, { error: string }>, kind: OrderKind): string {
  const amounts: SignedAmounts = {
    side: row.side,
    kind,
    makerAmount: Number(outcome.makerAmount),
    takerAmount: Number(outcome.takerAmount),
  };
  const terms = readOrderParams(amounts, ticks(parseDecimal(row.tick, 4)!));
  return isRejection(terms) ? terms.code : priceText(terms.limit);
}

test("there are 333 rows of amounts from clients", () => assert.equal(vectors.vectors.length, 333));

for (const row of vectors.vectors) {
  test(`${row.id}: ${row.kind} ${row.side} at ${row.price}, tick ${row.tick}`, () => {
    for (const outcome of row.outcomes) {
      if ("error" in outcome) continue;
      const wanted = expected(row, outcome);
      if (row.inputPriceOnTick && row.inputPriceInRange) assert.match(wanted, /^0\.|^size_not_whole$/);
      for (const kind of KINDS[row.kind]) assert.equal(read(row, outcome, kind), wanted);
    }
  });
}

type Boundary = readonly [tick: number, side: Side, kind: OrderKind, off: number, accepted: boolean];

/** Base units off price x shares, for every tick x side x kind, at the last accepted and the first refused amount. */
function* boundaries(): Generator<Boundary> {
  const excess = new Map([
    [1000, 1000],
    [100, 100],
    [50, 10],
    [25, 1],
    [10, 10],
    [1, 1],
  ]);
  for (const tick of TICK_SIZES) {
    for (const [side, kind] of [
      ["BUY", "GTC"],
      ["BUY", "GTD"],
      ["SELL", "GTC"],
      ["SELL", "GTD"],
      ["SELL", "FOK"],
      ["SELL", "FAK"],
    ] as const) {
      for (const off of [-11, -10, -1, 0, 1]) yield [tick, side, kind, off, off >= -10 && off <= 0];
    }
    const most = excess.get(tick)!;
    for (const kind of ["FOK", "FAK"] as const) {
      for (const off of [-1, 0, most, most + 1]) yield [tick, "BUY", kind, off, off >= 0 && off <= most];
    }
  }
}

for (const [tick, side, kind, off, accepted] of boundaries()) {
  test(`inc-12: tick ${priceText(ticks(tick))} ${side} ${kind}: ${off} off is ${accepted ? "accepted" : "refused"}`, () => {
    for (const price of [tick, ONE - tick, 5000]) {
      const shares = 100_000_000;
      const money = (shares / ONE) * price + off;
      const [makerAmount, takerAmount] = side === "BUY" ? [money, shares] : [shares, money];
      const terms = readOrderParams({ side, kind, makerAmount, takerAmount }, ticks(tick));
      if (accepted) {
        assert.ok(!isRejection(terms), JSON.stringify(terms));
        assert.equal(terms.limit, price);
        const budget = side === "BUY" && kind !== "GTC" && kind !== "GTD";
        assert.equal(terms.budget, budget ? money : undefined);
        assert.equal(terms.lots, budget ? Math.floor(money / price) : 10_000);
      } else {
        assert.equal(isRejection(terms) ? terms.code : "accepted", "price_off_tick");
      }
    }
  });
}

/** Decimals to which clients cut the shares of a market buy. */
const SHARE_DECIMALS = new Map([
  [1000, 3],
  [100, 4],
  [50, 5],
  [25, 6],
  [10, 5],
  [1, 6],
]);

for (const [tick, decimals] of SHARE_DECIMALS) {
  test(`every market buy from 2 cents that clients cut to ${decimals} decimals is accepted, tick ${priceText(ticks(tick))}`, () => {
    const unit = 10 ** (6 - decimals);
    for (let price = tick; price < ONE; price += tick * Math.max(1, Math.floor(61 / tick))) {
      for (const cents of [2, 3, 7, 8, 11, 33, 99, 100, 101, 777, 2000, 99_999, 12_345_678]) {
        const money = cents * 10_000;
        const shares = Math.floor((money * ONE) / price / unit) * unit;
        const terms = readOrderParams(
          { side: "BUY", kind: "FAK", makerAmount: money, takerAmount: shares },
          ticks(tick),
        );
        assert.equal(
          isRejection(terms) ? `${cents} cents: ${terms.code}: ${terms.hint}` : terms.limit,
          price,
        );
      }
    }
  });
}

type Hint = readonly [why: string, tick: number, amounts: SignedAmounts, code: string, hint: string];

const buy = (kind: OrderKind, makerAmount: number, takerAmount: number): SignedAmounts => ({
  side: "BUY",
  kind,
  makerAmount,
  takerAmount,
});
const sell = (kind: OrderKind, makerAmount: number, takerAmount: number): SignedAmounts => ({
  side: "SELL",
  kind,
  makerAmount,
  takerAmount,
});

const HINTS: readonly Hint[] = [
  [
    "names the price below and above",
    100,
    buy("GTC", 533_000, 1_000_000),
    "price_off_tick",
    "expected a price in steps of 0.01, got 0.533; nearest: 0.53 or 0.54, makerAmount 530000 or 540000",
  ],
  [
    "names the prices of a sell",
    25,
    sell("GTC", 1_000_000, 501_000),
    "price_off_tick",
    "expected a price in steps of 0.0025, got 0.501; nearest: 0.5 or 0.5025, takerAmount 500000 or 502500",
  ],
  [
    "names only the price above at the lower end",
    1000,
    buy("GTC", 99_000, 1_000_000),
    "price_off_tick",
    "expected a price in steps of 0.1, got 0.099; nearest: 0.1, makerAmount 100000",
  ],
  [
    "names only the price below at the upper end",
    1000,
    buy("GTC", 910_000, 1_000_000),
    "price_off_tick",
    "expected a price in steps of 0.1, got 0.91; nearest: 0.9, makerAmount 900000",
  ],
  [
    "names the range for a price above it",
    100,
    buy("GTC", 1_000_000, 1_000_000),
    "price_out_of_range",
    "expected a price from 0.01 to 0.99, got 1; nearest: 0.99",
  ],
  [
    "names the range for a price below it",
    1,
    sell("FAK", 1_000_000, 10),
    "price_out_of_range",
    "expected a price from 0.0001 to 0.9999, got 0.00001; nearest: 0.0001",
  ],
  [
    "names the sizes below and above",
    100,
    buy("GTC", 5_000_000, 10_000_001),
    "size_not_whole",
    "expected a size in steps of 0.01 share, got 10.000001; nearest: 10 or 10.01",
  ],
  [
    "names only the size above for less than a lot",
    100,
    sell("GTD", 9_998, 4_999),
    "size_not_whole",
    "expected a size in steps of 0.01 share, got 0.009998; nearest: 0.01",
  ],
  [
    "says what a budget for less than a lot lacks",
    100,
    buy("FOK", 4_999, 9_998),
    "size_below_minimum",
    "expected enough for 0.01 share, got 0.004999 at 0.5; nearest: 0.005 at 0.5",
  ],
  [
    "says what a market sell of less than a lot lacks",
    100,
    sell("FAK", 9_998, 4_999),
    "size_below_minimum",
    "expected enough for 0.01 share, got 0.009998 shares; nearest: 0.01",
  ],
  [
    "says that amounts must be above 0",
    100,
    buy("GTC", 0, 1_000_000),
    "invalid_amounts",
    "expected makerAmount and takerAmount above 0, got 0 and 1000000",
  ],
  [
    "says that amounts must be above 0, for the other leg",
    100,
    sell("GTC", 1_000_000, 0),
    "invalid_amounts",
    "expected makerAmount and takerAmount above 0, got 1000000 and 0",
  ],
];

for (const [why, tick, amounts, code, hint] of HINTS) {
  test(`a hint ${why}`, () => {
    const refusal = readOrderParams(amounts, ticks(tick));
    assert.ok(isRejection(refusal));
    assert.deepEqual([refusal.code, refusal.hint], [code, hint]);
  });
}

test("a refusal carries the price and tick, or the size and minimum, that the dialects' texts name", () => {
  const values = (amounts: SignedAmounts): unknown => {
    const refusal = readOrderParams(amounts, ticks(100));
    return isRejection(refusal) ? refusal.values : "accepted";
  };
  assert.deepEqual(values(buy("GTC", 533_000, 1_000_000)), { price: "0.533", tick: "0.01" });
  assert.deepEqual(values(buy("GTC", 1_000_000, 1_000_000)), { price: "1", tick: "0.01" });
  assert.deepEqual(values(sell("FAK", 9_998, 4_999)), { size: "0.009998", minimum: "0.01" });
});

test("the dust of a market order stays with its owner", () => {
  assert.deepEqual(readOrderParams(sell("FAK", 1_009_999, 504_999), ticks(100)), {
    limit: 5000,
    lots: 100,
    budget: undefined,
  });
  assert.deepEqual(readOrderParams(buy("FOK", 1_004_999, 2_009_998), ticks(100)), {
    limit: 5000,
    lots: 200,
    budget: 1_004_999,
  });
});

test("the largest amounts that the wire can carry are read without loss", () => {
  const largest = Number.MAX_SAFE_INTEGER;
  const whole = largest - (largest % 10_000);
  assert.deepEqual(readOrderParams(sell("GTC", whole, (whole / 10_000) * 9999), ticks(1)), {
    limit: 9999,
    lots: whole / 10_000,
    budget: undefined,
  });
});

test("the nearest sizes are those that the market takes", () => {
  const hintOf = (minimum: number): string => {
    const refusal = readOrderParams(buy("GTC", 5_000_500, 10_001_000), ticks(100), lots(minimum));
    return "hint" in refusal ? refusal.hint.replace(/.*nearest: /, "") : "accepted";
  };
  assert.equal(hintOf(0), "10 or 10.01");
  assert.equal(hintOf(1000), "10 or 10.01");
  assert.equal(hintOf(1001), "10.01");
  assert.equal(hintOf(2000), "20");
});

test("the amounts that the hint of an off-tick price names are accepted", () => {
  const random = createRandom(7);
  for (let round = 0; round < 500; round += 1) {
    const shares = random.below(10_000) * 10_000 + 10_000;
    const money = random.below(shares) + 1;
    const tick = TICK_SIZES[random.below(TICK_SIZES.length)]!;
    for (const amounts of [buy("GTC", money, shares), sell("FOK", shares, money)]) {
      const refusal = readOrderParams(amounts, tick);
      if (!isRejection(refusal) || refusal.code !== "price_off_tick") continue;
      const [, name, listed = ""] = /, (makerAmount|takerAmount) ([\d or]+)$/.exec(refusal.hint) ?? [];
      const named = listed.split(" or ").map(Number);
      assert.ok(named.length > 0, refusal.hint);
      for (const amount of named)
        assert.ok("limit" in readOrderParams({ ...amounts, [name!]: amount }, tick), refusal.hint);
    }
  }
});
