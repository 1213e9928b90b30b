/** Orders, keys and notifications of an account, by the Rust clients. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { generatePrivateKey } from "viem/accounts";
import type { Answer } from "../conformance/call-record.ts";
import { idsOf, placedOf } from "./clob-rust-trader.ts";
import type { RustContext, RustTrader } from "./clob-rust-trader.ts";
import { QUOTES } from "./quotes.ts";
import { orderAsset } from "./trader.ts";

export function describeRustAccount(context: RustContext): void {
  describeOrders(context);
  describeCancels(context);
  describeNotices(context);
  describeKeys(context);
  describeRewards(context);
}

function describeOrders({ stage, traders, family }: RustContext): void {
  const { quoted, exclusive, version } = stage;
  const bid = { ...orderAsset(version, quoted.yes), side: "BUY", size: 10 };

  it("posts orders together, scores and cancels them", async () => {
    const { client } = traders[0] as RustTrader;
    const sign = async (price: number) =>
      client.sign!({ order: await client.limit_order!({ ...bid, price }) });
    const orders = [String(await sign(0.05)), String(await sign(0.06))];
    const placed = await client.post_orders!({ orders });
    const ids: string[] = placed.map((answer: Answer) => placedOf(answer).id);
    const [first, second] = ids as [string, string];
    assert.deepEqual(await client.is_order_scoring!({ order_id: first }), { scoring: false });
    const scoring = await client.are_orders_scoring!({ order_ids: ids });
    assert.deepEqual(scoring, { [first]: false, [second]: false });
    assert.deepEqual(idsOf((await client.orders!({ order_id: second })).data), [second]);
    const { canceled, not_canceled: left } = await client.cancel_orders!({ order_ids: ids });
    assert.deepEqual([[...canceled].sort(), left], [[...ids].sort(), {}]);
  });

  it("filters orders and trades by market, and shows whose they are", async () => {
    const [maker, taker] = traders as [RustTrader, RustTrader];
    const { id } = await maker.limit({ token: quoted.yes, side: "BUY", price: 0.05, size: 10 });
    const open = (await maker.client.orders!({ market: quoted.conditionId })).data;
    const order = open.find((found: Answer) => found.id === id);
    assert.equal(order.maker_address.toLowerCase(), maker.wallet.toLowerCase());
    assert.deepEqual([order.order_type, order.price, order.size_matched], ["GTC", "0.05", "0"]);
    assert.deepEqual((await maker.client.orders!({ market: exclusive[0].conditionId })).data, []);
    const [trade, ...others] = (await taker.client.trades!({ market: quoted.conditionId })).data;
    assert.deepEqual([trade.asset_id, trade.size, trade.price, others], [quoted.yes, "10", QUOTES.last, []]);
    // Kuest's owners are ULIDs, Polymarket's are the UUIDs of keys.
    const owner = family.dialect === "kuest" ? /^[0-9A-HJKMNP-TV-Z]{26}$/ : /^[0-9a-f-]{36}$/;
    const owners = [order.owner, trade.owner, ...trade.maker_orders.map((made: Answer) => made.owner)];
    for (const shown of owners) assert.match(shown, owner);
  });
}

function describeCancels({ stage: { quoted }, traders }: RustContext): void {
  it("cancels one order, and all of a market", async () => {
    const [maker] = traders as [RustTrader];
    const rest = () => maker.limit({ token: quoted.yes, side: "BUY", price: 0.05, size: 10 });
    const { id: first } = await rest();
    const answer = await maker.client.cancel_order!({ order_id: first });
    assert.deepEqual([answer.canceled, answer.not_canceled], [[first], {}]);
    const { id: second } = await rest();
    const { canceled } = await maker.client.cancel_market_orders!({ market: quoted.conditionId });
    assert.ok(canceled.includes(second));
    assert.deepEqual(await maker.openOrders(), []);
  });
}

function describeNotices({ stage, traders, createTrader }: RustContext): void {
  // Of a wallet that was in no resolved market: the SDKs take each notification for one of an order.
  it("hears of fills of resting orders", async () => {
    const { quoted } = stage;
    const maker = await createTrader();
    await maker.limit({ token: quoted.no, side: "BUY", price: 0.6, size: 5 });
    await traders[1]!.limit({ token: quoted.yes, side: "BUY", price: 0.4, size: 5 });
    const [notice, ...others] = await maker.client.notifications!();
    const { market, matched_size: matched } = notice.payload;
    assert.deepEqual([market, matched, others], [quoted.conditionId, "5", []]);
    await maker.client.delete_notifications!({ ids: ["1"] });
  });

  it("reads its balance after an update", async () => {
    const { client } = traders[0] as RustTrader;
    await client.update_balance_allowance!();
    const { balance, allowances } = await client.balance_allowance!();
    assert.equal(Number(balance) / 1e6, await traders[0]!.collateral());
    assert.ok(Object.values(allowances).every((allowance) => BigInt(String(allowance)) > 0n));
  });

  it("keeps its orders by heartbeats", async () => {
    const { client } = traders[1] as RustTrader;
    const { heartbeat_id: first } = await client.post_heartbeat!();
    const { heartbeat_id: second } = await client.post_heartbeat!({ heartbeat_id: first });
    assert.notEqual(first, second);
  });
}

function describeKeys({ family, createTrader, connect, traders }: RustContext): void {
  it("knows its address and key, and gives them up", async () => {
    const { client, account } = await createTrader();
    assert.equal(await client.address!(), account.address.toLowerCase());
    assert.match(await client.state!(), /Authenticated/);
    const visitor = await client.deauthenticate!();
    assert.equal(await visitor.ok!(), "OK");
  });

  it("lists its keys, deletes them, and makes another", async () => {
    const { client, credentials } = await createTrader();
    assert.equal((await client.closed_only_mode!()).closed_only, false);
    assert.deepEqual(Object.values(await client.api_keys!()).flat(), [credentials.apiKey]);
    await client.delete_api_key!();
    await assert.rejects(client.api_keys!(), /401/);
    const visitor = await connect();
    const given = { key: generatePrivateKey(), chain: family.chains[0], nonce: 3 };
    assert.ok((await visitor.create_api_key!(given)).key.length > 0);
  });

  it("is refused an order of more than it has", async () => {
    const [maker] = traders as [RustTrader];
    const [{ asset_id: token }] = (await maker.client.trades!()).data;
    await assert.rejects(
      maker.limit({ token, side: "BUY", price: 0.5, size: 1_000_000 }),
      /400.*(?:not enough balance|insufficient|closed|resolved|not accepting)/is,
    );
  });
}

function describeRewards({ family, traders }: RustContext): void {
  it("reads rewards, of which a day in the sandbox has none", async () => {
    const { client } = traders[0] as RustTrader;
    const date = new Date().toISOString().slice(0, 10);
    assert.deepEqual((await client.earnings_for_user_for_day!({ date })).data, []);
    assert.deepEqual(await client.total_earnings_for_user_for_day!({ date }), []);
    assert.deepEqual(await client.reward_percentages!(), {});
    // The first generation asks for it by the route of totals, with parameters that this does not have.
    const config = client.user_earnings_and_markets_config!({ date });
    if (family.orders === 1) await assert.rejects(config, /Invalid payload/);
    else assert.ok(Array.isArray((await config).data));
    const [rewarded] = (await client.current_rewards!()).data;
    const [raw] = (await client.raw_rewards_for_market!({ condition_id: rewarded.condition_id })).data;
    assert.equal(raw.condition_id, rewarded.condition_id);
  });
}
