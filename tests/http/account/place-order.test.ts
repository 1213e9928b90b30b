/** POST /order, when it succeeds: its answer, and reads of the order at once. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { toUlid } from "../../../src/signing/credentials.ts";
import { DOMAINS } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { hashOf, tokenOf } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { cancellation, CONDITION, DIALECTS, NO, TOKEN_BY_KIND, YES, startTraders } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

before(async () => {
  ({ exchange, ann, ben } = await startTraders());
});
after(() => exchange.close());

const balanceOf = ({ address }: Trader): number =>
  exchange.context.engine.exchange.accountByAddress.get(address)!.collateral / 1e6;

function placed(reply: Reply): Record<string, unknown> & { orderID: string; tradeIDs: string[] } {
  assert.equal(reply.status, 200, reply.text);
  const { orderID, tradeIDs, transactionsHashes, ...body } = reply.body;
  assert.equal(body.orderHash, orderID);
  assert.match(orderID, /^0x[0-9a-f]{64}$/);
  for (const hash of transactionsHashes) assert.match(hash, /^0x[0-9a-f]{64}$/);
  assert.equal(transactionsHashes.length > 0, tradeIDs.length > 0);
  return { orderID, tradeIDs, ...body };
}

const summary = ({
  success,
  errorMsg,
  status,
  makingAmount,
  takingAmount,
  tradeIDs,
}: ReturnType<typeof placed>) => [success, errorMsg, status, makingAmount, takingAmount, tradeIDs.length];

test("an order that meets nothing rests: live, with no amounts, and its id is the EIP-712 digest", async () => {
  const { order, id } = await ann.sign({ tokenId: YES, side: "BUY", price: "0.1" });
  const answer = placed(await ann.post(order));
  assert.deepEqual(summary(answer), [true, "", "live", "", "", 0]);
  assert.equal(answer.orderID, id);
  assert.deepEqual((await ann.cancel(id)).body, cancellation([id]));
});

test("price improvement is the taker's: amounts are what was exchanged, in human units", async () => {
  const [annBefore, benBefore] = [balanceOf(ann), balanceOf(ben)];
  placed(await ann.place({ tokenId: NO, side: "BUY", price: "0.55", size: "3" }));
  const answer = placed(await ben.place({ tokenId: YES, side: "BUY", price: "0.6", size: "10" }));
  // A mint: ann pays 0.55 for NO, so ben pays 0.45 for YES.
  assert.deepEqual(summary(answer), [true, "", "matched", "1.35", "3", 1]);
  assert.deepEqual([balanceOf(ann), balanceOf(ben)], [annBefore - 1.65, benBefore - 1.35]);
  const rest = (await ben.request("GET", `/data/order/${answer.orderID}`)).body;
  assert.deepEqual([rest.status, rest.size_matched, rest.original_size], ["live", "3", "10"]);
  await ben.cancel(answer.orderID);
});

test("several fills: a sell of the same token, and a merge", async () => {
  placed(await ann.place({ tokenId: YES, side: "BUY", price: "0.5", size: "1" }));
  placed(await ann.place({ tokenId: NO, side: "SELL", price: "0.4", size: "1.5" }));
  const answer = placed(await ben.place({ tokenId: YES, side: "SELL", price: "0.3", size: "2.5" }));
  // Best first: the sale of NO at 0.40 stands as a bid of YES at 0.60 (a merge), then the bid at 0.50.
  assert.deepEqual(summary(answer), [true, "", "matched", "2.5", "1.4", 2]);
});

const KINDS: readonly [string, string, string, unknown[]][] = [
  ["FOK", "0.7", "4", [true, "", "matched", "2.8", "4", 1]],
  ["FAK", "0.7", "9", [true, "", "matched", "3.5", "5", 1]],
  ["GTC", "0.7", "5", [true, "", "matched", "3.5", "5", 1]],
];
for (const [orderType, price, size, expected] of KINDS) {
  test(`${orderType} of ${size} against 5 shares`, async () => {
    const { orderID } = placed(
      await ann.place({ tokenId: tokenOf("wind no"), side: "BUY", price: "0.3", size: "5" }),
    );
    const answer = placed(
      await ben.place({ tokenId: tokenOf("wind yes"), side: "BUY", price, size }, { orderType }),
    );
    assert.deepEqual(summary(answer), expected);
    const order = (await ben.request("GET", `/data/order/${answer.orderID}`)).body.order;
    const isFak = orderType === "FAK";
    assert.deepEqual(
      [order.type, order.status, order.reason],
      [orderType, isFak ? "canceled" : "matched", isFak ? "not-filled" : undefined],
    );
    await ann.cancel(orderID);
  });
}

test("a market buy spends its budget: better prices give more shares", async () => {
  const { orderID } = placed(await ann.place({ tokenId: NO, side: "BUY", price: "0.8", size: "100" }));
  const terms = { tokenId: YES, side: "BUY", makerAmount: "10000000", takerAmount: "25000000" } as const;
  // $10 at up to 0.40, met at 0.20: 50 shares.
  const answer = placed(await ben.place(terms, { orderType: "FOK" }));
  assert.deepEqual(summary(answer), [true, "", "matched", "10", "50", 1]);
  await ann.cancel(orderID);
});

test("inc-03: what was acknowledged is readable at once, by both parties", async () => {
  const resting = placed(await ann.place({ tokenId: YES, side: "BUY", price: "0.2", size: "7" }));
  for (const dialect of DIALECTS) {
    const bought = placed(
      await ben.place({ tokenId: NO, side: "BUY", price: "0.8", size: "2" }, { dialect }),
    );
    const [id] = bought.tradeIDs;
    for (const [trader, role] of [
      [ann, "MAKER"],
      [ben, "TAKER"],
    ] as const) {
      const { data } = (await trader.request("GET", `/data/trades?id=${id}`, { dialect })).body;
      assert.deepEqual(
        data.map((trade: { id: string; trader_side: string }) => [trade.id, trade.trader_side]),
        [[id, role]],
      );
      assert.equal(data[0].taker_order_id, bought.orderID);
      assert.equal(data[0].maker_orders[0].order_id, resting.orderID);
      assert.deepEqual(
        [data[0].owner, data[0].maker_orders[0].owner],
        [ben, ann].map(({ credentials: { apiKey } }) => (dialect === "kuest" ? toUlid(apiKey) : apiKey)),
      );
    }
    const order = (await ben.request("GET", `/data/order/${bought.orderID}`, { dialect })).body;
    assert.deepEqual(order.associate_trades, bought.tradeIDs);
    assert.equal(order.status, dialect === "polymarket" ? "MATCHED" : "matched");
  }
  const order = (await ann.request("GET", `/data/order/${resting.orderID}`)).body;
  assert.deepEqual(
    [order.order.status, order.order.sizeMatched, order.associate_trades.length],
    ["live", "6", 3],
  );
  await ann.cancel(resting.orderID);
});

for (const { id: domain, struct, kind } of DOMAINS) {
  test(`an order of every key-signed type for ${domain}`, async () => {
    const tokenId = TOKEN_BY_KIND[kind];
    const { order, id } = await ann.sign({ tokenId, side: "BUY", price: "0.01", size: "1", domain });
    const answer = placed(await ann.post(order));
    assert.equal(answer.orderID, id);
    assert.equal("feeRateBps" in order, struct === "v1");
    await ann.cancel(id);
  });
}

test("the owner may be the key or the wallet in any case, and conditionId is optional", async () => {
  for (const owner of [
    ann.credentials.apiKey,
    ann.credentials.apiKey.toUpperCase(),
    ann.address,
    ann.account.address,
  ]) {
    placed(await ann.place({ tokenId: YES, side: "BUY", price: "0.01" }, { owner }));
  }
  const withCondition = (conditionId: string) => (body: Record<string, unknown>) => ({
    ...body,
    order: { ...(body["order"] as object), conditionId },
  });
  for (const condition of [CONDITION, CONDITION.toUpperCase().replace("0X", "0x")]) {
    placed(
      await ann.place({ tokenId: YES, side: "BUY", price: "0.01" }, { changeBody: withCondition(condition) }),
    );
  }
});

test("inc-14: a salt beyond 2^53 as text, and any safe one as a number, keep every digit", async () => {
  for (const salt of ["18446744073709551615", String(2n ** 256n - 1n), "9007199254740993"]) {
    const { order, id } = await ann.sign({ tokenId: YES, side: "BUY", price: "0.01", salt });
    assert.equal(placed(await ann.post(order)).orderID, id);
  }
  const { order, id } = await ann.sign({
    tokenId: YES,
    side: "BUY",
    price: "0.01",
    salt: "9007199254740991",
  });
  assert.equal(placed(await ann.post({ ...order, salt: 9007199254740991 })).orderID, id);
});

test("a builder code of version 1, which does not sign one, is not stored", async () => {
  const { order, id } = await ann.sign({
    tokenId: YES,
    side: "BUY",
    price: "0.01",
    domain: "polymarket-v1-137",
  });
  for (const builder of ["0xzz", "x", "0x123", "\u0000"]) {
    const reply = await ann.post({ ...order, builder, metadata: "\u0000" });
    assert.equal(reply.status, 200, reply.text);
  }
  assert.equal((await ann.cancel(id)).body.canceled[0], id);
});

test("GET /data/order/{id} has the specification's keys under `order`, and the flat ones beside it", async () => {
  const expiration = String(exchange.clock.now / 1000 + 3600);
  const terms = { tokenId: YES, side: "BUY", price: "0.05", size: "12.5", expiration } as const;
  const { orderID } = placed(await ann.place(terms, { orderType: "GTD" }));
  const time = new Date(exchange.clock.now).toISOString();
  const shared = {
    id: orderID,
    status: "live",
    market: CONDITION,
    outcome: "Yes",
    owner: ann.credentials.apiKey,
    side: "BUY",
  };
  assert.deepEqual((await ann.request("GET", `/data/order/${orderID}`)).body, {
    order: {
      ...shared,
      originalSize: "12.5",
      sizeMatched: "0",
      makerAddress: ann.account.address,
      price: "0.05",
      assetId: YES,
      type: "GTD",
      associateTrades: [],
      createdAt: time,
      updatedAt: time,
    },
    ...shared,
    original_size: "12.5",
    size_matched: "0",
    maker_address: ann.account.address,
    price: "0.05",
    asset_id: YES,
    order_type: "GTD",
    type: "GTD",
    associate_trades: [],
    created_at: exchange.clock.now / 1000,
    updated_at: exchange.clock.now / 1000,
    expiration,
    post_only: false,
  });
  const polymarket = (await ann.request("GET", `/data/order/${orderID}`, { dialect: "polymarket" })).body;
  assert.deepEqual([polymarket.status, polymarket.order.status], ["LIVE", "LIVE"]);
  const anyone = (await exchange.get(`/data/order/${orderID}`)).body;
  assert.deepEqual([anyone.owner, anyone.order.owner, anyone.maker_address], ["", "", ann.account.address]);
  assert.equal((await ben.request("GET", `/data/order/${orderID}`)).status, 404);
  assert.equal(
    (await ann.request("GET", `/data/order/${orderID.toUpperCase().replace("0X", "0x")}`)).status,
    200,
  );
});

test("an order stays readable after its end, with the reason", async () => {
  const terms = { tokenId: tokenOf("fine yes"), side: "BUY", price: "0.0001", size: "5" } as const;
  const cancelled = placed(await ann.place(terms)).orderID;
  await ann.cancel(cancelled);
  const expiration = String(exchange.clock.now / 1000 + 60);
  const expired = placed(await ann.place({ ...terms, expiration }, { orderType: "GTD" })).orderID;
  const resolved = placed(await ann.place(terms)).orderID;
  await exchange.wait(60_000);
  await exchange.submit({ type: "resolve-market", conditionId: hashOf("fine"), payout: [0, 1] });
  for (const [id, reason] of [
    [cancelled, "by-owner"],
    [expired, "expired"],
    [resolved, "market-resolved"],
  ]) {
    const { body } = await ann.request("GET", `/data/order/${id}`);
    assert.deepEqual(
      [body.status, body.order.status, body.cancel_reason, body.order.reason],
      ["canceled", "canceled", reason, reason],
    );
  }
});
