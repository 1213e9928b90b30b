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
      const resting = await placeMany(target, maker, { tokenID: exclusive.yes, price: 0.2 });
      assert.ok(resting.every(({ status }) => status === "live"));
      const ids = resting.map(({ orderID }) => orderID);
      const open = await maker.client.getOpenOrders({ asset_id: exclusive.yes });
      assert.deepEqual(open.map(({ id }: { id: string }) => id).sort(), ids.sort());
      assert.equal((await maker.client.getOpenOrders({}, true)).length, 100);

      const taking = await placeMany(target, taker, { tokenID: exclusive.no, price: 0.8 });
      const tradeIDs = taking.flatMap((answer) => answer.tradeIDs);
      assert.equal(tradeIDs.length, ORDERS);
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

type Answer = { readonly orderID: string; readonly status: string; readonly tradeIDs: readonly string[] };

/** Places bids of one share each, in batches; resolves with the answers. */
async function placeMany(
  target: Target,
  { client }: Trader,
  terms: { readonly tokenID: string; readonly price: number },
): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < ORDERS) {
    const orders = await Promise.all(
      Array.from({ length: BATCH }, () => client.createOrder({ ...terms, side: "BUY", size: 1 })),
    );
    answers.push(
      ...(await client.postOrders(
        orders.map((order) => ({ order, orderType: "GTC" })),
        ...target.library.flags(false),
      )),
    );
  }
  return answers;
}

async function walkPages({ client }: Trader, total: number): Promise<void> {
  const first = await client.getTradesPaginated();
  assert.deepEqual([first.trades.length, first.limit, first.count], [100, 100, 100]);
  const second = await client.getTradesPaginated({}, first.next_cursor);
  assert.deepEqual([second.trades.length, second.next_cursor], [total - 100, "LTE="]);
  const yesterday = String(Math.floor(Date.now() / 1000) - 86_400);
  assert.deepEqual(await client.getTrades({ before: yesterday }), []);
}
