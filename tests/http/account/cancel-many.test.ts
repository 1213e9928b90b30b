/** DELETE /orders, /cancel-all and /cancel-market-orders: always 200, each order once, and nobody else's. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { hashOf, tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import type { OrderTerms, Trader } from "../../support/trader.ts";
import {
  assertRefused,
  cancellation,
  CONDITION,
  DIALECTS,
  NO,
  snapshot,
  YES,
  startTraders,
} from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  ({ exchange, ann, ben } = await startTraders());
});
beforeEach(async () => {
  for (const trader of [ann, ben]) await trader.request("DELETE", "/cancel-all");
});
after(() => exchange.close());

const GONE = "order can't be found - already canceled or matched";
const UNKNOWN = "order not found";
const WIND = tokenOf("wind yes");
const accountOf = ({ address }: Trader) => exchange.context.engine.exchange.accountByAddress.get(address)!;

async function rest(trader: Trader, terms: Partial<OrderTerms> = {}): Promise<string> {
  const reply = await trader.place({ tokenId: YES, side: "BUY", price: "0.3", ...terms });
  assert.equal(reply.body.status, "live", reply.text);
  return reply.body.orderID;
}

for (const dialect of DIALECTS) {
  test(`${dialect}: by ids: own ones once, and a reason for each other`, async () => {
    const [first, second, gone, foreign] = [
      await rest(ann),
      await rest(ann),
      await rest(ann),
      await rest(ben),
    ];
    await ann.cancel(gone);
    const upper = `0x${second.slice(2).toUpperCase()}`;
    const strange = [`0x${"ab".repeat(32)}`, "", "x", "__proto__", "\u0000", "constructor"];
    const shouted = `0X${gone.slice(2).toUpperCase()}`;
    const body = [first, gone, upper, shouted, first, second, foreign, ...strange, ...strange];
    const reply = await ann.request("DELETE", "/orders", { body, dialect });
    assert.equal(reply.status, 200, reply.text);
    const reasons = [[gone, GONE], ...[foreign, ...strange].map((id) => [id, UNKNOWN])]
      .map(([id, why]) => `${JSON.stringify(id)}:${JSON.stringify(why)}`)
      .join(",");
    const answer = JSON.stringify(cancellation([first, upper], {}, dialect));
    assert.equal(reply.text, answer.replace("{}", `{${reasons}}`));
    assert.equal(accountOf(ann).held, 0);
    assert.deepEqual((await ben.cancel(foreign)).body.canceled, [foreign]);
  });

  test(`${dialect}: all of the caller's, and none of another's`, async () => {
    const ids = [await rest(ann), await rest(ann, { tokenId: WIND }), await rest(ann, { tokenId: NO })];
    const foreign = await rest(ben);
    for (const body of [undefined, {}, ""]) {
      const reply = await ann.request("DELETE", "/cancel-all", { body, dialect });
      const canceled = body === undefined ? ids : [];
      assert.deepEqual([reply.status, reply.body], [200, cancellation(canceled, {}, dialect)]);
    }
    assert.equal(accountOf(ann).held, 0);
    assert.deepEqual((await ben.cancel(foreign)).body.canceled, [foreign]);
  });

  test(`${dialect}: of a market, of a token, and of both when they belong together`, async () => {
    const foreign = await rest(ben);
    const cancel = async (body: unknown) =>
      (await ann.request("DELETE", "/cancel-market-orders", { body, dialect })).body;
    const [yes, no, wind] = [
      await rest(ann),
      await rest(ann, { tokenId: NO }),
      await rest(ann, { tokenId: WIND }),
    ];
    const only = (...ids: readonly string[]) => cancellation(ids, {}, dialect);
    assert.deepEqual(await cancel({ market: hashOf("wind"), asset_id: YES }), only());
    assert.deepEqual(await cancel({ market: hashOf("no such market"), assetId: "" }), only());
    assert.deepEqual(await cancel({ market: "", assetId: "123" }), only());
    assert.deepEqual(await cancel({ market: null, asset_id: NO }), only(no));
    assert.deepEqual(await cancel({ market: CONDITION, assetId: YES, asset_id: YES }), only(yes));
    const condition = `0x${hashOf("wind").slice(2).toUpperCase()}`;
    assert.deepEqual(await cancel({ market: condition, asset_id: "" }), only(wind));
    assert.deepEqual((await ben.cancel(foreign)).body.canceled, [foreign]);
  });

  test(`${dialect}: what names nothing, or nothing that can be, is a bad request`, async () => {
    await rest(ann);
    const untouched = await snapshot(exchange);
    const error = dialect === "polymarket" ? "Invalid payload" : "invalid payload";
    const bad = { status: 400, code: "invalid_payload", error } as const;
    for (const body of [
      {},
      { market: "", asset_id: "" },
      { market: null },
      { market: "rain" },
      { market: YES },
      { asset_id: CONDITION },
      { asset_id: "\u0000" },
      { asset_id: 5 },
      { assetId: YES, asset_id: NO },
      { market: ["x"] },
      [],
      "null",
      undefined,
    ])
      assertRefused(await ann.request("DELETE", "/cancel-market-orders", { body, dialect }), bad);
    for (const body of [{}, "null", `"x"`, [5], [null], [["x"]], ["x".repeat(101)], undefined])
      assertRefused(await ann.request("DELETE", "/orders", { body, dialect }), bad);
    for (const count of [0, 3_001]) {
      const reply = await ann.request("DELETE", "/orders", {
        body: Array.from({ length: count }, (_, index) => hashOf(String(index))),
        dialect,
      });
      const said = count === 0 ? "no orders in payload" : /max allowed: 3000|at most 3000/;
      assertRefused(reply, { status: 400, code: "batch_size", error: said });
    }
    assert.deepEqual(await snapshot(exchange), untouched);
  });
}

test("three thousand ids in one request", async () => {
  const own = await Promise.all(Array.from({ length: 20 }, () => rest(ann, { size: "1" })));
  const body = [...own, ...Array.from({ length: 2_980 }, (_, index) => hashOf(`unknown ${index}`))];
  const reply = await ann.request("DELETE", "/orders", { body });
  assert.deepEqual(reply.body.canceled, own);
  assert.equal(Object.keys(reply.body.not_canceled).length, 2_980);
});

test("all wallets that the caller signs for, in the order in which the orders were placed", async () => {
  const maker = hashOf("wallet of ann").slice(0, 42);
  const wallet = { signatureType: 3, maker } as const;
  const ids = [await rest(ann), await rest(ann, wallet), await rest(ann)];
  assert.deepEqual((await ann.request("DELETE", "/cancel-all")).body.canceled, ids);
  const [own, other] = [await rest(ann), await rest(ann, wallet)];
  const reply = await ann.request("DELETE", "/cancel-market-orders", { body: { market: CONDITION } });
  assert.deepEqual(reply.body.canceled, [own, other]);
});

test("the same order by ids and by everything at once: it is cancelled once", async () => {
  const id = await rest(ann);
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0
        ? ann.request("DELETE", "/orders", { body: [id, id] })
        : ann.request("DELETE", "/cancel-all"),
    ),
  );
  assert.deepEqual(
    replies.flatMap(({ body }) => body.canceled),
    [id],
  );
  assert.equal(accountOf(ann).held, 0);
});

test("everything is cancelled while orders come in: what was cancelled is gone, and all else rests", async () => {
  for (let round = 0; round < 5; round += 1) {
    const sizes = Array.from({ length: 10 }, (_, index) => String(index + 1));
    const placed = sizes.map((size) => rest(ann, { size }));
    const cancels = Array.from({ length: 3 }, () => ann.request("DELETE", "/cancel-all"));
    const ids = await Promise.all(placed);
    const canceled: string[] = (await Promise.all(cancels)).flatMap(({ body }) => body.canceled);
    assert.equal(new Set(canceled).size, canceled.length);
    const { orders } = exchange.context.engine.exchange;
    for (const id of ids) assert.equal(orders.get(id) === undefined, canceled.includes(id));
    const left = ids.filter((id) => !canceled.includes(id));
    assert.deepEqual([...(await ann.request("DELETE", "/cancel-all")).body.canceled].sort(), left.sort());
    assert.equal(accountOf(ann).held, 0);
  }
});

test("a paused market takes all of them, and they take a key", async () => {
  const ids = [await rest(ann, { tokenId: WIND }), await rest(ann, { tokenId: WIND })];
  await exchange.submit({ type: "pause-market", conditionId: hashOf("wind") });
  assert.deepEqual((await ann.request("DELETE", "/orders", { body: [ids[0]] })).body.canceled, [ids[0]]);
  assert.deepEqual((await ann.request("DELETE", "/cancel-all")).body.canceled, [ids[1]]);
  for (const path of ["/orders", "/cancel-all", "/cancel-market-orders"]) {
    const reply = await exchange.send(path, { method: "DELETE", body: [] });
    assertRefused(reply, { status: 401, code: "unauthorized", error: "invalid_l2" });
  }
});
