/** Fees: the formula, rounding, who pays, and that they are those of everything an order filled. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { FEE_ACCOUNT } from "../../src/core/ledger/fees.ts";
import { computeFee, feeWeight, lots, ticks } from "../../src/core/units.ts";
import { createLedger, SIGNED } from "./support/ledger.ts";

/** Shares, price in cents, rate in 0.0001, exponent; the fee in collateral. */
const FORMULA = [
  [100, 50, 700, 1, 1.75],
  [100, 50, 630, 1, 1.575],
  [100, 50, 450, 1, 1.125],
  [100, 50, 360, 1, 0.9],
  [100, 30, 700, 1, 1.47],
  [100, 70, 700, 1, 1.47],
  [100, 50, 2500, 2, 1.5625],
  [100, 1, 700, 1, 0.0693],
  // 0.000693 rounds down, 0.0000175 up, 0.00000693 is below the smallest fee.
  [1, 1, 700, 1, 0.00069],
  [0.01, 50, 700, 1, 0.00018],
  [0.01, 1, 700, 1, 0],
  // Exactly half of the last place goes up: 0.01 x 0.0006 x 0.25 = 0.0000015 is nothing, 0.000025 is 0.00003.
  [0.01, 50, 6, 1, 0],
  [0.01, 50, 100, 1, 0.00003],
  [1_000_000_000, 50, 2500, 1, 62_500_000],
] as const;

for (const [size, cents, rate, exponent, expected] of FORMULA) {
  test(`${size} shares at ${cents} cents, rate ${rate}, exponent ${exponent}: ${expected}`, () => {
    const weight = feeWeight(lots(Math.round(size * 100)), ticks(cents * 100), exponent);
    assert.equal(computeFee(weight, rate, exponent) / 1e6, expected);
  });
}

const FEES = { rate: 700, exponent: 1, takerOnly: true };

const charged = (fees = FEES) => {
  const ledger = createLedger([{ name: "m", fees }, { name: "free" }]);
  for (const name of ["ann", "bob", "cid"]) ledger.open(name, 1000);
  return ledger;
};

test("the incoming order pays on top of what it buys, into the exchange's account", () => {
  const { order, cash } = charged();
  order("bob", "BUY", "m-no", { price: 50, size: 100 });
  order("ann", "BUY", "m-yes", { price: 50, size: 100 });
  assert.equal(cash("ann"), 1000 - 50 - 1.75);
  assert.equal(cash("bob"), 950);
  assert.equal(cash(FEE_ACCOUNT), 1.75);
});

test("the incoming order pays out of what it sells", () => {
  const { order, cash } = charged();
  order("bob", "BUY", "m-no", { price: 50, size: 100 });
  order("ann", "BUY", "m-yes", { price: 50, size: 100 });
  order("cid", "BUY", "m-yes", { price: 30, size: 100 });
  order("ann", "SELL", "m-yes", { price: 30, size: 100 });
  assert.equal(cash("ann"), 1000 - 50 - 1.75 + 30 - 1.47);
  assert.equal(cash(FEE_ACCOUNT), 3.22);
});

test("an order pays the same however many orders fill it", () => {
  const { order, cash } = charged();
  for (let count = 0; count < 100; count += 1) order("bob", "BUY", "m-no", { price: 50, size: 0.01 });
  order("ann", "BUY", "m-yes", { price: 50, size: 1 });
  // 1 x 0.07 x 0.25; a hundred times the rounded fee of one lot would be 0.018.
  assert.equal(cash("ann"), 1000 - 0.5 - 0.0175);
  assert.equal(cash(FEE_ACCOUNT), 0.0175);
});

test("each signed order is rounded by itself, as published: a hundred of one lot pay nothing where one of all pays", () => {
  const { order, cash } = charged({ ...FEES, rate: 8 });
  order("bob", "BUY", "m-no", { price: 50, size: 2 });
  for (let count = 0; count < 100; count += 1) order("ann", "BUY", "m-yes", { price: 50, size: 0.01 });
  assert.equal(cash(FEE_ACCOUNT), 0);
  order("cid", "BUY", "m-yes", { price: 50, size: 1 });
  // 1 x 0.0008 x 0.25; 0.000002 of a lot is below the smallest fee of 0.00001.
  assert.equal(cash(FEE_ACCOUNT), 0.0002);
});

test("a resting order that pays as well pays the same however it is filled, and holds it before", () => {
  const { order, cash, exchange } = charged({ rate: 700, exponent: 1, takerOnly: false });
  order("bob", "BUY", "m-no", { price: 50, size: 1 });
  const bob = exchange.accountByAddress.get("bob")!;
  assert.equal(bob.held, 517_500);
  for (let count = 0; count < 100; count += 1) order("ann", "BUY", "m-yes", { price: 50, size: 0.01 });
  assert.equal(bob.held, 0);
  assert.equal(cash("bob"), 1000 - 0.5 - 0.0175);
  assert.equal(cash("ann"), 1000 - 0.5 - 0.018);
});

test("a sale that rests never pays more than it fetches", () => {
  const { run, order, cash } = charged({ rate: 2500, exponent: 1, takerOnly: false });
  run({ type: "split", address: "bob", owner: "bob", conditionId: "m", lots: lots(1000) });
  order("bob", "SELL", "m-yes", { price: 1, size: 10 });
  for (let count = 0; count < 1000; count += 1) order("ann", "BUY", "m-yes", { price: 1, size: 0.01 });
  // 10 shares at 0.01 fetch 0.1 and cost 10 x 0.25 x 0.0099 = 0.02475.
  assert.equal(cash("bob"), 990 + 0.1 - 0.02475);
});

test("an order that cannot pay its fee is refused, and one that can to the last unit is not", () => {
  const { open, order, cash } = charged();
  order("bob", "BUY", "m-no", { price: 50, size: 100 });
  open("short", 51.749999);
  open("exact", 51.75);
  assert.equal(order("short", "BUY", "m-yes", { price: 50, size: 100 }), "insufficient_balance");
  assert.equal(order("exact", "BUY", "m-yes", { price: 50, size: 100 }), "accepted");
  assert.equal(cash("exact"), 0);
});

test("a market without a schedule costs nothing", () => {
  const { order, cash } = charged();
  order("bob", "BUY", "free-no", { price: 50, size: 100 });
  order("ann", "BUY", "free-yes", { price: 50, size: 100 });
  assert.equal(cash("ann"), 950);
});

test("an order that signed a lower rate than the market's is refused", () => {
  const { refusal, exchange } = charged();
  const order = (highestFeeRate: number, tokenId = "m-yes"): string =>
    refusal({
      type: "place-order",
      id: `signed ${highestFeeRate} ${tokenId}`,
      maker: "ann",
      owner: "ann",
      tokenId,
      side: "BUY",
      kind: "GTC",
      postOnly: false,
      expiresAt: 0,
      limit: ticks(1000),
      lots: lots(100),
      budget: undefined,
      highestFeeRate,
      apiKey: "key",
      signed: SIGNED,
    });
  assert.equal(order(699), "fee_rate_too_low");
  assert.equal(order(0, "free-yes"), "accepted");
  assert.equal(order(700), "accepted");
  assert.equal(order(1e77), "accepted");
  assert.equal(exchange.orders.size, 3);
});
