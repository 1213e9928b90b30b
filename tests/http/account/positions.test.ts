/** POST /positions/split, merge, redeem and convert: their results, and their refusals in each dialect. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { micros } from "../../../src/core/units.ts";
import { checksumAddress } from "../../../src/signing/address.ts";
import { answerSchema } from "../../../src/http/operation/endpoint.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { Errors } from "typebox/value";
import { closed } from "../../support/closed-schema.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { assertLedgerSums } from "./ledger-walk.ts";
import { assertRefused, CONDITION, DIALECTS, startWorld, YES, NO } from "./world.ts";
import type { Refused } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

const CITIES = ["oslo", "rome", "cork", "bern"];

before(async () => {
  exchange = await startWorld({ PRESAGE_AUTO_REDEEM: "false" });
  const markets = CITIES.map((name) => ({ name, negativeRisk: true }));
  await exchange.list(testListing(markets, { id: "8", slug: "cities", negativeRisk: true }));
  ann = await createTrader(exchange, "ann");
  ben = await createTrader(exchange, "ben");
});
after(() => exchange.close());

const post = (trader: Trader, path: string, body: unknown): Promise<Reply> =>
  trader.request("POST", path, { body });

/** The body of a success that is as documented, without its receipt, which is checked here. */
function accepted(reply: Reply, path: string) {
  assert.equal(reply.status, 200, reply.text);
  const found = tradingEndpoints("sandbox").find((one) => one.method === "POST" && one.path === path)!;
  assert.deepEqual(Errors(closed(answerSchema(found, "spec")), reply.body), []);
  const { transaction_hash: hash, sequence, ...body } = reply.body;
  const head = exchange.context.engine.head();
  assert.deepEqual([hash, sequence], [`0x${head.hash.toString("hex")}`, head.seq]);
  return body;
}

const both = (name: string, [first, second]: readonly [string, string]) => [
  { condition_id: hashOf(name), asset_id: tokenOf(`${name} yes`), outcome: "Yes", size: first },
  { condition_id: hashOf(name), asset_id: tokenOf(`${name} no`), outcome: "No", size: second },
];

test("a split turns collateral into sets, a merge turns them back", async () => {
  const address = ann.account.address;
  const split = await post(ann, "/positions/split", { conditionId: CONDITION, amount: "10.25" });
  assert.deepEqual(accepted(split, "/positions/split"), {
    condition_id: CONDITION,
    address,
    amount: "10.25",
    balance: "9989.75",
    positions: both("rain", ["10.25", "10.25"]),
  });
  const merge = await post(ann, "/positions/merge", {
    condition_id: CONDITION.toUpperCase().replace("0X", "0x"),
    amount: 4.2,
    address: ann.address,
  });
  assert.deepEqual(accepted(merge, "/positions/merge"), {
    condition_id: CONDITION,
    address,
    amount: "4.2",
    balance: "9993.95",
    positions: both("rain", ["6.05", "6.05"]),
  });
  await assertLedgerSums(ann);
});

test("what open orders hold is neither split nor merged", async () => {
  const { body: order } = await ann.place({ tokenId: YES, side: "SELL", price: "0.9", size: "6" });
  const merge = await post(ann, "/positions/merge", { conditionId: CONDITION, amount: "0.06" });
  assertRefused(merge, {
    status: 400,
    code: "insufficient_balance",
    error: "not enough balance / allowance",
  });
  await ann.cancel(order.orderID);
  assert.equal((await post(ann, "/positions/merge", { conditionId: CONDITION, amount: "0.05" })).status, 200);
  const bid = await ben.place({ tokenId: NO, side: "BUY", price: "0.01", size: "999999" });
  assert.equal(bid.status, 200, bid.text);
  const split = await post(ben, "/positions/split", { conditionId: CONDITION, amount: "0.02" });
  assertRefused(split, {
    status: 400,
    code: "insufficient_balance",
    error: "not enough balance / allowance",
  });
  assert.equal((await post(ben, "/positions/split", { conditionId: CONDITION, amount: "0.01" })).status, 200);
  await ben.cancel(bid.body.orderID);
});

test("a redemption pays for all shares, once, and losing ones nothing", async () => {
  await exchange.list(testListing([{ name: "frost" }], { id: "9", slug: "frost" }));
  const path = "/positions/redeem";
  const body = { conditionId: hashOf("frost") };
  await post(ann, "/positions/split", { ...body, amount: "30" });
  await ann.place({ tokenId: tokenOf("frost no"), side: "SELL", price: "0.4", size: "10" });
  await ben.place({ tokenId: tokenOf("frost no"), side: "BUY", price: "0.4", size: "10" });
  await exchange.submit({ type: "resolve-market", conditionId: body.conditionId, payout: [1, 0] });
  const had = (await ann.request("GET", "/balances")).body.data[0].collateral.balance;
  assert.deepEqual(accepted(await post(ann, path, body), path), {
    condition_id: body.conditionId,
    address: ann.account.address,
    paid: "30",
    redeemed: ["30", "20"],
    balance: String((Number(had) * 100 + 3000) / 100),
    positions: both("frost", ["0", "0"]),
  });
  const lost = accepted(await post(ben, path, { condition_id: body.conditionId }), path);
  assert.deepEqual([lost.paid, lost.redeemed], ["0", ["0", "10"]]);
  const again = await post(ann, path, body);
  assertRefused(again, { status: 400, code: "nothing_to_redeem", error: "nothing to redeem" });
  await assertLedgerSums(ann);
  await assertLedgerSums(ben);
});

test("a conversion turns NO shares of some markets into YES shares of the others, and collateral", async () => {
  const path = "/positions/convert";
  for (const name of ["oslo", "rome"])
    await post(ann, "/positions/split", { conditionId: hashOf(name), amount: "20" });
  const had = (await ann.request("GET", "/balances")).body.data[0].collateral.balance;
  const conditionIds = [hashOf("oslo"), hashOf("rome")];
  const converted = accepted(await post(ann, path, { conditionIds, amount: "7.5" }), path);
  assert.deepEqual(converted, {
    condition_ids: conditionIds,
    address: ann.account.address,
    amount: "7.5",
    paid: "7.5",
    received: [hashOf("cork"), hashOf("bern")],
    balance: String((Number(had) * 100 + 750) / 100),
    positions: [
      ...both("oslo", ["20", "12.5"]),
      ...both("rome", ["20", "12.5"]),
      ...both("cork", ["7.5", "0"]),
      ...both("bern", ["7.5", "0"]),
    ],
  });
  await assertLedgerSums(ann);
  const one = accepted(await post(ann, path, { conditionIds: [hashOf("oslo")], amount: 1 }), path);
  assert.deepEqual([one.paid, one.received], ["0", ["rome", "cork", "bern"].map(hashOf)]);
  await assertLedgerSums(ann);
});

test("a wallet of the caller's own stands where it is named, and no other", async () => {
  const safe = walletOf("safe");
  await exchange.submit({
    type: "open-account",
    address: safe,
    owner: ann.address,
    credit: micros(50_000_000),
  });
  const body = { conditionId: CONDITION, amount: "20", address: safe };
  const split = accepted(await post(ann, "/positions/split", body), "/positions/split");
  assert.deepEqual([split.address.toLowerCase(), split.balance], [safe, "30"]);
  for (const path of ["split", "merge", "redeem"]) {
    const taken = await post(
      ben,
      `/positions/${path}`,
      path === "redeem" ? { conditionId: hashOf("done"), address: safe } : body,
    );
    assertRefused(taken, {
      status: 400,
      code: "wallet_taken",
      error: "the wallet belongs to another signer",
    });
    const address = walletOf("nobody");
    const unknown = await post(
      ben,
      `/positions/${path}`,
      path === "redeem" ? { conditionId: hashOf("done"), address } : { ...body, address },
    );
    assertRefused(unknown, { status: 404, code: "unknown_account", error: "account not found" });
  }
  await assertLedgerSums(ann);
});

type Case = {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly expected: Refused;
  readonly polymarket?: string;
  readonly kuest?: string;
};

const PAYLOAD = { status: 400, code: "invalid_payload", error: "invalid payload" } as const;
const refusedSets = (path: string): Case[] => [
  {
    path,
    body: { conditionId: hashOf("nothing") },
    expected: { status: 404, code: "unknown_market", error: "market not found" },
    kuest: "condition is not registered",
  },
  {
    path,
    body: { conditionId: hashOf("draft") },
    expected: { status: 400, code: "market_not_open", error: "market not yet accepting orders" },
    polymarket: "the market is not yet ready to process new orders",
  },
  {
    path,
    body: { conditionId: hashOf("done") },
    expected: { status: 400, code: "market_closed", error: "the market is closed" },
  },
];
const CASES: readonly Case[] = [
  ...refusedSets("/positions/split"),
  ...refusedSets("/positions/merge"),
  {
    path: "/positions/redeem",
    body: { conditionId: CONDITION },
    expected: { status: 409, code: "market_not_resolved", error: "the market is not resolved" },
  },
  {
    path: "/positions/redeem",
    body: { conditionId: hashOf("done") },
    expected: { status: 400, code: "nothing_to_redeem", error: "nothing to redeem" },
  },
  {
    path: "/positions/convert",
    body: { conditionIds: [CONDITION] },
    expected: { status: 400, code: "not_negative_risk", error: "not negative-risk markets of one event" },
  },
  {
    path: "/positions/convert",
    body: { conditionIds: [hashOf("neg"), hashOf("oslo")] },
    expected: { status: 400, code: "not_negative_risk", error: "not negative-risk markets of one event" },
  },
  {
    path: "/positions/convert",
    body: { conditionIds: [] },
    expected: { status: 400, code: "conversion_empty", error: "nothing to convert" },
  },
  {
    path: "/positions/convert",
    body: { conditionIds: [hashOf("oslo"), hashOf("oslo")] },
    expected: { status: 400, code: "conversion_empty", error: "nothing to convert" },
  },
  {
    path: "/positions/convert",
    body: { conditionIds: [hashOf("cork")] },
    expected: { status: 400, code: "insufficient_balance", error: "not enough balance / allowance" },
    polymarket:
      "not enough balance / allowance: the balance is not enough -> balance: 0, sum of active orders: 0, order amount: 1000000",
  },
];

for (const dialect of DIALECTS) {
  for (const { path, body, expected, ...texts } of CASES) {
    test(`${dialect}: ${path} ${JSON.stringify(body)} is ${expected.code}`, async () => {
      const amount = path === "/positions/redeem" ? {} : { amount: "1" };
      const reply = await ben.request("POST", path, { dialect, body: { ...amount, ...body } });
      const error = dialect === "spec" ? expected.error : (texts[dialect] ?? expected.error);
      assertRefused(reply, { ...expected, error });
    });
  }
}

for (const path of ["/positions/split", "/positions/merge", "/positions/convert"]) {
  test(`${path} refuses what is no amount of shares, and says what would be`, async () => {
    const markets = path.endsWith("convert")
      ? { conditionIds: [hashOf("oslo")] }
      : { conditionId: CONDITION };
    const reply = await post(ann, path, { ...markets, amount: "1.005" });
    assertRefused(reply, PAYLOAD);
    assert.match(reply.body.hint, /got "1.005"; nearest: 1 or 1.01$/);
  });
}

test("a mistyped wallet and two conditions are refused", async () => {
  const mistyped = await post(ann, "/positions/split", {
    conditionId: CONDITION,
    amount: "1",
    address: checksumAddress(ann.address).replace(/[a-f]/, (letter) => letter.toUpperCase()),
  });
  assertRefused(mistyped, PAYLOAD);
  assert.match(mistyped.body.hint, new RegExp(`expected ${checksumAddress(ann.address)}, or lower case`));
  const two = { conditionId: CONDITION, condition_id: hashOf("oslo"), amount: "1" };
  assertRefused(await post(ann, "/positions/split", two), PAYLOAD);
});

test("after one market of the event won, nothing is left to convert", async () => {
  const conditionId = hashOf("oslo");
  await exchange.submit({ type: "resolve-market", conditionId, payout: [1, 0] });
  const decided = { conditionIds: [hashOf("rome")], amount: "1" };
  assertRefused(await post(ann, "/positions/convert", decided), {
    status: 409,
    code: "event_decided",
    error: "the event is decided",
  });
  assert.equal((await post(ann, "/positions/redeem", { conditionId })).body.paid, "20");
  await assertLedgerSums(ann);
});
