/** DELETE /order: always 200, and a reason for what was not cancelled. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { TestExchange } from "../../support/exchange.ts";
import type { Trader } from "../../support/trader.ts";
import { assertRefused, cancellation, DIALECTS, NO, YES, startTraders } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  ({ exchange, ann, ben } = await startTraders());
});
after(() => exchange.close());

const GONE = "order can't be found - already canceled or matched";
const UNKNOWN = "order not found";
const held = () => exchange.context.engine.exchange.accountByAddress.get(ann.address)!.held;

async function rest(): Promise<string> {
  return (await ann.place({ tokenId: YES, side: "BUY", price: "0.5" })).body.orderID;
}

for (const dialect of DIALECTS) {
  test(`inc-11: ${dialect}: an own order once, and not twice`, async () => {
    const id = await rest();
    const first = await ann.cancel(id, { dialect });
    assert.deepEqual([first.status, first.body], [200, cancellation([id], {}, dialect)]);
    assert.equal(held(), 0);
    const second = await ann.cancel(id, { dialect });
    assert.deepEqual([second.status, second.body], [200, cancellation([], { [id]: GONE }, dialect)]);
  });

  test(`inc-11: ${dialect}: of a partly filled order the rest, of a filled one nothing`, async () => {
    const id = await rest();
    await ben.place({ tokenId: NO, side: "BUY", price: "0.5", size: "4" });
    const canceled = (await ann.cancel(id, { dialect })).body;
    assert.deepEqual(canceled, cancellation([[id, "10", "4"]], {}, dialect));
    const { order } = (await ann.request("GET", `/data/order/${id}`)).body;
    assert.deepEqual([order.status, order.sizeMatched, order.reason], ["canceled", "4", "by-owner"]);
    const filled = await rest();
    await ben.place({ tokenId: NO, side: "BUY", price: "0.5" });
    const refused = (await ann.cancel(filled, { dialect })).body;
    assert.deepEqual(refused, cancellation([], { [filled]: GONE }, dialect));
    assert.equal(held(), 0);
  });

  test(`inc-11: ${dialect}: not another's, an unknown one or what is no id`, async () => {
    const id = await rest();
    const strange = [
      `0x${"ab".repeat(32)}`,
      "0x",
      "x",
      "__proto__",
      "\u0000",
      "null",
      id.slice(0, -1),
      `${id}0`,
    ];
    const emptyText = JSON.stringify(cancellation([], {}, dialect));
    for (const given of strange) {
      const reply = await ann.cancel(given, { dialect });
      assert.deepEqual(
        [reply.status, reply.text],
        [200, emptyText.replace("{}", `{${JSON.stringify(given)}:"${UNKNOWN}"}`)],
      );
    }
    const foreign = await ben.cancel(id, { dialect });
    assert.deepEqual(foreign.body, cancellation([], { [id]: UNKNOWN }, dialect));
    const upper = `0x${id.slice(2).toUpperCase()}`;
    const shouted = await ann.cancel(upper, { dialect });
    assert.deepEqual(shouted.body, cancellation([upper], {}, dialect));
    const late = await ben.cancel(id, { dialect });
    assert.deepEqual(late.body, cancellation([], { [id]: UNKNOWN }, dialect));
  });

  test(`${dialect}: the three spellings of the key`, async () => {
    for (const name of ["orderId", "orderID", "order_id"]) {
      const id = await rest();
      const reply = await ann.request("DELETE", "/order", { body: { [name]: id, unknown: 1 }, dialect });
      assert.deepEqual(reply.body.canceled, [id], name);
    }
  });

  test(`${dialect}: one order under two spellings is one, two are a bad request`, async () => {
    const id = await rest();
    const other = `0x${"ab".repeat(32)}`;
    const refused = await ann.request("DELETE", "/order", { body: { orderID: id, orderId: other }, dialect });
    assert.deepEqual([refused.status, refused.body.code], [400, "invalid_payload"]);
    assert.equal(refused.body.hint, `orderID: expected one order, orderId says ${other}, got "${id}"`);
    const upper = `0x${id.slice(2).toUpperCase()}`;
    const body = { orderId: "", orderID: upper, order_id: id };
    const reply = await ann.request("DELETE", "/order", { body, dialect });
    assert.deepEqual(reply.body, cancellation([upper], {}, dialect));
  });

  test(`${dialect}: no id is a bad request`, async () => {
    const error = dialect === "polymarket" ? "Invalid payload" : "invalid payload";
    for (const body of [
      {},
      { orderID: "" },
      { orderID: null },
      { orderID: 5 },
      { orderID: ["0x"] },
      { id: "0x" },
      [],
      "null",
      `"0x"`,
      { orderID: "x".repeat(101) },
    ]) {
      const reply = await ann.request("DELETE", "/order", { body, dialect });
      assertRefused(reply, { status: 400, code: "invalid_payload", error });
    }
  });
}

test("a paused market takes cancels", async () => {
  const id = await rest();
  const { conditionId } = exchange.context.engine.exchange.tokens.get(YES)!.market;
  await exchange.submit({ type: "pause-market", conditionId });
  assert.deepEqual((await ann.cancel(id)).body.canceled, [id]);
  await exchange.submit({ type: "resume-market", conditionId });
});

test("inc-11: cancelled many times at once, it is cancelled once", async () => {
  const id = await rest();
  const replies = await Promise.all(Array.from({ length: 20 }, () => ann.cancel(id)));
  assert.equal(replies.filter(({ body }) => body.canceled.length === 1).length, 1);
  assert.equal(replies.filter(({ body }) => body.not_canceled[id] === GONE).length, 19);
  assert.equal(held(), 0);
});

test("a cancel races a fill: one of them wins, and the balance knows which", async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await rest();
    const taker = ben.place({ tokenId: NO, side: "BUY", price: "0.5" }, { orderType: "FOK" });
    const [cancelled, taken] = await Promise.all([ann.cancel(id), taker]);
    assert.equal(cancelled.body.canceled.length === 1, taken.status === 400, taken.text);
    const { status } = (await ann.request("GET", `/data/order/${id}`)).body;
    assert.equal(status, taken.status === 200 ? "matched" : "canceled");
    assert.equal(held(), 0);
  }
});
