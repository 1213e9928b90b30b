/** The live channels beside the clients' requests: streams must show what clients do. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { until } from "../support/until.ts";
import { openStream } from "./bot-stream.ts";
import type { Message } from "./bot-stream.ts";
import type { Target } from "./target.ts";

export function testStreams(target: Target): void {
  const { ordinary: market } = target;
  const channel = (name: string): string => `${target.host.replace(/^http/, "ws")}/ws/${name}`;
  const bid = { tokenID: market.yes, side: "BUY", price: 0.2, size: 7 } as const;
  const offer = { tokenID: market.no, side: "BUY", price: 0.8, size: 7 } as const;

  describe("live channels", () => {
    it("shows books, their changes and trades to anyone", async () => {
      const maker = await target.createTrader();
      const stream = await openStream(channel("market"));
      stream.say({ type: "market", assets_ids: [market.yes, market.no] });
      for (const token of [market.yes, market.no]) {
        const book = await stream.first("book", ({ asset_id }) => asset_id === token);
        const { event_type: _, sequence: __, stream_id: ___, server_ts_ms: ____, ...shown } = book;
        assert.deepEqual(
          Object.keys(shown).sort(),
          Object.keys(await maker.client.getOrderBook(token)).sort(),
        );
      }
      const id = await target.rest(maker, bid);
      const change = await stream.first("price_change", causedBy(id));
      assert.deepEqual(
        change.price_changes.map(({ asset_id, side, price, size }: Message) => [asset_id, side, price, size]),
        [
          [market.yes, "BUY", "0.2", "7"],
          [market.no, "SELL", "0.8", "7"],
        ],
      );
      await target.place(target.taker, offer);
      const last = await stream.first("last_trade_price", ({ asset_id }) => asset_id === market.no);
      assert.deepEqual([last.side, last.price, last.size], ["BUY", "0.8", "7"]);
      stream.say("PING");
      await until("PONG came", () => stream.texts.includes("PONG"));
      await stream.close();
    });

    it("shows an account's orders and trades to the account", async () => {
      const trader = await target.createTrader();
      const { key: apiKey, secret, passphrase } = trader.creds;
      const stream = await openStream(channel("user"));
      stream.say({ type: "user", markets: [market.conditionId], auth: { apiKey, secret, passphrase } });
      stream.say("PING");
      await until("PONG came", () => stream.texts.includes("PONG"));
      const id = await target.rest(trader, bid);
      const placed = await stream.first("order", ({ type }) => type === "PLACEMENT");
      assert.deepEqual([placed.id, placed.owner, placed.size_matched], [id, apiKey, "0"]);
      const { tradeIDs } = await target.place(target.taker, offer);
      const updated = await stream.first("order", ({ type }) => type === "UPDATE");
      assert.deepEqual([updated.id, updated.size_matched], [id, "7"]);
      const trade = await stream.first("trade", ({ status }) => status === "CONFIRMED");
      assert.deepEqual([trade.id, trade.size, trade.trade_owner], [tradeIDs[0], "7", apiKey]);
      const resting = await target.rest(trader, bid);
      await trader.client.cancelOrder({ orderID: resting });
      const canceled = await stream.first("order", ({ type }) => type === "CANCELLATION");
      assert.equal(canceled.id, resting);
      await stream.close();
    });

    it("shows trades to anyone", async () => {
      const stream = await openStream(target.host.replace(/^http/, "ws"));
      stream.say({ action: "subscribe", subscriptions: [{ topic: "activity", type: "orders_matched" }] });
      stream.say("ping");
      await until("PONG came", () => stream.texts.includes("PONG"));
      await target.rest(target.maker, bid);
      await target.place(target.taker, offer);
      const wallet = target.taker.address.toLowerCase();
      const { payload } = await stream.first(
        "orders_matched",
        (message) =>
          message.payload.proxyWallet === wallet && message.payload.conditionId === market.conditionId,
      );
      assert.deepEqual([payload.side, payload.size, payload.price, payload.outcomeIndex], ["BUY", 7, 0.8, 1]);
      await stream.close();
    });
  });
}

/** True for the change that the order caused; it names the order. */
const causedBy =
  (id: string) =>
  ({ price_changes: changes }: Message): boolean =>
    changes.some(({ hash }: Message) => hash === id);
