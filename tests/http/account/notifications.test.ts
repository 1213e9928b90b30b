/** GET and DELETE /notifications: events that an owner did not cause, until they are read or two days old. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lots } from "../../../src/core/units.ts";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { listNotifications } from "../../../src/http/trading/account/notifications.ts";
import { answeredBy } from "../../support/documented-answers.ts";
import { hashOf, tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { CONDITION, DIALECTS, NO, startWorld, YES } from "./world.ts";

// oxlint-disable-next-line typescript/no-explicit-any
type Notification = any;

const HOUR_MS = 3_600_000;
let exchange: TestExchange;

before(async () => {
  exchange = await startWorld();
});
after(() => exchange.close());

const PATH = "/notifications";

async function told(trader: Trader, dialect: Dialect = "spec"): Promise<Notification[]> {
  const reply = await trader.request("GET", `${PATH}?signature_type=0`, { dialect });
  return answeredBy([listNotifications])(reply, PATH, dialect);
}

const drop = (trader: Trader, ids: string, dialect: Dialect = "spec") =>
  trader.request("DELETE", `${PATH}?ids=${ids}`, { dialect });
const reasons = (all: Notification[]): string[] =>
  all.map(({ type, payload }) => `${type} ${payload.reason ?? ""}`);

test("a fill tells whose order rested, with what clients show of it", async () => {
  const [ann, ben] = [await createTrader(exchange, "resting"), await createTrader(exchange, "coming")];
  const { body: order } = await ann.place({ tokenId: NO, side: "BUY", price: "0.6", size: "10" });
  const { body: taken } = await ben.place({ tokenId: YES, side: "BUY", price: "0.4", size: "4" });
  assert.deepEqual(await told(ben), []);
  for (const dialect of DIALECTS) {
    const [fill, ...more] = await told(ann, dialect);
    assert.deepEqual(more, []);
    const { id, payload, ...rest } = fill;
    assert.ok(Number.isSafeInteger(id));
    assert.deepEqual(rest, { type: 2, owner: ann.credentials.apiKey, timestamp: exchange.clock.now });
    assert.deepEqual(payload, {
      order_id: order.orderID,
      owner: ann.credentials.apiKey,
      market: CONDITION,
      condition_id: CONDITION,
      asset_id: NO,
      outcome: "No",
      outcome_index: 1,
      side: "BUY",
      type: "GTC",
      price: "0.6",
      original_size: "10",
      matched_size: "4",
      remaining_size: "6",
      trade_id: taken.tradeIDs[0],
      transaction_hash: taken.transactionsHashes[0],
      reason: "",
      question: payload.question,
      market_slug: payload.market_slug,
      icon: "",
      image: "",
      eventSlug: "test-event",
      seriesSlug: "",
    });
  }
});

test("orders that were taken out are told, but not those that their owner or their kind ended", async () => {
  const [ann, ben] = [await createTrader(exchange, "ended"), await createTrader(exchange, "banned")];
  const terms = { tokenId: tokenOf("wind yes"), side: "BUY", price: "0.2", size: "5" } as const;
  const expiration = String(exchange.clock.now / 1000 + 300);
  await ann.place({ ...terms, expiration }, { orderType: "GTD" });
  const { body: canceled } = await ann.place(terms);
  await ann.cancel(canceled.orderID);
  await ben.place({ ...terms, tokenId: tokenOf("wind no"), price: "0.8", size: "2" });
  await ben.place({ ...terms, tokenId: tokenOf("wind no"), price: "0.5", size: "1" });
  const { body: partly } = await ann.place({ ...terms, price: "0.5" }, { orderType: "FAK" });
  assert.equal(partly.takingAmount, "1");
  assert.deepEqual(reasons(await told(ann)), ["2 "]);
  await exchange.wait(300_000);
  const [expired] = await told(ann);
  assert.deepEqual(reasons(await told(ann)), ["1 expired", "2 "]);
  const { payload } = expired;
  assert.deepEqual(
    [payload.price, payload.matched_size, payload.remaining_size, payload.trade_id, payload.type],
    ["0.2", "2", "3", "", "GTD"],
  );
  assert.equal(payload.transaction_hash, `0x${"0".repeat(64)}`);

  await ben.place(terms);
  await exchange.submit({ type: "take-out-orders", address: ben.address });
  assert.deepEqual(reasons(await told(ben)), ["1 by-operator", "2 "]);
  await exchange.wait(1000);
  await ben.place(terms);
  await exchange.submit({ type: "ban", address: ben.address });
  assert.deepEqual(reasons(await told(ben)), ["1 banned", "1 by-operator", "2 "]);
});

test("a resolution is told to whoever has or had shares, and takes out what rests there", async () => {
  const [ann, ben] = [await createTrader(exchange, "holder"), await createTrader(exchange, "bidder")];
  const conditionId = hashOf("fine");
  const { address } = ann;
  await exchange.submit({ type: "split", address, owner: address, conditionId, lots: lots(1000) });
  await exchange.submit({ type: "merge", address, owner: address, conditionId, lots: lots(1000) });
  await ben.place({ tokenId: tokenOf("fine yes"), side: "BUY", price: "0.2", size: "5" });
  await exchange.wait(1000);
  await exchange.submit({ type: "resolve-market", conditionId, payout: [0, 1] });
  assert.deepEqual(reasons(await told(ben)), ["1 market-resolved"]);
  for (const dialect of DIALECTS) {
    const [{ type, owner, timestamp, payload }, ...more] = await told(ann, dialect);
    assert.deepEqual(more, []);
    assert.deepEqual([type, owner, timestamp], [4, ann.credentials.apiKey, exchange.clock.now]);
    assert.deepEqual(
      [payload.condition_id, payload.eventSlug, payload.closed],
      [conditionId, "test-event", true],
    );
    assert.deepEqual(
      payload.tokens.map(({ winner }: { winner: boolean }) => winner),
      [false, true],
    );
    const { body: market } = await exchange.get(`/markets/${conditionId}`, dialect);
    assert.deepEqual(payload, { ...market, eventSlug: "test-event" });
  }
  await exchange.submit({ type: "undo-resolution", conditionId });
  assert.deepEqual(await told(ann), []);
});

for (const dialect of DIALECTS) {
  test(`${dialect}: what is read is told no more, and nobody reads for another`, async () => {
    const [ann, ben] = [
      await createTrader(exchange, `drops ${dialect}`),
      await createTrader(exchange, `fills ${dialect}`),
    ];
    await ann.place({ tokenId: NO, side: "BUY", price: "0.61", size: "15" });
    for (const size of ["4", "5", "6"]) await ben.place({ tokenId: YES, side: "BUY", price: "0.39", size });
    const ids = async () => (await told(ann, dialect)).map(({ id }) => id as number);
    const [last, middle, first, ...more] = await ids();
    assert.deepEqual([more, first! < middle! && middle! < last!], [[], true]);
    assert.equal((await drop(ben, `${first},${middle}`, dialect)).body, "OK");
    assert.equal((await drop(ann, "1,2,4,9007199254740991,3,5,8,16", dialect)).body, "OK");
    assert.deepEqual(await ids(), [last, middle, first]);
    assert.equal((await drop(ann, `${middle},7,${middle}`, dialect)).body, "OK");
    assert.equal((await drop(ann, `${middle}`, dialect)).body, "OK");
    assert.deepEqual(await ids(), [last, first]);
    assert.equal((await drop(ann, `${first},${last}`, dialect)).body, "OK");
    assert.deepEqual(await ids(), []);
    const sql = await exchange.context.sql();
    const kept = await sql`
      select notification from dropped_notifications where address in (${ann.address}, ${ben.address})`;
    assert.equal(kept.length, 3);
  });

  test(`${dialect}: ids that are none are refused`, async () => {
    const ann = await createTrader(exchange, `bad ${dialect}`);
    const many = Array.from({ length: 501 }, (_none, index) => index + 1).join(",");
    for (const ids of [
      "",
      "x",
      "1,x",
      "0",
      "-1",
      "1.5",
      "9007199254740992",
      "1%00",
      "1;drop table orders",
      many,
    ]) {
      const { status, body } = await drop(ann, ids, dialect);
      assert.deepEqual([status, body.code], [400, "invalid_payload"], ids);
    }
  });
}

test("the orders of all wallets that an owner signs for are told to it", async () => {
  const [ann, ben] = [await createTrader(exchange, "signer"), await createTrader(exchange, "counter")];
  const maker = `0x${"d3".repeat(20)}`;
  const placed = await ann.place({
    tokenId: NO,
    side: "BUY",
    price: "0.62",
    size: "5",
    signatureType: 3,
    maker,
  });
  assert.equal(placed.status, 200, placed.text);
  await ben.place({ tokenId: YES, side: "BUY", price: "0.38", size: "5" });
  assert.deepEqual(
    (await told(ann)).map(({ payload }) => payload.order_id),
    [placed.body.orderID],
  );
});

test("at most 500 are told, the latest first, and none that is two days old", async () => {
  const [ann, ben] = [await createTrader(exchange, "busy"), await createTrader(exchange, "taking")];
  const price = "0.3";
  await exchange.place({ account: ann.address, tokenId: NO, side: "BUY", price: "0.7", size: "510" });
  for (let fill = 0; fill < 510; fill += 1)
    await exchange.place({ account: ben.address, tokenId: YES, side: "BUY", price, size: "1" });
  await exchange.wait(HOUR_MS);
  const { body: late } = await ann.place({ tokenId: NO, side: "BUY", price: "0.7", size: "1" });
  await exchange.place({ account: ben.address, tokenId: YES, side: "BUY", price, size: "1" });
  const all = await told(ann);
  assert.equal(all.length, 500);
  assert.equal(all[0].payload.order_id, late.orderID);
  assert.deepEqual(
    all.map(({ id }) => id),
    all.map(({ id }) => id).toSorted((a, b) => b - a),
  );
  await drop(ann, all.map(({ id }) => id).join(","));
  const rest = await told(ann);
  assert.equal(rest.length, 11);
  assert.ok(rest[0].id < all[499].id);
  await drop(ann, rest.map(({ id }) => id).join(","));

  await exchange.place({ account: ben.address, tokenId: NO, side: "BUY", price: "0.7", size: "1" });
  await exchange.place({ account: ann.address, tokenId: YES, side: "BUY", price, size: "1" });
  await exchange.wait(48 * HOUR_MS);
  assert.equal((await told(ben)).length, 1);
  await exchange.wait(1);
  assert.deepEqual(await told(ben), []);
});

test("of more than 500 orders that one moment took out, those that came last are told", async () => {
  const many = await createTrader(exchange, "many");
  const bid = { account: many.address, tokenId: tokenOf("neg yes"), side: "BUY", size: "5" } as const;
  const prices = Array.from({ length: 510 }, (_, index) => `0.1${index % 7}`);
  await Promise.all(prices.map((price) => exchange.place({ ...bid, price })));
  await exchange.submit({ type: "ban", address: many.address });
  const sql = await exchange.context.sql();
  const rows = await sql<{ no: number }[]>`
    select orders.no from orders join accounts on accounts.no = orders.account
    where accounts.address = ${many.address} order by orders.no desc limit 500`;
  assert.deepEqual(
    (await told(many)).map(({ id }) => id),
    rows.map(({ no }) => no * 8 + 1),
  );
});
