/** GET /order-scoring and POST /orders-scoring: the caller's orders, as the last commit left the book. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { hashOf, startTestExchange, testListing, tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { OrderTerms, Trader } from "../../support/trader.ts";
import { assertRefused, DIALECTS } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

const PAID = tokenOf("paid yes");
const UNPAID = tokenOf("unpaid yes");
const rates = [{ assetAddress: `0x${"12".repeat(20)}`, dailyRate: 10 }];

before(async () => {
  exchange = await startTestExchange({ endpoints: tradingEndpoints("sandbox") });
  await exchange.list(
    testListing([{ name: "paid", rewards: { rates, minSize: 20, maxSpread: 3 } }, { name: "unpaid" }]),
  );
  ann = await createTrader(exchange, "ann");
  ben = await createTrader(exchange, "ben");
});
after(() => exchange.close());

async function rest(trader: Trader, terms: Partial<OrderTerms>): Promise<string> {
  const reply = await trader.place({ tokenId: PAID, side: "BUY", price: "0.49", size: "20", ...terms });
  assert.equal(reply.body.status, "live", reply.text);
  return reply.body.orderID;
}

async function scoring(id: string, dialect: Dialect = "spec"): Promise<boolean> {
  const reply = await ann.request("GET", `/order-scoring?order_id=${encodeURIComponent(id)}`, { dialect });
  assert.deepEqual([reply.status, Object.keys(reply.body)], [200, ["scoring"]]);
  const many = await ann.request("POST", "/orders-scoring", { body: [id, id], dialect });
  assert.deepEqual([many.status, many.body], [200, { [id]: reply.body.scoring }]);
  return reply.body.scoring;
}

for (const dialect of DIALECTS) {
  test(`${dialect}: an order scores from its fourth second on, until it is cancelled`, async () => {
    const id = await rest(ann, {});
    const against = await rest(ben, { tokenId: tokenOf("paid no"), price: "0.48" });
    exchange.clock.now += 3_499;
    assert.equal(await scoring(id, dialect), false);
    exchange.clock.now += 1;
    assert.equal(await scoring(id, dialect), true);
    assert.equal(await scoring(`0x${id.slice(2).toUpperCase()}`, dialect), true);
    // Not to who did not place it, nor beside what is none.
    for (const other of [against, hashOf("no order"), "x", "__proto__"])
      assert.equal(await scoring(other, dialect), false);
    await exchange.submit({ type: "pause-market", conditionId: hashOf("paid") });
    assert.equal(await scoring(id, dialect), false);
    await exchange.submit({ type: "resume-market", conditionId: hashOf("paid") });
    assert.equal(await scoring(id, dialect), true);
    await ben.cancel(against);
    assert.equal(await scoring(id, dialect), false);
    await rest(ben, { tokenId: tokenOf("paid no"), price: "0.48" });
    await ann.cancel(id);
    assert.equal(await scoring(id, dialect), false);
    await ben.request("DELETE", "/cancel-all");
  });

  test(`${dialect}: what is asked wrongly`, async () => {
    const bad = { status: 400, code: "invalid_payload", error: /nvalid payload/ } as const;
    const many = Array.from({ length: 501 }, (_, index) => hashOf(String(index)));
    for (const body of [[null], many])
      assertRefused(await ann.request("POST", "/orders-scoring", { body, dialect }), bad);
    assert.deepEqual((await ann.request("POST", "/orders-scoring", { body: [], dialect })).body, {});
  });
}

test("many orders at once: too small, too far, without rewards, another's", async () => {
  const good = await rest(ann, {});
  const small = await rest(ann, { size: "19.99" });
  const far = await rest(ann, { price: "0.45" });
  const unpaid = await rest(ann, { tokenId: UNPAID });
  const foreign = await rest(ben, { tokenId: tokenOf("paid no"), price: "0.48" });
  exchange.clock.now += 5_000;
  const reply = await ann.request("POST", "/orders-scoring", { body: [good, small, far, unpaid, foreign] });
  assert.deepEqual(reply.body, {
    [good]: true,
    [small]: false,
    [far]: false,
    [unpaid]: false,
    [foreign]: false,
  });
  // Partly filled, what is left is too small.
  const taken = await ben.place({ tokenId: tokenOf("paid no"), side: "BUY", price: "0.51", size: "1" });
  assert.equal(taken.body.status, "matched");
  assert.equal(await scoring(good), false);
});
