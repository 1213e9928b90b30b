/** Public reads: books, prices, parameters of markets and tokens, listings. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Client } from "./call-record.ts";
import type { Target } from "./target.ts";

/** The maker's quotes are at 0.49 and 0.51. Polymarket's BUY is the best bid, elsewhere it is the best ask. */
const bought = ({ dialect }: Target): string => (dialect === "polymarket" ? "0.49" : "0.51");
const sold = ({ dialect }: Target): string => (dialect === "polymarket" ? "0.51" : "0.49");

export function testMarketData(target: Target): void {
  const { quoted: market, exclusive } = target;
  const client = target.connect();
  const both = [market.yes, market.no].map((token_id) => ({ token_id, side: "BUY" }));

  describe("books and prices", () => {
    it("gives books whose hash the client computes alike", async () => {
      const book = await client.getOrderBook(market.yes);
      assert.deepEqual(book.bids, [{ price: "0.49", size: "100" }]);
      assert.deepEqual(book.asks, [{ price: "0.51", size: "100" }]);
      assert.equal(await client.getOrderBookHash({ ...book }), book.hash);
      const books = await client.getOrderBooks(both);
      assert.deepEqual(
        books.map(({ asset_id }: { asset_id: string }) => asset_id).sort(),
        [market.yes, market.no].sort(),
      );
    });

    it("gives prices, midpoints and spreads, of one token and of several", async () => {
      assert.deepEqual(await client.getMidpoint(market.yes), { mid: "0.5" });
      assert.deepEqual(await client.getMidpoints(both), { [market.yes]: "0.5", [market.no]: "0.5" });
      assert.deepEqual(await client.getSpread(market.yes), { spread: "0.02" });
      assert.deepEqual(await client.getSpreads(both), { [market.yes]: "0.02", [market.no]: "0.02" });
      assert.deepEqual(await client.getPrice(market.yes, "BUY"), { price: bought(target) });
      assert.deepEqual(await client.getPrice(market.yes, "SELL"), { price: sold(target) });
      const prices = { BUY: bought(target), SELL: sold(target) };
      assert.deepEqual(await client.getPrices(both), { [market.yes]: prices, [market.no]: prices });
      assert.equal(await client.calculateMarketPrice(market.yes, "BUY", 10), 0.51);
      assert.equal(await client.calculateMarketPrice(market.yes, "SELL", 10), 0.49);
    });

    it("gives the last price once there is a trade", async () => {
      const never = await client.getLastTradePrice(market.yes);
      if (target.dialect === "polymarket") assert.deepEqual(never, { price: "0.5", side: "" });
      else assert.deepEqual([never.status, never.code], [404, "no_trades"]);
      await target.rest(target.maker, { tokenID: market.yes, side: "BUY", price: 0.5, size: 5 });
      await target.place(target.taker, { tokenID: market.no, side: "BUY", price: 0.5, size: 5 });
      const expected = { price: "0.5", side: "BUY" };
      assert.deepEqual(await client.getLastTradePrice(market.no), expected);
      assert.deepEqual(await client.getLastTradesPrices([both[1]]), [{ token_id: market.no, ...expected }]);
      const events = await client.getMarketTradesEvents(market.conditionId);
      assert.equal(events.length, 1);
      assert.deepEqual([events[0].market.asset_id, events[0].side], [market.no, "BUY"]);
    });

    it("gives the history of prices", async () => {
      const { history } = await client.getPricesHistory({ market: market.yes, interval: "1d" });
      assert.ok(Array.isArray(history));
    });
  });

  describe("markets", () => {
    it("gives the parameters of a token", async () => {
      assert.equal(await client.getTickSize(market.yes), "0.01");
      assert.equal(await client.getNegRisk(market.yes), false);
      assert.equal(await client.getNegRisk(exclusive.yes), true);
      assert.equal(await client.getFeeRateBps(market.yes), 0);
    });

    it("gives every market once on its pages, and one by its id", async () => {
      const full = await walk((cursor) => client.getMarkets(cursor));
      assert.equal(full.pages, 2);
      assert.deepEqual(await walk((cursor) => client.getSimplifiedMarkets(cursor)), full);
      const sampled = await walk((cursor) => client.getSamplingMarkets(cursor));
      assert.deepEqual(await walk((cursor) => client.getSamplingSimplifiedMarkets(cursor)), sampled);
      assert.ok(sampled.ids.includes(market.conditionId));
      const one = await client.getMarket(market.conditionId);
      assert.deepEqual(
        one.tokens.map(({ token_id }: { token_id: string }) => token_id),
        [market.yes, market.no],
      );
    });

    it("gives the rewards of markets", async () => {
      const current: { condition_id: string }[] = await client.getCurrentRewards();
      assert.ok(current.some(({ condition_id }) => condition_id === market.conditionId));
      const [rewards, ...others] = await client.getRawRewardsForMarket(market.conditionId);
      assert.deepEqual([rewards.condition_id, others], [market.conditionId, []]);
      assert.ok(rewards.rewards_config[0].rate_per_day > 0);
    });
  });

  describe("service", () => {
    it("answers, and gives its time", async () => {
      assert.equal(await client.getOk(), "OK");
      const seconds = await client.getServerTime();
      assert.ok(Number.isInteger(seconds) && seconds > 1.7e9);
    });

    testLibrary(target, client);
  });
}

/** Tests methods that only one of the libraries has. */
function testLibrary(target: Target, client: Client): void {
  const { quoted: market, exclusive } = target;
  if (target.library.name === "clob-client") {
    it("forgets the tick sizes that it knows", async () => {
      await client.clearTickSizeCache(market.yes);
      await client.clearTickSizeCache();
      assert.equal(await client.getTickSize(market.yes), "0.01");
    });
    return;
  }
  it("gives its version and the compact record of a market", async () => {
    assert.equal(await client.getVersion(), 2);
    assert.equal(await client.getFeeExponent(exclusive.yes), 1);
    const info = await client.getClobMarketInfo(market.conditionId);
    assert.deepEqual([info.mts, info.nr], [0.01, false]);
    assert.deepEqual(
      info.t.map(({ t }: { t: string }) => t),
      [market.yes, market.no],
    );
  });
}

type Page = {
  readonly data: readonly { condition_id: string }[];
  readonly count: number;
  readonly next_cursor: string;
};

async function walk(read: (cursor?: string) => Promise<Page>): Promise<{ pages: number; ids: string[] }> {
  const ids: string[] = [];
  let page = await read();
  for (let pages = 1; ; pages += 1) {
    assert.equal(page.count, page.data.length);
    ids.push(...page.data.map(({ condition_id }) => condition_id));
    if (page.next_cursor === "LTE=") {
      assert.equal(new Set(ids).size, ids.length);
      return { pages, ids };
    }
    page = await read(page.next_cursor);
  }
}
