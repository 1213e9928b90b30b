/** Methods that came with orders of version 2: terms of markets, keys that only read, and codes of builders. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Answer } from "../conformance/call-record.ts";
import { placedOf } from "./clob-rust-trader.ts";
import type { RustContext, RustTrader } from "./clob-rust-trader.ts";
import { QUOTES } from "./quotes.ts";
import { orderAsset } from "./trader.ts";

export function describeKeysOfVersion2(context: RustContext): void {
  describeReadonlyKeys(context);
  describeBuilders(context);
}

export function describeTerms({ stage: { quoted, ordinary }, visitor, traders }: RustContext): void {
  it("reads the compact record of a market", async () => {
    assert.equal(await visitor.version!(), "2");
    const info = await visitor.clob_market_info!({ condition_id: quoted.conditionId });
    const tokens = info.tokens.map(({ token_id }: Answer) => token_id);
    assert.deepEqual(tokens, [quoted.yes, quoted.no]);
    const found = await visitor.market_by_token!({ token_id: quoted.yes });
    assert.equal(found.condition_id, quoted.conditionId);
    assert.equal(await visitor.fee_exponent!({ token_id: ordinary.yes }), "1");
    const [event] = await visitor.market_trades_events!({ condition_id: quoted.conditionId });
    assert.deepEqual([event.market.asset_id, event.side, event.size], [quoted.yes, "BUY", "10"]);
    assert.deepEqual((await (traders[0] as RustTrader).client.pre_migration_orders!()).data, []);
  });

  it("computes prices and hashes of what it read", async () => {
    const order = { token_id: quoted.yes, amount: 10, order_type: "FOK" };
    assert.equal(await visitor.calculate_market_price!({ ...order, side: "BUY" }), QUOTES.ask);
    assert.equal(await visitor.calculate_market_price!({ ...order, side: "SELL" }), QUOTES.bid);
    await visitor.set_fee_rate!({ token_id: quoted.no, base_fee: 7 });
    assert.equal((await visitor.fee_rate_bps!({ token_id: quoted.no })).base_fee, "7");
    await visitor.invalidate_internal_caches!();
    assert.match(await visitor.order_book_hash!({ token_id: quoted.yes }), /^[0-9a-f]{64}$/);
  });
}

function describeReadonlyKeys({ createTrader }: RustContext): void {
  it("makes keys that only read, lists them and deletes them", async () => {
    const { client } = await createTrader();
    const { api_key: key } = await client.create_readonly_api_key!();
    assert.deepEqual(await client.readonly_api_keys!(), [key]);
    await client.delete_readonly_api_key!({ key });
    assert.deepEqual(await client.readonly_api_keys!(), []);
  });
}

function describeBuilders({ stage: { quoted, version }, createTrader, traders }: RustContext): void {
  it("attributes trades to the builder whose code an order has", async () => {
    const [maker, taker] = traders as [RustTrader, RustTrader];
    const builder = await createTrader();
    const made = await builder.client.create_builder_api_key!();
    const listed = await builder.client.builder_api_keys!();
    assert.deepEqual(
      listed.map(({ key }: Answer) => key),
      [made.key],
    );
    const builder_code = `0x${builder.account.address.slice(2).toLowerCase().padStart(64, "0")}`;
    await builder.client.builder_fee_rate!({ builder_code });
    await maker.limit({ token: quoted.no, side: "BUY", price: 0.3, size: 5 });
    const asset = orderAsset(version, quoted.yes);
    const order = { ...asset, side: "BUY", price: 0.7, size: 5, builder_code };
    const signed = await taker.client.sign!({ order: await taker.client.limit_order!(order) });
    const placed = placedOf(await taker.client.post_order!({ order: signed }));
    assert.equal(placed.status, "matched");
    const trades = (await builder.client.builder_trades!({ builder_code })).data;
    assert.deepEqual(
      trades.map(({ size, price }: Answer) => [size, price]),
      [["5", "0.7"]],
    );
    await builder.client.revoke_builder_api_key!();
  });
}
