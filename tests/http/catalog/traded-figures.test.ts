import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { Payout } from "../../../src/core/markets/catalog.ts";
import type { Side } from "../../../src/core/state.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, DIALECTS, startCatalog } from "./world.ts";

const [MAKER, TAKER] = [walletOf("maker"), walletOf("taker")];
const HOUR_MS = 3_600_000;

let exchange: TestExchange;
/** A market of its own for each test, in an event of its own with one other market. */
let name: string;
let count = 0;
before(async () => {
  exchange = await startCatalog();
  for (const wallet of [MAKER, TAKER]) await exchange.open(wallet, "100000");
});
beforeEach(async () => {
  count += 1;
  name = `market ${count}`;
  const names = [name, `sister ${count}`];
  const markets = names.map((one, index) => ({ name: one, id: String(100 * count + index) }));
  await exchange.list(
    testListing(markets, { id: String(count), slug: `event-${count}`, ticker: `e${count}` }),
  );
});
after(() => exchange.close());

type Placed = [account: string, token: "yes" | "no", side: Side, size: string, price: string];

async function place(...orders: readonly Placed[]): Promise<void> {
  for (const [account, token, side, size, price] of orders)
    await exchange.place({ account, tokenId: tokenOf(`${name} ${token}`), side, size, price });
}

const marketNow = async () =>
  answered(
    await exchange.get(`/markets/slug/${name.replace(" ", "-")}`, "polymarket"),
    "/markets/slug/:slug",
    "polymarket",
  );

const eventNow = async () =>
  answered(await exchange.get(`/events/${count}`, "polymarket"), "/events/:id", "polymarket");

async function assertShown(expected: Record<string, unknown>): Promise<void> {
  const { outcomePrices, bestBid, bestAsk, spread, lastTradePrice } = await marketNow();
  const shown = {
    outcomePrices,
    bestBid,
    bestAsk,
    spread,
    ...(lastTradePrice !== undefined && { lastTradePrice }),
  };
  assert.deepEqual(shown, expected);
}

void describe("The prices of Polymarket's dialect", () => {
  void it("are those of an empty book while nobody orders", () =>
    assertShown({ outcomePrices: '["0.5", "0.5"]', bestBid: 0, bestAsk: 1, spread: 1 }));

  void it("show the midpoint of the first outcome, whichever outcome is ordered", async () => {
    await place([MAKER, "yes", "BUY", "10", "0.4"], [MAKER, "no", "BUY", "10", "0.55"]);
    await assertShown({ outcomePrices: '["0.425", "0.575"]', bestBid: 0.4, bestAsk: 0.45, spread: 0.05 });
  });

  void it("show the last trade when a side is empty", async () => {
    await place([MAKER, "yes", "BUY", "10", "0.4"], [TAKER, "no", "BUY", "4", "0.6"]);
    const rest = { bestBid: 0.4, bestAsk: 1, spread: 0.6, lastTradePrice: 0.4 };
    await assertShown({ outcomePrices: '["0.4", "0.6"]', ...rest });
  });

  void it("show the last trade when the spread is wide", async () => {
    await place([MAKER, "yes", "BUY", "10", "0.4"], [TAKER, "no", "BUY", "10", "0.6"]);
    await place([MAKER, "yes", "BUY", "10", "0.1"], [MAKER, "no", "BUY", "10", "0.1"]);
    const rest = { bestBid: 0.1, bestAsk: 0.9, spread: 0.8, lastTradePrice: 0.4 };
    await assertShown({ outcomePrices: '["0.4", "0.6"]', ...rest });
  });

  const PAYOUTS: [payout: Payout, prices: string][] = [
    [[1, 0], '["1", "0"]'],
    [[0, 1], '["0", "1"]'],
    [[1, 1], '["0.5", "0.5"]'],
  ];
  for (const [payout, outcomePrices] of PAYOUTS) {
    void it(`show what a share pays after a resolution at ${payout.join("-")}`, async () => {
      await place([MAKER, "yes", "BUY", "10", "0.4"], [TAKER, "no", "BUY", "4", "0.6"]);
      await exchange.submit({ type: "resolve-market", conditionId: hashOf(name), payout });
      await assertShown({ outcomePrices, bestBid: 0, bestAsk: 1, spread: 1, lastTradePrice: 0.4 });
      const { closed, active, acceptingOrders, umaResolutionStatus } = await marketNow();
      const status = { closed, active, acceptingOrders, umaResolutionStatus };
      assert.deepEqual(status, {
        closed: true,
        active: true,
        acceptingOrders: false,
        umaResolutionStatus: "resolved",
      });
    });
  }
});

void describe("The amounts of Polymarket's dialect", () => {
  void it("count what was traded, what rests and what is locked, to the micro", async () => {
    await place([MAKER, "yes", "BUY", "33.33", "0.37"], [TAKER, "no", "BUY", "11.11", "0.63"]);
    const market = await marketNow();
    assert.equal(market.volume, "6.9993");
    assert.equal(market.volumeNum, 6.9993);
    assert.equal(market.volume24hr, 6.9993);
    assert.equal(market.liquidity, "8.2214");
    assert.equal(market.liquidityNum, 8.2214);
    const event = await eventNow();
    const { volume, volume24hr, liquidity, openInterest } = event;
    assert.deepEqual([volume, volume24hr, liquidity, openInterest], [6.9993, 6.9993, 8.2214, 11.11]);
    const { events, ...nested } = market;
    assert.deepEqual(event.markets[0], nested);
    assert.deepEqual({ ...event, ...events[0] }, event);
    const [listed] = (await exchange.get(`/events?slug=event-${count}`, "polymarket")).body;
    assert.equal(listed.openInterest, 11.11);
    assert.deepEqual(listed.markets, event.markets);
  });

  void it("are summed over the markets of an event", async () => {
    await place([MAKER, "yes", "BUY", "10", "0.5"], [TAKER, "no", "BUY", "10", "0.5"]);
    name = `sister ${count}`;
    await place([MAKER, "no", "BUY", "20", "0.25"], [TAKER, "yes", "BUY", "20", "0.75"]);
    const { volume, openInterest, markets } = await eventNow();
    assert.deepEqual([volume, openInterest], [20, 30]);
    assert.deepEqual(
      markets.map((market: { volumeNum: number }) => market.volumeNum),
      [5, 15],
    );
  });

  void it("forget what was traded more than 24 full hours ago", async () => {
    await place([MAKER, "yes", "BUY", "10", "0.5"], [TAKER, "no", "BUY", "10", "0.5"]);
    await exchange.wait(24 * HOUR_MS);
    assert.equal((await marketNow()).volume24hr, 5);
    await exchange.wait(HOUR_MS);
    assert.equal((await marketNow()).volume24hr, 0);
    assert.equal((await eventNow()).volume24hr, 0);
    assert.equal((await marketNow()).volumeNum, 5);
  });

  void it("forget what was traded more than a week, a month and a year ago", async () => {
    const spansOf = (row: Readonly<Record<string, number>>) => [
      row["volume1wk"],
      row["volume1mo"],
      row["volume1yr"],
    ];
    await place([MAKER, "yes", "BUY", "10", "0.5"], [TAKER, "no", "BUY", "10", "0.5"]);
    for (const [days, spans] of [
      [0, [5, 5, 5]],
      [8, [0, 5, 5]],
      [23, [0, 0, 5]],
      [335, [0, 0, 0]],
    ] as const) {
      await exchange.wait(days * 24 * HOUR_MS);
      const [market, event] = [await marketNow(), await eventNow()];
      for (const row of [market, event, market.events[0]]) assert.deepEqual(spansOf(row), spans, `${days}`);
      assert.equal(market.volume1yrClob, spans[2]);
    }
    await place([MAKER, "yes", "BUY", "10", "0.5"], [TAKER, "no", "BUY", "10", "0.5"]);
    assert.deepEqual(spansOf(await marketNow()), [5, 5, 5]);
  });

  void it("have the place of a market in its event", async () => {
    const { markets } = await eventNow();
    assert.deepEqual(
      markets.map((market: { groupItemThreshold: string }) => market.groupItemThreshold),
      ["0", "1"],
    );
    const { body } = await exchange.get(`/markets/slug/sister-${count}`, "polymarket");
    assert.equal(body.groupItemThreshold, "1");
  });
});

void describe("The flags of every dialect", () => {
  const flagsNow = async (dialect: (typeof DIALECTS)[number]) => {
    const { active, closed, archived } = (await exchange.get(`/markets/${hashOf(name)}`, dialect)).body;
    return { active, closed, archived };
  };

  void it("follow the market at once", async () => {
    const conditionId = hashOf(name);
    for (const dialect of DIALECTS)
      assert.deepEqual(await flagsNow(dialect), { active: true, closed: false, archived: false });
    await exchange.submit({ type: "pause-market", conditionId });
    for (const dialect of DIALECTS)
      assert.deepEqual(await flagsNow(dialect), { active: true, closed: false, archived: false });
    assert.equal((await marketNow()).acceptingOrders, false);
    assert.equal((await marketNow()).enableOrderBook, true);
    await exchange.submit({ type: "resolve-market", conditionId, payout: [1, 0] });
    for (const dialect of DIALECTS)
      assert.deepEqual(await flagsNow(dialect), { active: true, closed: true, archived: false });
    assert.equal((await eventNow()).closed, false);
    await exchange.submit({ type: "resolve-market", conditionId: hashOf(`sister ${count}`), payout: [1, 0] });
    for (const dialect of DIALECTS) {
      const { active, closed } = (await exchange.get(`/events/${count}`, dialect)).body;
      assert.deepEqual({ active, closed }, { active: true, closed: true });
    }
  });

  void it("say which markets that are shown take no orders any more", async () => {
    const id = "5000";
    const archived = { name: "archived", id, active: false, archived: true };
    await exchange.list(testListing([archived], { id, slug: "archived-event", ticker: "archived" }));
    const { active, acceptingOrders, enableOrderBook, acceptingOrdersTimestamp } = (
      await exchange.get(`/markets/${id}`, "polymarket")
    ).body;
    const flags = { active, acceptingOrders, enableOrderBook, acceptingOrdersTimestamp };
    assert.deepEqual(flags, {
      active: false,
      acceptingOrders: false,
      enableOrderBook: false,
      acceptingOrdersTimestamp: undefined,
    });
  });
});
