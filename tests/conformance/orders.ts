/** Orders of every kind, on an ordinary market and on a negative-risk one: placed, filled, found and cancelled. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toUlid } from "../../src/signing/credentials.ts";
import { NO_MATCH } from "./dialect-texts.ts";
import type { Market, Target } from "./target.ts";

export function testOrders(target: Target): void {
  describe("orders", () => {
    // First, while these books have no other orders.
    it("fills market orders on an ordinary market", () => fillMarketOrders(target, target.ordinary));
    it("fills market orders on a negative-risk market", () => fillMarketOrders(target, target.exclusive));
    testResting(target);
    testBatches(target);
    testCancels(target);
    if (target.library.name === "clob-client-v2") testLibrary(target);
  });
}

/** A bid far below all offers. */
const lowBid = (market: Market, price = 0.05) =>
  ({ tokenID: market.yes, side: "BUY", price, size: 10 }) as const;

function testResting(target: Target): void {
  const { ordinary: market, exclusive, maker } = target;
  const status = target.dialect === "polymarket" ? "LIVE" : "live";

  it("rests limit orders, and finds them again", async () => {
    for (const { conditionId, yes } of [market, exclusive]) {
      const trader = await target.createTrader();
      const id = await target.rest(trader, { tokenID: yes, side: "BUY", price: 0.05, size: 10 });
      const order = await trader.client.getOrder(id);
      assert.deepEqual(
        [order.id, order.status, order.market, order.asset_id, order.side, order.price, order.original_size],
        [id, status, conditionId, yes, "BUY", "0.05", "10"],
      );
      assert.deepEqual([order.order_type, order.expiration], ["GTC", "0"]);
      const { key } = trader.creds;
      assert.equal(order.owner, target.dialect === "kuest" ? toUlid(key) : key);
      assert.deepEqual(idsOf(await trader.client.getOpenOrders()), [id]);
      assert.deepEqual(idsOf(await trader.client.getOpenOrders({ market: conditionId })), [id]);
      assert.deepEqual(idsOf(await trader.client.getOpenOrders({ asset_id: yes }, true)), [id]);
    }
  });

  it("rests orders until a date", async () => {
    const expiration = Math.floor(Date.now() / 1000) + 600;
    const { orderID } = await target.place(maker, { ...lowBid(market), expiration }, "GTD");
    const order = await maker.client.getOrder(orderID);
    assert.deepEqual([order.order_type, order.expiration], ["GTD", String(expiration)]);
  });

  it("posts orders that were signed before", async () => {
    const order = await maker.client.createOrder(lowBid(exclusive, 0.06));
    const { success, status: placed } = await maker.client.postOrder(order);
    assert.deepEqual([success, placed], [true, "live"]);
  });

  it("rests post-only orders", async () => {
    const rested = await target.place(maker, lowBid(market), "GTC", true);
    assert.equal(rested.status, "live");
  });
}

/** Places a market buy and sell of each kind, and one that finds too few shares. */
async function fillMarketOrders(target: Target, market: Market): Promise<void> {
  const maker = await target.createTrader();
  const taker = await target.createTrader();
  const placeMarket = (side: "BUY" | "SELL", amount: number, orderType: "FOK" | "FAK") =>
    taker.client.createAndPostMarketOrder({ tokenID: market.no, side, amount, orderType }, {}, orderType);
  const quote = (tokenID: string, price: number) =>
    target.rest(maker, { tokenID, side: "BUY", price, size: 20 });

  const ask = await quote(market.yes, 0.6);
  const bought = await placeMarket("BUY", 4, "FOK");
  assert.deepEqual([bought.status, bought.makingAmount, bought.takingAmount], ["matched", "4", "10"]);
  const rest = await placeMarket("BUY", 40, "FAK");
  assert.deepEqual([rest.status, rest.makingAmount, rest.takingAmount], ["matched", "4", "10"]);
  assert.equal((await maker.client.getOrder(ask)).size_matched, "20");

  await quote(market.no, 0.3);
  for (const kind of ["FOK", "FAK"] as const) {
    const sold = await placeMarket("SELL", 7, kind);
    assert.deepEqual([sold.status, sold.makingAmount, sold.takingAmount], ["matched", "7", "2.1"]);
  }
  // A new client requests all that it needs for signing.
  const fresh = target.connect({ signer: taker.signer, creds: taker.creds });
  const order = await fresh.createMarketOrder({ tokenID: market.no, side: "SELL", amount: 6 });
  assert.equal((await fresh.postOrder(order, "FOK")).status, "matched");
  const last = { tokenID: market.no, side: "BUY", amount: 1, price: 0.02 };
  const refused = await taker.client.createAndPostMarketOrder({ ...last }, {}, "FOK");
  assert.deepEqual([refused.error, refused.status], [NO_MATCH[target.dialect], 400]);
}

function testBatches(target: Target): void {
  it("posts several orders at once, each with an answer of its own", async () => {
    const { client } = await target.createTrader();
    const { ordinary: market } = target;
    const orders = await Promise.all([
      client.createOrder(lowBid(market, 0.05)),
      client.createOrder({ ...lowBid(market, 0.9), size: 100_000 }),
      client.createOrder(lowBid(market, 0.06)),
    ]);
    const answers = await client.postOrders(
      orders.map((order) => ({ order, orderType: "GTC" })),
      ...target.library.flags(false),
    );
    assert.deepEqual(
      answers.map(({ success, status }: { success: boolean; status: string }) => [success, status]),
      [
        [true, "live"],
        [false, ""],
        [true, "live"],
      ],
    );
    assert.match(answers[1].errorMsg, /not enough balance/);
    assert.equal(answers[1].orderID, "");
    assert.deepEqual(
      idsOf(await client.getOpenOrders()).sort(),
      [answers[0].orderID, answers[2].orderID].sort(),
    );
  });
}

function testCancels(target: Target): void {
  const { ordinary: market, exclusive } = target;

  it("cancels one order, several, a market's, a token's and all", async () => {
    const trader = await target.createTrader();
    const { client } = trader;
    const rest = (place: Market): Promise<string> => target.rest(trader, lowBid(place));
    const sizes = { original_size: "10", size_matched: "0", size_canceled: "10" };
    const canceled = (...ids: readonly string[]) => ({
      canceled: ids,
      not_canceled: {},
      ...(target.dialect === "spec" && {
        canceled_sizes: ids.map((order_id) => ({ order_id, ...sizes })),
      }),
    });
    const [one, two, three] = [await rest(market), await rest(market), await rest(market)];
    const four = await rest(exclusive);
    assert.deepEqual(await client.cancelOrder({ orderID: one }), canceled(one));
    const several = await client.cancelOrders([two, one]);
    assert.deepEqual([several.canceled, Object.keys(several.not_canceled)], [[two], [one]]);
    assert.deepEqual(await client.cancelMarketOrders({ market: market.conditionId }), canceled(three));
    assert.deepEqual(await client.cancelMarketOrders({ asset_id: exclusive.no }), canceled());
    assert.deepEqual(await client.cancelMarketOrders({ asset_id: exclusive.yes }), canceled(four));
    const left = [await rest(market), await rest(exclusive)];
    const all = await client.cancelAll();
    assert.deepEqual(all.canceled.sort(), left.sort());
    assert.deepEqual(await client.getOpenOrders(), []);
    assert.match((await client.getOrder(four)).status, /^canceled$/i);
  });
}

/** Tests methods that only version 2 has. */
function testLibrary(target: Target): void {
  const { maker, taker, ordinary, protocolV2 } = target;
  const amounts = { makerAmount: "5000000", takerAmount: "10000000" };
  const bidOf = (tokenID: string) => ({ tokenID, side: "BUY", ...amounts });

  it("fills orders in a market of Protocol V2 that are signed for its exchange", async () => {
    const resting = await maker.client.createExchangeV3OrderFromAmounts(bidOf(protocolV2.yes));
    const crossing = await taker.client.createExchangeV3OrderFromAmounts(bidOf(protocolV2.no));
    const { orderID } = await maker.client.postOrder(resting);
    assert.equal((await taker.client.postOrder(crossing)).status, "matched");
    assert.equal((await maker.client.getOrder(orderID)).size_matched, "10");
    const trades = await maker.client.getTrades({ market: protocolV2.conditionId });
    assert.ok(trades.some(({ asset_id }: { asset_id: string }) => asset_id === protocolV2.no));
  });

  it("refuses orders that are signed for the exchange of the other version, and names the version", async () => {
    const third = await maker.client.createExchangeV3OrderFromAmounts(bidOf(ordinary.yes));
    const second = await maker.client.createOrder({
      tokenID: protocolV2.yes,
      side: "BUY",
      price: 0.05,
      size: 10,
    });
    for (const order of [third, second]) {
      const refused = await maker.client.postOrder(order);
      assert.equal(refused.status, 400);
      assert.match(refused.hint ?? refused.error, /domain version "3"/);
    }
  });

  it("has no orders from before a migration", async () => {
    assert.deepEqual(await maker.client.getPreMigrationOrders(), []);
  });
}

const idsOf = (orders: readonly { id: string }[]): string[] => orders.map(({ id }) => id);
