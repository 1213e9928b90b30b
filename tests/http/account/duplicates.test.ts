/** The same signed order again: never a second order, whatever became of the first. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { TestExchange } from "../../support/exchange.ts";
import { withSql } from "../../support/history.ts";
import type { Trader } from "../../support/trader.ts";
import { assertRefused, DIALECTS, NO, snapshot, YES, startTraders } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  ({ exchange, ann, ben } = await startTraders());
});
after(() => exchange.close());

const terms = { tokenId: YES, side: "BUY", price: "0.5" } as const;

async function assertRepeats(order: Record<string, unknown>, id: string, original: unknown): Promise<void> {
  const untouched = await snapshot(exchange);
  const refused = { status: 400, code: "duplicate_order" } as const;
  const same = await ann.post(order);
  assert.deepEqual([same.status, same.body], [200, original]);
  // Neither the encoding nor what is not signed makes another order of it.
  const signature = `0x${String(order["signature"]).slice(2).toUpperCase()}`;
  const disguised = await ann.post(
    { ...order, signature, salt: String(order["salt"]) },
    { orderType: "GTD", owner: ann.address, postOnly: true },
  );
  assert.deepEqual([disguised.status, disguised.body], [200, original]);
  const polymarket = `order ${id} is invalid. Duplicated.`;
  assertRefused(await ann.post(order, { dialect: "polymarket" }), { ...refused, error: polymarket }, true);
  const kuest = "order is invalid. duplicated. same order has already been placed, can't be placed again";
  assertRefused(await ann.post(order, { dialect: "kuest" }), { ...refused, error: kuest }, true);
  assert.deepEqual(await snapshot(exchange), untouched);
}

test("while it rests, after it was filled, and after it was cancelled", async () => {
  const { order, id } = await ann.sign(terms);
  const original = (await ann.post(order)).body;
  assert.equal(original.status, "live");
  await assertRepeats(order, id, original);
  await ben.place({ tokenId: NO, side: "BUY", price: "0.5", size: "4" });
  await assertRepeats(order, id, original);
  await ann.cancel(id);
  await assertRepeats(order, id, original);
});

test("an order that matched when it came: amounts, trades and hashes of then", async () => {
  for (const size of ["3", "4"]) await ben.place({ tokenId: NO, side: "BUY", price: "0.5", size });
  const { order, id } = await ann.sign(terms);
  const original = (await ann.post(order)).body;
  assert.deepEqual([original.status, original.takingAmount, original.tradeIDs.length], ["matched", "7", 2]);
  await assertRepeats(order, id, original);
  await ben.place({ tokenId: NO, side: "BUY", price: "0.5", size: "3" });
  await assertRepeats(order, id, original);
});

test("while the read tables do not have it yet", async () => {
  await ben.place({ tokenId: NO, side: "BUY", price: "0.5", size: "10" });
  const { order, id } = await ann.sign(terms);
  await exchange.context.tables.reach();
  const original = await withSql(exchange.databaseUrl, (sql) =>
    sql.begin(async (holder) => {
      await holder`select from read_tables for update`;
      const { body } = await ann.post(order);
      await ben.place({ tokenId: NO, side: "BUY", price: "0.02", size: "5" });
      const { seq } = exchange.context.engine.head();
      await ann.post(order);
      assert.equal(exchange.context.engine.head().seq, seq);
      return body;
    }),
  );
  assert.equal(original.status, "matched");
  await assertRepeats(order, id, original);
});

test("after it expired, and when its market is paused", async () => {
  const expiration = String(exchange.clock.now / 1000 + 60);
  const { order, id } = await ann.sign({ ...terms, price: "0.1", expiration });
  const original = (await ann.post(order, { orderType: "GTD" })).body;
  await exchange.wait(60_000);
  await assertRepeats(order, id, original);
  const conditionId = exchange.context.engine.exchange.tokens.get(YES)!.market.conditionId;
  await exchange.submit({ type: "pause-market", conditionId });
  await assertRepeats(order, id, original);
  await exchange.submit({ type: "resume-market", conditionId });
});

test("inc-10: posted many times at once it is one order, and every answer is its result", async () => {
  for (const matched of [false, true]) {
    if (matched) await ben.place({ tokenId: NO, side: "BUY", price: "0.5", size: "3" });
    const { order, id } = await ann.sign(terms);
    const replies = await Promise.all(Array.from({ length: 20 }, () => ann.post(order)));
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1);
    assert.deepEqual([replies[0]!.status, replies[0]!.body.status], [200, matched ? "matched" : "live"]);
    const sql = await exchange.context.sql();
    const [{ count }] = await sql<
      [{ count: number }]
    >`select count(*) from orders where id = decode(${id.slice(2)}, 'hex')`;
    assert.equal(count, 1);
    await ann.cancel(id);
  }
});

test("posted at once to the three addresses, one accepts it at most and the others say that it is there", async () => {
  const { order } = await ann.sign({ ...terms, price: "0.1" });
  const replies = await Promise.all(
    [...DIALECTS, ...DIALECTS].map((dialect) => ann.post(order, { dialect })),
  );
  const codes = replies.map(({ status, body }) => body.code ?? status);
  assert.ok(
    codes.every((code) => code === 200 || code === "duplicate_order"),
    String(codes),
  );
  assert.ok(codes.filter((code) => code === "duplicate_order").length >= 3);
});

test("an order that was refused before the book is not known: it may come again", async () => {
  const { order, id } = await ann.sign({ tokenId: YES, side: "BUY", price: "0.9", size: "5" });
  const posted = { orderType: "GTD" } as const;
  assert.equal((await ann.post(order, posted)).body.code, "expiration_required");
  assert.equal((await ann.request("GET", `/data/order/${id}`)).status, 404);
  assert.equal((await ann.post(order)).body.status, "live");
});

test("a killed order is known: it is refused again as it was, and found by its id", async () => {
  for (const [orderType, code] of [
    ["FOK", "fok_not_filled"],
    ["FAK", "fak_not_matched"],
  ] as const) {
    const { order, id } = await ann.sign({ tokenId: YES, side: "BUY", price: "0.02", size: "50" });
    const first = await ann.post(order, { orderType });
    assert.deepEqual([first.status, first.body.code], [400, code]);
    assert.match(first.body.hint, /the book has/);
    await ben.place({ tokenId: YES, side: "SELL", price: "0.02", size: "50" });
    const codes = DIALECTS.map(async (dialect) => (await ann.post(order, { orderType, dialect })).body.code);
    assert.deepEqual(await Promise.all(codes), [code, "duplicate_order", "duplicate_order"]);
    assert.equal((await ann.post(order)).body.code, code);
    const { status, body } = await ann.request("GET", `/data/order/${id}`);
    assert.deepEqual([status, body.status, body.size_matched], [200, "canceled", "0"]);
    await ben.request("DELETE", "/cancel-all");
  }
});
