/** An account's reads about itself: balances, notifications, heartbeats, scoring, rewards. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { until } from "../support/until.ts";
import type { Target } from "./target.ts";

const TODAY = new Date().toISOString().slice(0, 10);

export function testAccount(target: Target): void {
  const { quoted: market, maker } = target;

  describe("account", () => {
    it("gives balances in base units, of collateral and of a token", async () => {
      const trader = await target.createTrader();
      const { client } = trader;
      const before = await client.getBalanceAllowance({ asset_type: "COLLATERAL" });
      assert.equal(before.balance, "10000000000");
      assert.ok(Object.values(before.allowances).every((allowance) => BigInt(String(allowance)) > 0n));
      await target.rest(maker, { tokenID: market.yes, side: "BUY", price: 0.5, size: 5 });
      await target.place(trader, { tokenID: market.no, side: "BUY", price: 0.5, size: 5 });
      const shares = await client.getBalanceAllowance({ asset_type: "CONDITIONAL", token_id: market.no });
      assert.equal(shares.balance, "5000000");
      await client.updateBalanceAllowance({ asset_type: "COLLATERAL" });
      const after = await client.getBalanceAllowance({ asset_type: "COLLATERAL" });
      assert.equal(after.balance, "9997500000");
    });

    it("notifies of fills of resting orders until the notification is dropped", async () => {
      const trader = await target.createTrader();
      const id = await target.rest(trader, { tokenID: market.yes, side: "BUY", price: 0.5, size: 5 });
      await target.place(target.taker, { tokenID: market.no, side: "BUY", price: 0.5, size: 5 });
      const notifications = await trader.client.getNotifications();
      assert.equal(notifications.length, 1);
      const [{ type, payload, ...rest }] = notifications;
      assert.deepEqual([type, payload.order_id], [2, id]);
      await trader.client.dropNotifications({ ids: [String(rest.id)] });
      assert.deepEqual(await trader.client.getNotifications(), []);
    });

    it("keeps a session alive by its heartbeats", async () => {
      const { client } = await target.createTrader();
      const first = await client.postHeartbeat();
      const second = await client.postHeartbeat(first.heartbeat_id);
      assert.notEqual(second.heartbeat_id, first.heartbeat_id);
      const wrong = await client.postHeartbeat(first.heartbeat_id);
      assert.deepEqual(
        [wrong.error, wrong.status, wrong.heartbeat_id],
        ["Invalid Heartbeat ID", 400, second.heartbeat_id],
      );
    });

    it("scores orders that rest near the midpoint for long enough", async () => {
      const { client } = maker;
      const id = await target.rest(maker, { tokenID: market.yes, side: "BUY", price: 0.49, size: 100 });
      const far = await target.rest(maker, { tokenID: market.yes, side: "BUY", price: 0.05, size: 100 });
      await until("the order scores", async () => (await client.isOrderScoring({ order_id: id })).scoring);
      assert.deepEqual(await client.isOrderScoring({ order_id: far }), { scoring: false });
      const several = await client.areOrdersScoring({ orderIds: [id, far] });
      assert.deepEqual(several, { [id]: true, [far]: false });
    });

    it("has no rewards, in the pages that clients read", async () => {
      const { client } = maker;
      assert.deepEqual(await client.getEarningsForUserForDay(TODAY), []);
      assert.deepEqual(await client.getTotalEarningsForUserForDay(TODAY), []);
      assert.deepEqual(await client.getRewardPercentages(), {});
      assert.ok(Array.isArray(await client.getUserEarningsAndMarketsConfig(TODAY)));
    });
  });
}
