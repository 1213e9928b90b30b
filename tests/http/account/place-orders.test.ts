/** POST /orders: several orders at once, each for itself, in the order of the request. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { TestExchange } from "../../support/exchange.ts";
import { hashOf, tokenOf } from "../../support/exchange.ts";
import type { OrderTerms, RequestOptions, Trader } from "../../support/trader.ts";
import { PAYLOAD } from "./refusal-rows.ts";
import { assertRefused, DIALECTS, NO, snapshot, YES, startTraders } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  ({ exchange, ann, ben } = await startTraders());
});
after(() => exchange.close());

const BUY = { tokenId: YES, side: "BUY", price: "0.5", size: "10" } as const;

async function payloadOf(trader: Trader, terms: OrderTerms, orderType = "GTC") {
  const { order, id } = await trader.sign(terms);
  return { id, body: { order, owner: trader.credentials.apiKey, orderType, deferExec: false } };
}

const postAll = (trader: Trader, body: unknown, options: RequestOptions = {}) =>
  trader.request("POST", "/orders", { body, ...options });

const emptied = { success: false, orderID: "", takingAmount: "", makingAmount: "", status: "" };

for (const dialect of DIALECTS) {
  test(`${dialect}: each order gets what it would get alone, whatever becomes of the others`, async () => {
    const good = await payloadOf(ann, { ...BUY, price: "0.4" });
    const offTick = await payloadOf(ann, { ...BUY, price: "0.405" });
    const paused = await payloadOf(ann, { ...BUY, tokenId: tokenOf("paused yes") });
    const unknown = await payloadOf(ann, { ...BUY, tokenId: "77" });
    const small = await payloadOf(ann, { ...BUY, size: "0.5" });
    const items = [offTick, good, paused, unknown, small];
    const alone = await Promise.all(
      [offTick, paused, unknown, small].map(({ body }) => ann.request("POST", "/order", { body, dialect })),
    );
    const reply = await postAll(
      ann,
      items.map(({ body }) => body),
      { dialect },
    );
    assert.equal(reply.status, 200, reply.text);
    const [first, placed, ...others] = reply.body;
    assert.deepEqual(placed, {
      success: true,
      errorMsg: "",
      orderID: good.id,
      orderHash: good.id,
      takingAmount: "",
      makingAmount: "",
      status: "live",
      tradeIDs: [],
      transactionsHashes: [],
    });
    for (const [index, refused] of [first, ...others].entries()) {
      const { request_id: _request, ...expected } = alone[index]!.body;
      assert.deepEqual(refused, expected);
    }
    assert.deepEqual(
      [first, ...others].map(({ code }) => code),
      ["price_off_tick", "market_paused", "unknown_token", "size_below_minimum"],
    );
    await ann.cancel(good.id);
  });

  test(`${dialect}: what is no order is refused by itself, with its place in the hint`, async () => {
    const good = await payloadOf(ann, BUY);
    const { order } = good.body;
    const strange: readonly [unknown, RegExp][] = [
      [null, /^0: expected an object with order and owner, got null/],
      [[], /^1: expected an object/],
      ["order", /^2: expected an object/],
      [{}, /^3\.order: expected an object/],
      [
        { ...good.body, order: { ...order, side: "buy" } },
        /^4\.order\.side: expected BUY or SELL, got "buy"/,
      ],
      [
        { ...good.body, order: { ...order, salt: true } },
        /^5\.order\.salt: expected text.* or an integer, got true/,
      ],
      [{ ...good.body, orderType: "GTX" }, /^6\.orderType: expected GTC/],
      [{ ...good.body, owner: undefined }, /^7\.owner: expected text.*, got nothing/],
      [{ ...good.body, postOnly: "yes" }, /^8\.postOnly: expected true or false, got "yes"/],
    ];
    const [spec, polymarket, kuest] = PAYLOAD;
    const error = { spec, polymarket, kuest }[dialect];
    const reply = await postAll(ann, [...strange.map(([item]) => item), good.body], { dialect });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.at(-1).orderID, good.id);
    for (const [index, [, hint]] of strange.entries()) {
      const { hint: given, ...rest } = reply.body[index];
      assert.match(given, hint);
      assert.deepEqual(rest, { ...emptied, errorMsg: error, error, code: "invalid_payload" });
    }
    await ann.cancel(good.id);
  });

  test(`${dialect}: none, or more than fifteen, and nothing is done`, async () => {
    const { body } = await payloadOf(ann, BUY);
    const untouched = await snapshot(exchange);
    for (const count of [0, 16]) {
      const error =
        dialect === "polymarket"
          ? count === 0
            ? "no orders in payload"
            : `Too many orders in payload: ${count}, max allowed: 15`
          : "batch supports at most 15 orders";
      const reply = await postAll(
        ann,
        Array.from({ length: count }, () => body),
        { dialect },
      );
      assertRefused(reply, { status: 400, code: "batch_size", error });
    }
    for (const strange of [{}, { orders: [body] }, "null", `"x"`, "5"])
      assertRefused(await postAll(ann, strange, { dialect }), {
        status: 400,
        code: "invalid_payload",
        error: dialect === "kuest" ? "could not insert order" : /nvalid payload$/,
      });
    const large = await postAll(ann, [{ ...body, x: "x".repeat(130_000) }], { dialect });
    assertRefused(large, { status: 413, code: "payload_too_large", error: /./ });
    assert.deepEqual(await snapshot(exchange), untouched);
  });

  test(`${dialect}: the same order twice is placed once; the second is the duplicate`, async () => {
    const once = await payloadOf(ann, BUY);
    const reply = await postAll(ann, [once.body, once.body], { dialect });
    const [first, second] = reply.body;
    assert.equal(first.orderID, once.id);
    if (dialect === "spec") assert.deepEqual(second, first);
    else assert.deepEqual([second.success, second.code], [false, "duplicate_order"]);
    const again = (await postAll(ann, [once.body], { dialect })).body[0];
    assert.deepEqual(again, second);
    assert.deepEqual((await ann.cancel(once.id)).body.canceled, [once.id]);
  });
}

test("fifteen orders land in one batch, in the order of the request, and the later ones meet the earlier", async () => {
  const rests = await Promise.all(
    Array.from({ length: 14 }, (_, index) => payloadOf(ann, { ...BUY, price: `0.${20 + index}`, size: "5" })),
  );
  const taker = await payloadOf(ann, { tokenId: NO, side: "BUY", price: "0.67", size: "5" }, "FOK");
  const seq = exchange.context.engine.head().seq;
  const reply = await postAll(
    ann,
    [...rests, taker].map(({ body }) => body),
  );
  assert.equal(exchange.context.engine.head().seq, seq + 1);
  assert.deepEqual(
    reply.body.map(({ orderID }: { orderID: string }) => orderID),
    [...rests, taker].map(({ id }) => id),
  );
  assert.deepEqual([reply.body[14].status, reply.body[14].takingAmount], ["matched", "5"]);
  const sql = await exchange.context.sql();
  const stored = await sql<{ id: string; status: string }[]>`
    select '0x' || encode(id, 'hex') as id, status from orders order by no desc limit 15`;
  assert.deepEqual(
    stored.map(({ id }) => id).toReversed(),
    [...rests, taker].map(({ id }) => id),
  );
  // The best bid, which was the last of the fourteen, is what it met.
  assert.deepEqual(stored.map(({ status }) => status).slice(0, 3), ["matched", "matched", "live"]);
  await ann.request("DELETE", "/cancel-all");
});

test("another's order, an expired one and a wrong owner fail alone", async () => {
  const good = await payloadOf(ann, BUY);
  const foreign = await payloadOf(ben, BUY);
  const expired = await payloadOf(ann, { ...BUY, expiration: String(exchange.clock.now / 1000 - 1) }, "GTD");
  const owner = { ...(await payloadOf(ann, BUY)).body, owner: ben.credentials.apiKey };
  const reply = await postAll(ann, [foreign.body, expired.body, owner, good.body]);
  assert.deepEqual(
    reply.body.map(({ code, success }: { code?: string; success: boolean }) => code ?? success),
    ["owner_mismatch", "order_expired", "owner_mismatch", true],
  );
  await ann.cancel(good.id);
});

test("the first orders of a contract wallet open its account once, and all of them are placed", async () => {
  const maker = hashOf("wallet of ann").slice(0, 42);
  const orders = await Promise.all(
    ["0.3", "0.31", "0.32"].map((price) => payloadOf(ann, { ...BUY, price, signatureType: 3, maker })),
  );
  const reply = await postAll(
    ann,
    orders.map(({ body }) => body),
  );
  assert.deepEqual(
    reply.body.map(({ orderID }: { orderID: string }) => orderID),
    orders.map(({ id }) => id),
    reply.text,
  );
  const cancelled = await ann.request("DELETE", "/cancel-all");
  assert.deepEqual(
    cancelled.body.canceled,
    orders.map(({ id }) => id),
  );
});
