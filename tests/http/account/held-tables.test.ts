/** Operations while somebody holds the read tables: a committed one is answered with its result. */
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { hashOf, testListing } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { whileHeld } from "../../support/held-tables.ts";
import type { Headers, Trader } from "../../support/trader.ts";
import { cancellation, CONDITION, DIALECTS, NO, startTraders, YES } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;
let keys = 0;

before(async () => {
  ({ exchange, ann, ben } = await startTraders({ PRESAGE_AUTO_REDEEM: "false" }));
  const capitals = ["oslo", "rome"].map((name) => ({ name, negativeRisk: true }));
  await exchange.list(testListing(capitals, { id: "8", slug: "capitals", negativeRisk: true }));
});
after(() => exchange.close());
for (const caughtUp of [beforeEach, afterEach]) caughtUp(() => exchange.context.tables.reach());

type Sent = { readonly path: string; readonly body: unknown };

const post = ({ path, body }: Sent, key?: string): Promise<Reply> =>
  ann.request("POST", path, {
    body,
    ...(key !== undefined && {
      changeHeaders: (headers: Headers) => ({ ...headers, "idempotency-key": key }),
    }),
  });

async function done(sent: Sent, key?: string): Promise<Reply> {
  const reply = await post(sent, key);
  assert.equal(reply.status, 200, reply.text);
  return reply;
}

const held = (work: () => Promise<void>, table?: Parameters<typeof whileHeld>[2]): Promise<unknown> =>
  whileHeld(exchange.databaseUrl, work, table);

/** Each with another request of the same kind. */
const CHANGES: readonly (readonly [path: string, body: object, other: object])[] = [
  ["/positions/split", { condition_id: CONDITION, amount: "3" }, { amount: "4" }],
  ["/positions/merge", { condition_id: CONDITION, amount: "1" }, { amount: "2" }],
  ["/positions/convert", { conditionIds: [hashOf("oslo")], amount: "1" }, { amount: "2" }],
  ["/positions/redeem", { condition_id: hashOf("wind") }, { condition_id: CONDITION }],
  ["/withdrawals", { amount: "1" }, { amount: "2" }],
];

for (const [path, body, other] of CHANGES)
  test(`POST ${path} is answered, and so are its repeats`, async () => {
    for (const condition_id of path === "/positions/split" ? [] : [CONDITION, hashOf("oslo"), hashOf("wind")])
      await post({ path: "/positions/split", body: { condition_id, amount: "5" } });
    if (path === "/positions/redeem")
      await exchange.submit({ type: "resolve-market", conditionId: hashOf("wind"), payout: [1, 0] });
    await exchange.context.tables.reach();
    const key = `held-${(keys += 1)}`;
    await held(async () => {
      const first = await done({ path, body }, key);
      assert.ok(exchange.context.tables.standing().behind > 0);
      const again = await done({ path, body }, key);
      assert.deepEqual([again.text, again.headers.get("idempotency-replayed")], [first.text, "true"]);
      const reused = await post({ path, body: { ...body, ...other } }, key);
      assert.deepEqual([reused.status, reused.body.code], [422, "idempotency_key_reused"], reused.text);
      for (const { outcome } of first.body.positions ?? []) assert.match(outcome, /^(Yes|No)$/);
    });
  });

test("the same signed order again gets its result, or is refused as a duplicate", async () => {
  await ben.place({ tokenId: NO, side: "BUY", price: "0.5", size: "4" });
  await held(async () => {
    const { order } = await ann.sign({ tokenId: YES, side: "BUY", price: "0.5" });
    const first = await ann.post(order);
    assert.deepEqual([first.body.status, first.body.takingAmount], ["matched", "4"], first.text);
    for (const dialect of DIALECTS) {
      const { text, body } = await ann.post(order, { dialect });
      if (dialect === "spec") assert.equal(text, first.text);
      else assert.equal(body.code, "duplicate_order", text);
    }
    const path = "/order?dry_run=true";
    const dry = await done({ path, body: { order, owner: ann.credentials.apiKey, orderType: "GTC" } });
    assert.deepEqual([dry.body.ok, dry.body.checks.at(-1).mistake], [false, "duplicate_order"], dry.text);
  });
});

/** Places an order that the tables have, and memory no more. */
async function placeEarlier() {
  const { order } = await ann.sign({ tokenId: YES, side: "BUY", price: "0.1" });
  const first = await ann.post(order);
  assert.equal(first.status, 200, first.text);
  await exchange.context.tables.reach();
  await ann.place({ tokenId: YES, side: "BUY", price: "0.1" });
  await exchange.context.tables.reach();
  return { order, first };
}

test("an order that the tables have is known to be placed also while its trades cannot be read", async () => {
  const { order } = await placeEarlier();
  await held(async () => {
    const { status, body } = await ann.post(order);
    assert.deepEqual([status, body.code], [400, "duplicate_order"]);
    assert.match(body.hint, /cannot be read/);
  }, "trades");
});

test("while a repeat of an order cannot be looked up, it alone is refused, and nothing says that it may be done", async () => {
  const { order, first } = await placeEarlier();
  await held(async () => {
    const again = await ann.post(order);
    assert.deepEqual([again.status, again.body.code], [503, "not_accepting"], again.text);
    assert.equal((await ann.place({ tokenId: YES, side: "BUY", price: "0.2" })).status, 200);
  }, "orders");
  assert.equal((await ann.post(order)).text, first.text);
});

test("cancels say which orders they ended, and why not the others", async () => {
  const place = async (trader: Trader): Promise<string> =>
    (await trader.place({ tokenId: YES, side: "BUY", price: "0.1" })).body.orderID;
  const [gone, strange] = [await place(ann), await place(ben)];
  await ann.cancel(gone);
  await exchange.context.tables.reach();
  const cancel = async (ids: readonly string[]): Promise<Reply> => {
    const reply = await ann.request("DELETE", "/orders", { body: ids });
    assert.equal(reply.status, 200, reply.text);
    return reply;
  };
  const [GONE, UNKNOWN] = ["order can't be found - already canceled or matched", "order not found"];
  await held(async () => {
    const [open, late] = [await place(ann), await place(ann)];
    await cancel([late]);
    const answered = (await cancel([open, late, gone, strange])).body;
    assert.deepEqual(answered, cancellation([open], { [late]: GONE, [gone]: GONE, [strange]: UNKNOWN }));
  });
  const last = await place(ann);
  await held(async () => {
    const why = "order is not open, and whether it was cannot be read now";
    assert.deepEqual((await cancel([last, gone])).body, cancellation([last], { [gone]: why }));
  }, "orders");
});
