/** Listings of an account that are longer than a page: open orders, and their trades. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Target, Trader } from "./target.ts";

/** Number of orders, more than the 100 of a page. */
const ORDERS = 105;
const BATCH = 15;

export function testHistory(target: Target): void {
  const { exclusive } = target;
  describe("histories longer than a page", () => {
    it("walks open orders and trades to the end", async () => {
      const [maker, taker] = [await target.createTrader(), await target.createTrader()];
      const ids = await restMany(target, maker);
      const open = await maker.client.getOpenOrders({ asset_id: exclusive.yes });
      assert.deepEqual(open.map(({ id }: { id: string }) => id).sort(), ids.sort());
      assert.equal((await maker.client.getOpenOrders({}, true)).length, 100);

      const all = { tokenID: exclusive.no, side: "BUY", price: 0.8, size: ORDERS } as const;
      const { status, tradeIDs } = await target.place(taker, all);
      assert.deepEqual([status, tradeIDs.length], ["matched", ORDERS]);
      for (const [{ client }, side] of [
        [taker, "TAKER"],
        [maker, "MAKER"],
      ] as const) {
        const trades: { id: string; trader_side: string }[] = await client.getTrades();
        assert.deepEqual(trades.map(({ id }) => id).sort(), [...tradeIDs].sort());
        assert.ok(trades.every(({ trader_side }) => trader_side === side));
        assert.equal((await client.getTrades({ market: exclusive.conditionId }, true)).length, 100);
      }
      await walkPages(taker, tradeIDs.length);
    });
  });
}

/** Rests bids of one share each, in batches; resolves with their ids. */
async function restMany(target: Target, { client }: Trader): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < ORDERS) {
    const orders = await Promise.all(
      Array.from({ length: BATCH }, () =>
        client.createOrder({ tokenID: target.exclusive.yes, side: "BUY", price: 0.2, size: 1 }),
      ),
    );
    const answers: { orderID: string; status: string }[] = await client.postOrders(
      orders.map((order) => ({ order, orderType: "GTC" })),
      ...target.library.flags(false),
    );
    assert.ok(answers.every(({ status }) => status === "live"));
    ids.push(...answers.map(({ orderID }) => orderID));
  }
  return ids;
}

async function walkPages({ client }: Trader, total: number): Promise<void> {
  const first = await client.getTradesPaginated();
  assert.deepEqual([first.trades.length, first.limit, first.count], [100, 100, 100]);
  const second = await client.getTradesPaginated({}, first.next_cursor);
  assert.deepEqual([second.trades.length, second.next_cursor], [total - 100, "LTE="]);
  const yesterday = String(Math.floor(Date.now() / 1000) - 86_400);
  assert.deepEqual(await client.getTrades({ before: yesterday }), []);
}
