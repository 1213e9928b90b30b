/** py-clob-client-v2: Polymarket's second Python client, whose orders are of version 2. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Answer } from "../conformance/call-record.ts";
import { createFamilySuite } from "./clob-python-suite.ts";
import { idsOf, placedOf } from "./clob-python.ts";
import type { Family, FamilyContext, PythonTrader } from "./clob-python.ts";
import { newOwner } from "./owner.ts";
import { QUOTES } from "./quotes.ts";

const FAMILY: Family = {
  name: "py-clob-client-v2",
  version: "1.2.1",
  dialect: "polymarket",
  versions: ["v1", "v2"],
  client: "py_clob_client_v2.client",
  types: "py_clob_client_v2.clob_types",
  createKeys: "create_or_derive_api_key",
  openOrders: "get_open_orders",
  batchOrder: "PostOrdersV2Args",
  options: () => ({}),
  walletOf: (owner) => owner,
};

export const pyClobClientV2 = createFamilySuite(FAMILY, (context) => {
  describeReads(context);
  describeOrders(context);
  describeBuilders(context);
});

function describeOrders({ stage: { quoted }, opened: { params }, traders }: FamilyContext): void {
  const bid = { token_id: quoted.yes, side: "BUY", price: 0.05, size: 10 };

  it("creates and cancels orders in one call each", async () => {
    const { client } = traders[0]!;
    const rest = async (): Promise<string> =>
      placedOf(await client.create_and_post_order(params("OrderArgs", bid))).id;
    const first = await rest();
    const payload = params("OrderPayload", { orderID: first });
    assert.deepEqual(await client.cancel_order(payload), { canceled: [first], not_canceled: {} });
    const second = await rest();
    const cancel = params("OrderMarketCancelParams", { market: quoted.conditionId });
    assert.ok((await client.cancel_market_orders(cancel)).canceled.includes(second));
    assert.deepEqual(await client.get_open_orders(), []);
    assert.deepEqual(await client.get_pre_migration_orders(), []);
  });

  it("buys at the market in one call", async () => {
    const [maker, taker] = traders as [PythonTrader, PythonTrader];
    await maker.limit({ token: quoted.yes, side: "BUY", price: 0.4, size: 10 });
    const order = { token_id: quoted.no, side: "BUY", amount: 3, order_type: "FOK" };
    const placed = await taker.client.create_and_post_market_order(params("MarketOrderArgs", order));
    assert.deepEqual([placed.status, placed.makingAmount, placed.takingAmount], ["matched", "3", "5"]);
    const first = await taker.client.get_trades_paginated();
    assert.ok(first.trades.some(({ taker_order_id: id }: Answer) => id === placed.orderID));
    assert.equal(first.next_cursor, "LTE=");
  });
}

function describeReads({ stage, opened: { visitor, params }, traders }: FamilyContext): void {
  const { quoted, ordinary } = stage;

  it("reads the compact record of a market", async () => {
    assert.equal(await visitor.get_version(), 2);
    const info = await visitor.get_clob_market_info(quoted.conditionId);
    assert.deepEqual(
      [info.mts, info.nr, info.t.map(({ t }: Answer) => t)],
      [0.01, false, [quoted.yes, quoted.no]],
    );
    assert.equal(await visitor.get_fee_exponent(ordinary.yes), 1);
    assert.equal(await visitor.get_fee_rate_bps(ordinary.yes), 200);
  });

  it("reads the history of prices", async () => {
    const asked = params("PricesHistoryParams", { market: ordinary.yes, interval: "1d", fidelity: 1 });
    const { history } = await visitor.get_prices_history(asked);
    assert.ok(history.every(({ t, p }: Answer) => Number.isInteger(t) && p >= 0 && p <= 1));
  });

  it("knows its mode", async () => {
    const { client, account } = traders[0]!;
    assert.equal(await client.get_address(), account.address);
    await client.assert_level_1_auth();
    await client.assert_level_2_auth();
    await assert.rejects(visitor.assert_level_2_auth());
  });

  it("computes the price of a market order, and the hash of a book", async () => {
    const { client } = traders[0]!;
    assert.equal(await client.calculate_market_price(quoted.yes, "BUY", 10), Number(QUOTES.ask));
    assert.equal(await client.calculate_market_price(quoted.yes, "SELL", 10), Number(QUOTES.bid));
    const { hash, ...book } = await visitor.get_order_book(quoted.yes);
    const levels = (side: readonly Answer[]) => side.map((level) => params("OrderSummary", level));
    const summary = { ...book, bids: levels(book.bids), asks: levels(book.asks) };
    assert.equal(await visitor.get_order_book_hash(params("OrderBookSummary", { ...summary, hash })), hash);
  });

  it("reads rewards, of which a day in the sandbox has none", async () => {
    const { client } = traders[0]!;
    const today = new Date().toISOString().slice(0, 10);
    const current: Answer[] = await visitor.get_current_rewards();
    const [rewarded] = current;
    const [raw] = await visitor.get_raw_rewards_for_market(rewarded.condition_id);
    assert.deepEqual(raw.condition_id, rewarded.condition_id);
    assert.deepEqual(await client.get_earnings_for_user_for_day(today), []);
    assert.deepEqual(await client.get_total_earnings_for_user_for_day(today), []);
    assert.deepEqual(await client.get_reward_percentages(), {});
    assert.ok(Array.isArray(await client.get_user_earnings_and_markets_config(today)));
  });
}

function describeBuilders({ stage: { quoted }, opened, traders }: FamilyContext): void {
  const { params } = opened;

  it("makes, lists and revokes a builder's keys", async () => {
    const { client } = await opened.createTrader();
    const made = await client.create_builder_api_key();
    const listed = await client.get_builder_api_keys();
    assert.deepEqual(idsOf(listed.map(({ key }: Answer) => ({ id: key }))), [made.key]);
    assert.equal(await client.revoke_builder_api_key(), "OK");
    const fresh = await opened.connect({ key: newOwner().key });
    assert.ok((await fresh.create_api_key(3)).api_key.length > 0);
  });

  it("attributes trades to the builder whose code an order has", async () => {
    const [maker, taker] = traders as [PythonTrader, PythonTrader];
    const builder = await opened.createTrader();
    const code = `0x${builder.account.address.slice(2).toLowerCase().padStart(64, "0")}`;
    await maker.limit({ token: quoted.no, side: "BUY", price: 0.3, size: 5 });
    const order = { token_id: quoted.yes, side: "BUY", price: 0.7, size: 5, builder_code: code };
    const placed = await taker.client.create_and_post_order(params("OrderArgs", order));
    assert.equal(placed.status, "matched");
    const { trades } = await builder.client.get_builder_trades(
      params("BuilderTradeParams", { builder_code: code }),
    );
    assert.deepEqual(
      trades.map(({ takerOrderHash, builderCode }: Answer) => [takerOrderHash, builderCode]),
      [[placed.orderID, code]],
    );
  });
}
