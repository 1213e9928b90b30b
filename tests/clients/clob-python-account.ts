/** Orders, notifications and keys, as the Python clients of the trading interface have them. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Answer } from "../conformance/call-record.ts";
import { idsOf, placedOf } from "./clob-python.ts";
import type { FamilyContext, PythonTrader } from "./clob-python.ts";
import { QUOTES } from "./quotes.ts";

export function describeOrders({ stage, family, opened: { params }, traders }: FamilyContext): void {
  const { quoted, exclusive } = stage;
  const bid = { token: quoted.yes, side: "BUY", price: 0.05, size: 10 } as const;

  it("posts orders together, scores and cancels them", async () => {
    const { client } = traders[0]!;
    const sign = (price: number) =>
      client.create_order(params("OrderArgs", { token_id: quoted.yes, side: "BUY", price, size: 10 }));
    const placed = await client.post_orders([
      params(family.batchOrder, { order: await sign(0.05), orderType: "GTC" }),
      params(family.batchOrder, { order: await sign(0.06), orderType: "GTC" }),
    ]);
    const ids: string[] = placed.map((answer: Answer) => placedOf(answer).id);
    const [first, second] = ids as [string, string];
    assert.deepEqual(await client.is_order_scoring(params("OrderScoringParams", { orderId: first })), {
      scoring: false,
    });
    const scoring = await client.are_orders_scoring(params("OrdersScoringParams", { orderIds: ids }));
    assert.deepEqual(scoring, { [first]: false, [second]: false });
    const given = params("OpenOrderParams", { id: second });
    assert.deepEqual(idsOf(await client[family.openOrders]!(given)), [second]);
    assert.deepEqual(await client.cancel_orders(ids), { canceled: ids, not_canceled: {} });
  });

  it("filters orders and trades by market", async () => {
    const [maker, taker] = traders as [PythonTrader, PythonTrader];
    const { id } = await maker.limit({ ...bid });
    const open = await maker.client[family.openOrders]!(
      params("OpenOrderParams", { market: quoted.conditionId }),
    );
    assert.ok(idsOf(open).includes(id) && open.every(({ market }: Answer) => market === quoted.conditionId));
    const none = params("OpenOrderParams", { market: exclusive[0].conditionId });
    assert.deepEqual(await maker.client[family.openOrders]!(none), []);
    const [trade, ...others] = await taker.client.get_trades(
      params("TradeParams", { market: quoted.conditionId }),
    );
    assert.deepEqual([trade.asset_id, trade.size, trade.price, others], [quoted.yes, "10", QUOTES.last, []]);
  });
}

export function describeAccount({ stage, opened: { params }, traders }: FamilyContext): void {
  it("hears of fills of resting orders, and drops what it heard", async () => {
    const { client } = traders[0]!;
    const notifications = await client.get_notifications();
    assert.ok(notifications.length > 0);
    assert.ok(notifications.some(({ payload }: Answer) => payload.market === stage.ordinary.conditionId));
    const ids = notifications.map(({ id }: Answer) => String(id));
    await client.drop_notifications(params("DropNotificationParams", { ids }));
    assert.deepEqual(await client.get_notifications(), []);
  });

  it("reads its balance after an update", async () => {
    const { client } = traders[0]!;
    const asked = params("BalanceAllowanceParams", { asset_type: "COLLATERAL" });
    await client.update_balance_allowance(asked);
    const { balance, allowances } = await client.get_balance_allowance(asked);
    assert.equal(Number(balance) / 1e6, await traders[0]!.collateral());
    assert.ok(Object.values(allowances).every((allowance) => BigInt(String(allowance)) > 0n));
  });

  it("keeps its orders by heartbeats", async () => {
    const { client } = traders[1]!;
    const { heartbeat_id: first } = await client.post_heartbeat("");
    const { heartbeat_id: second } = await client.post_heartbeat(first);
    assert.notEqual(first, second);
  });
}

export function describeKeys({ stage, family, opened: { createTrader } }: FamilyContext): void {
  it("makes keys that only read, lists them and deletes them", async () => {
    const { client, credentials } = await createTrader();
    assert.deepEqual((await client.get_closed_only_mode()).closed_only, false);
    const listed = await client.get_api_keys();
    assert.deepEqual(stage.dialect === "polymarket" ? listed.apiKeys : listed, [credentials.apiKey]);
    const readonly = await client.create_readonly_api_key();
    const key = readonly.api_key ?? readonly.apiKey;
    assert.deepEqual(await client.get_readonly_api_keys(), { readonlyApiKeys: [key] });
    await client.delete_readonly_api_key(key);
    assert.deepEqual(await client.get_readonly_api_keys(), { readonlyApiKeys: [] });
  });

  it("deletes its key, which is refused from then on", async () => {
    const { client } = await createTrader();
    await client.delete_api_key();
    await assert.rejects(client.get_api_keys(), /401/);
    assert.ok((await client[family.createKeys]!(7)).api_key.length > 0);
  });
}
