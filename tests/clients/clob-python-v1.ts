/** Methods that Polymarket's first Python client and Kuest's have in common. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Answer } from "../conformance/call-record.ts";
import { placedOf } from "./clob-python.ts";
import { newOwner } from "./owner.ts";
import type { FamilyContext, PythonTrader } from "./clob-python.ts";
import { make } from "./python.ts";
import type { Python } from "./python.ts";
import { QUOTES } from "./quotes.ts";
import { post } from "./requests.ts";

export type Version1 = FamilyContext & {
  /** Configures the client for orders of the builder with this code. */
  readonly configure?: (python: Python, code: string) => Promise<void>;
  /** Addresses of the contracts that its orders are signed for. */
  readonly contracts: {
    readonly collateral: string;
    readonly conditional: string;
    readonly exchange: string;
  };
};

export function describeVersion1(context: Version1): void {
  describeMode(context);
  describeOrders(context);
  describeKeys(context);
}

function describeMode({ stage, opened: { visitor }, traders, contracts }: Version1): void {
  const { quoted } = stage;

  it("knows its mode, and the contracts of its chain", async () => {
    const { client, account } = traders[0]!;
    assert.equal(await client.get_address(), account.address);
    assert.equal(await visitor.get_address(), null);
    assert.equal(await visitor.get_collateral_address(), contracts.collateral);
    assert.equal(await visitor.get_conditional_address(), contracts.conditional);
    assert.equal(await visitor.get_exchange_address(), contracts.exchange);
    await client.assert_level_1_auth();
    await client.assert_level_2_auth();
    await assert.rejects(visitor.assert_level_2_auth(), /PolyException/);
    assert.equal(await client.can_builder_auth(), false);
    await assert.rejects(client.assert_builder_auth(), /PolyException/);
  });

  it("computes the price of a market order from the book", async () => {
    await visitor.clear_tick_size_cache();
    const { client } = traders[0]!;
    assert.equal(await client.calculate_market_price(quoted.yes, "BUY", 10, "FOK"), Number(QUOTES.ask));
    assert.equal(await client.calculate_market_price(quoted.yes, "SELL", 10, "FOK"), Number(QUOTES.bid));
    const book = await visitor.get_order_book(quoted.yes);
    assert.equal(await visitor.get_order_book_hash(book), book.hash);
  });
}

function describeOrders({ stage: { quoted }, opened: { params }, traders }: Version1): void {
  it("creates and cancels orders in one call each", async () => {
    const { client } = traders[0]!;
    const given = { token_id: quoted.yes, side: "BUY", price: 0.05, size: 10 };
    const rest = async (): Promise<string> =>
      placedOf(await client.create_and_post_order(params("OrderArgs", given))).id;
    const first = await rest();
    assert.deepEqual(await client.cancel(first), { canceled: [first], not_canceled: {} });
    const second = await rest();
    const { canceled } = await client.cancel_market_orders(quoted.conditionId);
    assert.ok(canceled.includes(second));
    assert.deepEqual(await client.get_orders(), []);
  });
}

function describeKeys({ stage, family, opened, traders, configure }: Version1): void {
  const { quoted } = stage;
  const { visitor, params } = opened;

  it("makes keys of other nonces, and validates one that only reads", async () => {
    const { client, account } = await opened.createTrader();
    const { api_key: key } = await client.create_readonly_api_key();
    assert.deepEqual(await visitor.validate_readonly_api_key(account.address, key), { valid: true });
    const owner = newOwner();
    const fresh = await opened.connect({ key: owner.key, ...family.options(owner.address) });
    assert.ok((await fresh.create_api_key(3)).api_key.length > 0);
  });

  it("attributes trades to a builder", async () => {
    const [maker] = traders as [PythonTrader];
    const builder = await opened.createTrader();
    const code = `0x${builder.account.address.slice(2).toLowerCase().padStart(64, "0")}`;
    const key = await post(stage, builder, "/auth/builder-api-key", {});
    await configure?.(opened.python, code);
    const owner = newOwner();
    const plain = await opened.connect({ key: owner.key, ...family.options(owner.address) });
    const creds = await plain[family.createKeys]!();
    const building = await opened.connect({
      key: owner.key,
      ...family.options(owner.address),
      creds: make(`${family.types}:ApiCreds`, { ...creds }),
      builder_config: make("py_builder_signing_sdk.config:BuilderConfig", {
        local_builder_creds: make("py_builder_signing_sdk.sdk_types:BuilderApiKeyCreds", key),
      }),
    });
    assert.equal(await building.can_builder_auth(), true);
    await building.assert_builder_auth();
    await maker.limit({ token: quoted.no, side: "BUY", price: 0.3, size: 5 });
    const given = { token_id: quoted.yes, side: "BUY", price: 0.7, size: 5 };
    const { orderID } = await building.create_and_post_order(params("OrderArgs", given));
    const trades = await building.get_builder_trades();
    assert.deepEqual(
      trades.map(({ takerOrderHash, size }: Answer) => [takerOrderHash, size]),
      [[orderID, "5"]],
    );
  });
}
