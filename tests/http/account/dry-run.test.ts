/** POST /order?dry_run=true: says what placing the order would do, and leaves everything as it was. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DryRunAnswer } from "../../../src/http/trading/orders/place-orders.ts";
import { deriveWallets } from "../../../src/signing/orders/contract-wallet.ts";
import { Errors } from "typebox/value";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { OrderTerms, PlacementOptions, Trader, WireOrder } from "../../support/trader.ts";
import { assertRefused, DIALECTS, NO, snapshot, startWorld, YES, startTraders } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  ({ exchange, ann, ben } = await startTraders({ PRESAGE_SELF_TRADE: "cancel-resting" }));
  await ben.place({ tokenId: NO, side: "BUY", price: "0.4", size: "20" });
});
after(() => exchange.close());

const proxyOf = (trader: Trader): string => deriveWallets(1, trader.address)[0]!.wallet;

type Payload = { readonly order: WireOrder; readonly options?: PlacementOptions };

/** Tries an order, and checks that nothing was done and that the answer has its documented shape. */
async function tried(trader: Trader, { order, options = {} }: Payload): Promise<Reply> {
  const untouched = await snapshot(exchange);
  const { orderType = "GTC", owner = trader.credentials.apiKey, postOnly, ...rest } = options;
  const body = { order, owner, orderType, ...(postOnly !== undefined && { postOnly }) };
  const reply = await trader.request("POST", "/order?dry_run=true", { ...rest, body });
  assert.deepEqual(await snapshot(exchange), untouched);
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual([...Errors(DryRunAnswer, reply.body)], []);
  return reply;
}

const buy: OrderTerms = { tokenId: YES, side: "BUY", price: "0.3", size: "10" };

test("an order that would rest, and then does", async () => {
  const { order, id } = await ann.sign(buy);
  const { body } = await tried(ann, { order });
  const would = { status: "live", orderID: id, takingAmount: "", makingAmount: "", fills: [], canceled: [] };
  assert.deepEqual([body.ok, body.first_wrong, body.refusal, body.would], [true, null, null, would]);
  assert.ok(body.checks.every(({ ok }: { ok: boolean }) => ok));
  const placed = await ann.post(order);
  assert.deepEqual([placed.status, placed.body.status, placed.body.orderID], [200, "live", id]);
  await ann.cancel(id);
});

test("an order that would fill, as it then does", async () => {
  const { order } = await ann.sign({ ...buy, price: "0.7", size: "5" });
  const { body } = await tried(ann, { order });
  assert.deepEqual(body.would.fills, [{ price: "0.6", size: "5" }]);
  const placed = await ann.post(order);
  const { status, takingAmount, makingAmount } = placed.body;
  assert.deepEqual(
    [body.would.status, body.would.takingAmount, body.would.makingAmount],
    [status, takingAmount, makingAmount],
  );
  assert.deepEqual([status, takingAmount, makingAmount], ["matched", "5", "3"]);
});

test("the owner's own orders that would be taken out", async () => {
  const own = (await ann.place({ tokenId: NO, side: "BUY", price: "0.5", size: "4" })).body.orderID;
  const { order } = await ann.sign({ ...buy, price: "0.55", size: "4" });
  const { body } = await tried(ann, { order });
  assert.deepEqual([body.would.status, body.would.canceled], ["live", [own]]);
  await ann.cancel(own);
});

test("the checks walk from the payload to the fill, with what was expected and what came", async () => {
  const { order } = await ann.sign(buy);
  const { body } = await tried(ann, { order });
  const got = Object.fromEntries(
    body.checks.map((one: { check: string; got: string; expected: string }) => [
      one.check,
      `${one.got} / ${one.expected}`,
    ]),
  );
  assert.deepEqual(
    Object.keys(got),
    "payload,amounts,owner,token,condition,signature form,signer,maker,domain and chain,signature,money,price,size,exchange,new,market state,order type,expiration,age,minimum,fee rate,ban,account,order group,replaced order,balance,post-only,fill,open orders".split(
      ",",
    ),
  );
  assert.equal(got["price"], "0.3 / 0.01 to 0.99 in steps of 0.01");
  assert.equal(got["minimum"], "10 / at least 1 shares");
  assert.equal(got["market state"], "active / active");
  assert.match(got["balance"]!, /^balance [0-9.]+, held 0 \/ 3 of collateral$/);
});

const REFUSED: readonly [check: string, terms: Partial<OrderTerms>, options?: PlacementOptions][] = [
  ["owner", {}, { owner: "somebody" }],
  ["token", { tokenId: "12345" }],
  ["domain and chain", { domain: "polymarket-v2-137-neg" }],
  ["signer", { signer: "0x00000000000000000000000000000000000000b0" }],
  ["price", { makerAmount: "3050000", takerAmount: "10000000" }],
  ["size", { makerAmount: "3001500", takerAmount: "10005000" }],
  ["minimum", { size: "0.5" }],
  ["order type", {}, { orderType: "FOK", postOnly: true }],
  ["expiration", { expiration: "1" }, { orderType: "GTD" }],
  ["balance", { size: "1000000" }],
  ["post-only", { price: "0.6" }, { postOnly: true }],
  ["fill", { price: "0.6", size: "5000" }, { orderType: "FOK" }],
];

for (const dialect of DIALECTS)
  for (const [check, terms, options] of REFUSED)
    test(`${dialect}: ${check}: the refusal is the one that the order then gets`, async () => {
      const { order } = await ann.sign({ ...buy, ...terms });
      const { body } = await tried(ann, { order, options: { ...options, dialect } });
      assert.deepEqual([body.ok, body.first_wrong, body.would], [false, check, null], JSON.stringify(body));
      assert.equal(body.checks.at(-1).check, check);
      const { status, body: refused } = await ann.post(order, { ...options, dialect });
      const { error, code, hint } = refused;
      assert.deepEqual(body.refusal, { status, error, code, hint });
    });

test("the same order again: new it is not, and what becomes of it is the dialect's", async () => {
  const { order, id } = await ann.sign({ ...buy, price: "0.01" });
  assert.equal((await ann.post(order)).status, 200);
  const repeated = await tried(ann, { order, options: { dialect: "kuest" } });
  assert.deepEqual([repeated.body.first_wrong, repeated.body.refusal.code], ["new", "duplicate_order"]);
  const { code, error } = (await ann.post(order, { dialect: "kuest" })).body;
  assert.deepEqual([repeated.body.refusal.code, repeated.body.refusal.error], [code, error]);
  const plain = (await tried(ann, { order })).body;
  assert.deepEqual([plain.first_wrong, plain.refusal, plain.would], ["new", null, null]);
  await ann.cancel(id);
});

test("a wallet's first order is tried with the funds that it would bring, and opens nothing", async () => {
  const maker = proxyOf(ben);
  const accounts = exchange.context.engine.exchange.accountByAddress;
  const first = await ben.sign({ ...buy, maker, signatureType: 1 });
  const { body } = await tried(ben, { order: first.order });
  assert.deepEqual([body.ok, body.would.status], [true, "live"]);
  assert.equal(accounts.has(maker), false);
  const sale = await ben.sign({ ...buy, side: "SELL", maker, signatureType: 1 });
  assert.equal((await tried(ben, { order: sale.order })).body.checks.at(-1).mistake, "balance_too_small");
  const large = await ben.sign({ ...buy, size: "40000", maker, signatureType: 1 });
  assert.match(
    (await tried(ben, { order: large.order })).body.refusal.hint,
    /balance 10000, .* needed 12000/,
  );
  assert.equal((await ben.post(first.order)).status, 200);
  assert.equal(accounts.has(maker), true);
});

test("dry_run is true or false, once; false places the order", async () => {
  const { order, id } = await ann.sign(buy);
  const body = { order, owner: ann.credentials.apiKey, orderType: "GTC" };
  for (const query of ["dry_run=maybe", "dry_run=-1", "dry_run=true&dry_run=true"]) {
    const { status, body: answer } = await ann.request("POST", `/order?${query}`, { body });
    assert.deepEqual([status, answer.code], [400, "invalid_payload"], query);
  }
  const placed = await ann.request("POST", "/order?dry_run=false", { body });
  assert.deepEqual([placed.status, placed.body.orderID], [200, id]);
  await ann.cancel(id);
});

test("there is none of several orders: none of them is placed", async () => {
  const { order } = await ann.sign(buy);
  const untouched = await snapshot(exchange);
  const body = [{ order, owner: ann.credentials.apiKey, orderType: "GTC" }];
  const { status, body: refused } = await ann.request("POST", "/orders?dry_run=true", { body });
  assert.deepEqual([status, refused.code], [400, "dry_run_refused"]);
  assert.deepEqual(await snapshot(exchange), untouched);
});

test("outside the sandbox it is refused, and nothing is placed", async () => {
  const production = await startWorld({ PRESAGE_MODE: "production", PRESAGE_MASTER_KEY: "5e".repeat(32) });
  try {
    const cleo = await createTrader(production, "cleo");
    await production.open(cleo.address, "100");
    const { order } = await cleo.sign(buy);
    const sql = await production.context.sql();
    const untouched = await sql`select count(*) from orders`;
    const body = { order, owner: cleo.credentials.apiKey, orderType: "GTC" };
    const refused = await cleo.request("POST", "/order?dry_run=true", { body });
    assertRefused(refused, { status: 400, code: "dry_run_refused", error: "dry_run is not available" }, true);
    assert.deepEqual(await sql`select count(*) from orders`, untouched);
    assert.equal((await cleo.post(order)).status, 200);
  } finally {
    await production.close();
  }
});
