/** GET and POST /data/orders: the caller's live orders page by page, and orders by their ids whatever became of them. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { toUlid } from "../../../src/signing/credentials.ts";
import { answeredBy } from "../../support/documented-answers.ts";
import { hashOf, tokenOf } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { OrderTerms, Trader } from "../../support/trader.ts";
import { assertRefused, CONDITION, DIALECTS, NO, YES, startTraders } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;
let cat: Trader;

before(async () => {
  ({ exchange, ann, ben } = await startTraders());
  cat = await createTrader(exchange, "cat");
});
after(() => exchange.close());

const WIND = tokenOf("wind yes");
const endpoints = tradingEndpoints("sandbox");
const answered = answeredBy(endpoints.filter(({ method }) => method === "GET"));
const looked = answeredBy(endpoints.filter(({ method }) => method === "POST"));

async function rest(trader: Trader, terms: Partial<OrderTerms> = {}): Promise<string> {
  const reply = await trader.place({ tokenId: YES, side: "BUY", price: "0.3", size: "1", ...terms });
  assert.equal(reply.body.status, "live", reply.text);
  return reply.body.orderID;
}

const list = (trader: Trader, query = "", dialect: Dialect = "spec"): Promise<Reply> =>
  trader.request("GET", `/data/orders${query}`, { dialect });

async function idsOf(trader: Trader, query = ""): Promise<string[]> {
  const { data, next_cursor, limit, count } = answered(await list(trader, query), "/data/orders");
  assert.deepEqual([next_cursor, limit, count], ["LTE=", 100, data.length]);
  return data.map(({ id }: { id: string }) => id);
}

/** Every id that a walk meets; `between` is called after each page. */
async function walk(trader: Trader, between: () => Promise<unknown> = async () => {}): Promise<string[]> {
  const ids: string[] = [];
  let cursor = "MA==";
  while (cursor !== "LTE=") {
    const { data, next_cursor } = (await list(trader, `?next_cursor=${encodeURIComponent(cursor)}`)).body;
    assert.ok(data.length > 0 && data.length <= 100);
    ids.push(...data.map(({ id }: { id: string }) => id));
    cursor = next_cursor;
    await between();
  }
  return ids;
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a live order has the flat record of the one that is read alone`, async () => {
    const expiration = String(exchange.clock.now / 1000 + 3_600);
    const { order } = await ann.sign({ tokenId: YES, side: "BUY", price: "0.4", size: "10", expiration });
    const id = (await ann.post(order, { orderType: "GTD", postOnly: true })).body.orderID;
    const taken = await ben.place({ tokenId: NO, side: "BUY", price: "0.6", size: "4" });
    const [row] = answered(await list(ann, "", dialect), "/data/orders", dialect).data;
    const { order: _nested, ...flat } = (await ann.request("GET", `/data/order/${id}`, { dialect })).body;
    assert.deepEqual(row, flat);
    assert.deepEqual(
      [row.id, row.status, row.size_matched, row.associate_trades, row.expiration, row.owner],
      [
        id,
        dialect === "polymarket" ? "LIVE" : "live",
        "4",
        taken.body.tradeIDs,
        expiration,
        dialect === "kuest" ? toUlid(ann.credentials.apiKey) : ann.credentials.apiKey,
      ],
    );
    await ann.cancel(id);
    assert.deepEqual(await idsOf(ann), []);
  });

  test(`${dialect}: by id an order is answered whatever became of it, to its owner`, async () => {
    const id = await rest(ann);
    const statusOf = async (trader: Trader, query: string) =>
      (await list(trader, query, dialect)).body.data.map(({ status }: { status: string }) => status);
    const shown = (status: string) => (dialect === "polymarket" ? status.toUpperCase() : status);
    assert.deepEqual(await statusOf(ann, `?id=${id}`), [shown("live")]);
    await ann.cancel(id);
    const upper = `0X${id.slice(2).toUpperCase()}`;
    for (const query of [
      `?id=${id}`,
      `?id=${upper}&next_cursor=MA%3D%3D`,
      `?id=${id}&market=${CONDITION}&asset_id=${YES}`,
    ])
      assert.deepEqual(await statusOf(ann, query), [shown("canceled")], query);
    for (const query of [
      `?id=${id}&asset_id=${NO}`,
      `?id=${id}&market=${hashOf("wind")}`,
      `?id=${id}&next_cursor=LTE%3D`,
      "?id=x",
      `?id=${hashOf("no order")}`,
    ])
      assert.deepEqual(await statusOf(ann, query), [], query);
    assert.deepEqual(await statusOf(ben, `?id=${id}`), []);
  });

  test(`${dialect}: many by their ids, each with its own status`, async () => {
    const [live, gone, foreign] = [await rest(ann), await rest(ann), await rest(ben)];
    await ann.cancel(gone);
    const body = [gone, "x", foreign, live, "\u0000", live.toUpperCase()].map((orderId) => ({ orderId }));
    const reply = await ann.request("POST", "/data/orders", { body, dialect });
    const rows = looked(reply, "/data/orders", dialect);
    assert.deepEqual(
      rows.map(({ order_id, status, order, error }: Record<string, never>) => [
        order_id,
        status,
        order?.["status"] ?? error,
      ]),
      [
        [gone, 200, dialect === "polymarket" ? "CANCELED" : "canceled"],
        ["x", 404, "Order not found"],
        [foreign, 404, "Order not found"],
        [live, 200, dialect === "polymarket" ? "LIVE" : "live"],
        ["\u0000", 404, "Order not found"],
        [live.toUpperCase(), 200, dialect === "polymarket" ? "LIVE" : "live"],
      ],
    );
    const { code, hint } = rows[1];
    assert.deepEqual([code, rows[2].code, rows[0].code], ["order_not_found", "order_not_found", undefined]);
    assert.equal(hint, "no order has id x; expected 0x and 64 hex digits");
    assert.equal(rows[2].hint, `no order has id ${foreign}`);
    const alone = (await ann.request("GET", `/data/order/${live}`, { dialect })).body;
    const { order: nested, ...flat } = alone;
    assert.deepEqual(rows[3].order, { ...nested, ...flat });
    // Records are public in the sandbox, without the keys.
    const anonymous = (await exchange.post("/data/orders", [{ orderId: foreign }], dialect)).body[0];
    const hidden = dialect === "polymarket" ? "00000000-0000-0000-0000-000000000000" : "";
    assert.deepEqual([anonymous.status, anonymous.order.owner], [200, hidden]);
    await Promise.all([ann.cancel(live), ben.cancel(foreign)]);
  });

  test(`${dialect}: bad lookups`, async () => {
    const error = dialect === "polymarket" ? "Invalid payload" : "invalid payload";
    for (const body of [{}, [{}], [{ orderId: 5 }], ["0x"], [null], undefined])
      assertRefused(await ann.request("POST", "/data/orders", { body, dialect }), {
        status: 400,
        code: "invalid_payload",
        error,
      });
    for (const count of [0, 501]) {
      const body = Array.from({ length: count }, () => ({ orderId: "0x" }));
      assertRefused(await ann.request("POST", "/data/orders", { body, dialect }), {
        status: 400,
        code: "batch_size",
        error: count === 0 ? "no orders in payload" : /500/,
      });
    }
    assertRefused(await list(ann, "?market=rain", dialect), {
      status: 400,
      code: "invalid_payload",
      error: dialect === "polymarket" ? "invalid order params payload" : error,
    });
  });
}

test("filters, alone and together; what nothing fits is an empty page", async () => {
  const [yes, no, wind] = [
    await rest(ann),
    await rest(ann, { tokenId: NO }),
    await rest(ann, { tokenId: WIND }),
  ];
  await rest(ben);
  assert.deepEqual(await idsOf(ann), [yes, no, wind]);
  assert.deepEqual(await idsOf(ann, "?id=&market=&asset_id=&next_cursor="), [yes, no, wind]);
  assert.deepEqual(await idsOf(ann, `?market=${CONDITION}`), [yes, no]);
  assert.deepEqual(await idsOf(ann, `?market=0x${CONDITION.slice(2).toUpperCase()}`), [yes, no]);
  assert.deepEqual(await idsOf(ann, `?asset_id=${NO}`), [no]);
  assert.deepEqual(await idsOf(ann, `?market=${CONDITION}&asset_id=${YES}&unknown=1`), [yes]);
  assert.deepEqual(await idsOf(ann, `?market=${CONDITION}&asset_id=${WIND}`), []);
  assert.deepEqual(await idsOf(ann, `?market=${hashOf("nowhere")}`), []);
  assert.deepEqual(await idsOf(ann, "?asset_id=5"), []);
  assert.deepEqual(await idsOf(ann, `?maker_address=${ann.account.address}&market=${CONDITION}`), [yes, no]);
  assert.deepEqual(await idsOf(ann, `?maker_address=${ben.address}`), []);
  assert.deepEqual(await idsOf(ann, `?id=${yes}&maker_address=${ben.address}`), []);
  for (const trader of [ann, ben]) await trader.request("DELETE", "/cancel-all");
});

test("a walk over 250 orders of two wallets meets each once, and while orders come and go none that lives", async () => {
  const wallet = { signatureType: 3, maker: hashOf("wallet of cat").slice(0, 42) } as const;
  const ids = [await rest(cat, wallet)];
  for (let index = 1; index < 250; index += 1) {
    const account = index % 3 === 0 ? wallet.maker : cat.address;
    const terms = { tokenId: YES, side: "BUY", price: "0.3", size: "1" } as const;
    ids.push(await exchange.place({ account, owner: cat.address, ...terms }));
  }
  assert.deepEqual(await walk(cat), ids);
  const own = ids.filter((_id, index) => index % 3 === 0);
  assert.deepEqual(await idsOf(cat, `?maker_address=${wallet.maker}`), own);

  const gone = [ids[0]!, ids[99]!, ids[100]!, ids[150]!, ids[249]!];
  const later: string[] = [];
  const met = await walk(cat, async () => {
    if (later.length > 1) return;
    later.push(await rest(cat));
    await Promise.all(gone.splice(0, 3).map((id) => cat.cancel(id)));
  });
  assert.equal(new Set(met).size, met.length);
  const living = new Set(await walk(cat));
  assert.equal(living.size, 247);
  for (const id of [...living, ...later]) assert.ok(met.includes(id), id);
});
