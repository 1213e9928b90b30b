/** Fees as clients meet them: announced with the token and the market, charged to the lot, shown on trades. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FEE_ACCOUNT } from "../../../src/core/ledger/fees.ts";
import type { FeeSchedule } from "../../../src/core/markets/market-terms.ts";
import { collateralText } from "../../../src/core/units.ts";
import { hashOf, testListing, tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { assertAnswer } from "../reads/matches-answer.ts";
import { assertLedgerSums, baseUnits } from "./ledger-walk.ts";
import { assertRefused, startWorld } from "./world.ts";

const SCHEDULES: Record<string, FeeSchedule> = {
  taken: { rate: 700, exponent: 1, takerOnly: true },
  shared: { rate: 400, exponent: 2, takerOnly: false },
};

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  exchange = await startWorld();
  const markets = Object.entries(SCHEDULES).map(([name, fees]) => ({ name, fees }));
  await exchange.list(testListing(markets, { id: "8", slug: "charged" }));
  ann = await createTrader(exchange, "ann");
  ben = await createTrader(exchange, "ben");
});
after(() => exchange.close());

test("the rate stands with the token and with the market", async () => {
  for (const [name, { rate, exponent, takerOnly }] of Object.entries(SCHEDULES)) {
    const reply = await exchange.get(`/fee-rate?token_id=${tokenOf(`${name} no`)}`);
    assertAnswer(reply, "GET", "/fee-rate");
    assert.deepEqual(reply.body, {
      base_fee: rate,
      fee_schedule: { rate: rate / 10_000, exponent, takerOnly },
      fd: { r: rate / 10_000, e: exponent, to: takerOnly },
    });
    const { maker_base_fee: maker, taker_base_fee: taker } = (await exchange.get(`/markets/${hashOf(name)}`))
      .body;
    assert.deepEqual([taker, maker], [rate, takerOnly ? 0 : rate]);
  }
});

type Fill = {
  readonly market: string;
  readonly side: "BUY" | "SELL";
  readonly price: string;
  readonly size: string;
  /** Fees of both sides, by the formula and by hand. */
  readonly takerFee: string;
  readonly makerFee: string;
};

const FILLS: readonly Fill[] = [
  // 100 x 0.07 x 0.5 x 0.5.
  { market: "taken", side: "BUY", price: "0.5", size: "100", takerFee: "1.75", makerFee: "0" },
  { market: "taken", side: "SELL", price: "0.5", size: "100", takerFee: "1.75", makerFee: "0" },
  // 10 x 0.07 x 0.03 x 0.97 = 0.02037.
  { market: "taken", side: "BUY", price: "0.03", size: "10", takerFee: "0.02037", makerFee: "0" },
  // 1.01 x 0.07 x 0.99 x 0.01 = 0.00069993 rounds to five places.
  { market: "taken", side: "SELL", price: "0.99", size: "1.01", takerFee: "0.0007", makerFee: "0" },
  // 20 x 0.04 x (0.5 x 0.5)^2 = 0.05.
  { market: "shared", side: "BUY", price: "0.5", size: "20", takerFee: "0.05", makerFee: "0.05" },
  { market: "shared", side: "SELL", price: "0.5", size: "20", takerFee: "0.05", makerFee: "0.05" },
  // 7 x 0.04 x (0.9 x 0.1)^2 = 0.002268.
  { market: "shared", side: "BUY", price: "0.9", size: "7", takerFee: "0.00227", makerFee: "0.00227" },
];

async function balanceOf(trader: Trader): Promise<bigint> {
  const [wallet] = (await trader.request("GET", "/balances")).body.data;
  return baseUnits(wallet.collateral.balance);
}

const feesTaken = (): bigint =>
  BigInt(exchange.context.engine.exchange.accountByAddress.get(FEE_ACCOUNT)?.collateral ?? 0);

for (const { market, side, price, size, takerFee, makerFee } of FILLS) {
  test(`${side} ${size} at ${price} in ${market}: the taker pays ${takerFee}, the maker ${makerFee}`, async () => {
    for (const trader of [ann, ben])
      await trader.request("POST", "/positions/split", {
        body: { conditionId: hashOf(market), amount: size },
      });
    const had = { taker: await balanceOf(ben), maker: await balanceOf(ann), fees: feesTaken() };
    const tokenId = tokenOf(`${market} yes`);
    const placed = await ann.place({ tokenId, side: side === "BUY" ? "SELL" : "BUY", price, size });
    assert.equal(placed.status, 200, placed.text);
    const taken = await ben.place({ tokenId, side, price, size });
    assert.equal(taken.body.status, "matched", taken.text);
    const [trade] = (await ben.request("GET", `/data/trades?id=${taken.body.tradeIDs[0]}`)).body.data;
    const [maker] = trade.maker_orders;
    const rate = String(SCHEDULES[market]!.rate);
    assert.deepEqual([trade.fee, trade.fee_rate_bps], [takerFee, rate]);
    assert.deepEqual([maker.fee, maker.fee_rate_bps], [makerFee, makerFee === "0" ? "0" : rate]);
    const value = (baseUnits(price) * baseUnits(size)) / 1_000_000n;
    const sign = side === "BUY" ? -1n : 1n;
    const [paid, charged] = [baseUnits(takerFee), baseUnits(makerFee)];
    assert.equal((await balanceOf(ben)) - had.taker, sign * value - paid);
    assert.equal((await balanceOf(ann)) - had.maker, -sign * value - charged);
    assert.equal(feesTaken() - had.fees, paid + charged);
  });
}

test("the fees are among what the exchange proves to have", async () => {
  const { body } = await exchange.get("/proof/solvency");
  assert.deepEqual([body.solvent, baseUnits(body.fees)], [true, feesTaken()]);
  const sql = await exchange.context.sql();
  const stored = await sql`
    select sum(taker_fee + maker_fee)::bigint as fees from trades`;
  assert.equal(collateralText(stored[0]!["fees"]), body.fees);
  await assertLedgerSums(ann);
  await assertLedgerSums(ben);
});

const BANNED = [
  ["spec", 403, "user_banned"],
  ["kuest", 403, "user_banned"],
  ["polymarket", 400, "ADDRESS"],
] as const;
for (const [dialect, status, text] of BANNED) {
  test(`${dialect}: orders of a banned owner are refused, what it has stays its own`, async () => {
    const cleo = await createTrader(exchange, `cleo ${dialect}`);
    await exchange.submit({ type: "ban", address: cleo.address });
    const order = { tokenId: tokenOf("taken yes"), side: "BUY", price: "0.5", size: "10" } as const;
    const error = text === "ADDRESS" ? `'${cleo.address}' address banned` : text;
    assertRefused(await cleo.place(order, { dialect }), { status, code: "user_banned", error }, true);
    assert.equal((await cleo.request("POST", "/withdrawals", { body: { amount: "10000" } })).status, 200);
    await exchange.submit({ type: "unban", address: cleo.address });
    assert.equal((await cleo.place(order, { dialect })).body.code, "insufficient_balance");
  });
}
