import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Payout } from "../../../src/core/markets/catalog.ts";
import { lots } from "../../../src/core/units.ts";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { hashOf, START_AT, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, DIALECTS, startData } from "./world.ts";

const [ANN, BOB] = [walletOf("ann"), walletOf("bob")];
const MARKETS = ["kept", "lost", "won", "tied", "paid", "dust", "pair", "undone"];

let exchange: TestExchange;
before(async () => {
  exchange = await startData();
  const listed = MARKETS.map((name) => ({
    name,
    minimumLots: lots(1),
    autoRedeem: name === "paid",
    ...(name === "kept" && { icon: "https://example.com/kept.png", endDate: "2026-09-01T18:30:00Z" }),
  }));
  await exchange.list(testListing(listed, { id: "77", slug: "weather", ticker: "weather" }));
  for (const wallet of [ANN, BOB]) await exchange.open(wallet, "100000");
});
after(() => exchange?.close());

type Deal = {
  readonly market: string;
  readonly side?: "BUY" | "SELL";
  readonly cents: number;
  readonly size: string;
};

/** Ann buys Yes, of Bob who buys No; or sells Yes to him. */
async function deal({ market, side = "BUY", cents, size }: Deal): Promise<void> {
  const yes = { tokenId: tokenOf(`${market} yes`), price: `0.${cents}`, size };
  const no = { tokenId: tokenOf(`${market} no`), price: `0.${100 - cents}`, size };
  await exchange.place({ account: ANN, side, ...yes });
  await exchange.place({ account: BOB, side: "BUY", ...(side === "BUY" ? no : yes) });
}

const resolve = (market: string, payout: Payout) =>
  exchange.submit({ type: "resolve-market", conditionId: hashOf(market), payout });

const redeem = (market: string) =>
  exchange.submit({ type: "redeem", address: ANN, owner: ANN, conditionId: hashOf(market) });

type Row = { readonly title: string; readonly outcomeIndex: number };

/** Ann's rows of a market, in any dialect. */
async function rowsOf(
  path: string,
  market: string,
  { query = "", dialect = "spec" }: { query?: string; dialect?: Dialect } = {},
) {
  const reply = await exchange.get(`${path}?user=${ANN}&market=${hashOf(market)}${query}`, dialect);
  return answered(reply, path, dialect);
}

const current = (market: string, query = "") => rowsOf("/positions", market, { query });
const closed = (market: string, query = "") => rowsOf("/closed-positions", market, { query });

void describe("A position that was bought and half sold", () => {
  before(async () => {
    await deal({ market: "kept", cents: 41, size: "200" });
    exchange.clock.now = START_AT + 61_500;
    await deal({ market: "kept", side: "SELL", cents: 50, size: "100" });
  });

  const condition = hashOf("kept");
  const numbers = {
    size: 100,
    avgPrice: 0.41,
    initialValue: 41,
    currentValue: 50,
    cashPnl: 9,
    percentPnl: 21.9512,
    totalBought: 200,
    realizedPnl: 9,
    percentRealizedPnl: 10.9756,
    curPrice: 0.5,
  };
  const described = {
    redeemable: false,
    mergeable: false,
    title: "Will kept happen?",
    slug: "kept",
    icon: "https://example.com/kept.png",
  };
  const outcomes = {
    eventSlug: "weather",
    outcome: "Yes",
    outcomeIndex: 0,
    oppositeOutcome: "No",
  };

  void it("is as specified", async () => {
    const reply = await exchange.get(`/positions?user=${ANN}`);
    const row = {
      proxyWallet: ANN,
      asset: `${condition}:0`,
      conditionId: condition,
      ...numbers,
      ...described,
      ...outcomes,
      oppositeAsset: `${condition}:1`,
      timestamp: START_AT / 1000 + 61,
      endDate: "2026-09-01T18:30:00Z",
      negativeRisk: false,
    };
    assert.equal(reply.text, JSON.stringify([row]));
    assert.equal(reply.headers.get("cache-control"), "public, max-age=1");
  });

  void it("has decimal asset ids for Kuest", async () => {
    const [row] = await rowsOf("/positions", "kept", { dialect: "kuest" });
    assert.equal(row.asset, tokenOf("kept yes"));
    assert.equal(row.oppositeAsset, tokenOf("kept no"));
    assert.equal(row.timestamp, START_AT / 1000 + 61);
    assert.equal(row.percentRealizedPnl, 10.9756);
  });

  void it("has a plain date for Kuest, whose typed client reads no other form", async () => {
    const [row] = await rowsOf("/positions", "kept", { dialect: "kuest" });
    assert.equal(row.endDate, "2026-09-01");
  });

  void it("is as Polymarket has it", async () => {
    const reply = await exchange.get(`/positions?user=${ANN}`, "polymarket");
    const row = {
      proxyWallet: ANN,
      asset: tokenOf("kept yes"),
      conditionId: condition,
      ...numbers,
      percentRealizedPnl: -39.0244,
      ...described,
      eventId: "77",
      ...outcomes,
      oppositeAsset: tokenOf("kept no"),
      endDate: "2026-09-01",
      negativeRisk: false,
    };
    assert.equal(reply.text, JSON.stringify([row]));
  });

  void it("is not closed", async () => {
    assert.deepEqual(await closed("kept"), []);
  });
});

void describe("A position that was sold", () => {
  before(async () => {
    await deal({ market: "dust", cents: 30, size: "10.01" });
    await deal({ market: "dust", side: "SELL", cents: 45, size: "10" });
  });

  void it("is closed with 0.01 share left, and current to those who ask for so little", async () => {
    assert.deepEqual(await current("dust"), []);
    assert.deepEqual(await current("dust", "&sizeThreshold=0.011"), []);
    const [left] = await current("dust", "&sizeThreshold=0.01");
    assert.deepEqual(
      [left.size, left.initialValue, left.currentValue, left.cashPnl],
      [0.01, 0.003, 0.0045, 0.0015],
    );
    const [row] = await closed("dust");
    assert.deepEqual(
      [row.size, row.initialValue, row.currentValue, row.cashPnl, row.percentPnl],
      [0.01, 0.003, 0.0045, 1.5, 49.95],
    );
    assert.deepEqual([row.realizedPnl, row.percentRealizedPnl, row.totalBought], [1.5, 49.95, 10.01]);
    assert.equal("negativeRisk" in row, false);
  });

  void it("has Polymarket's keys, in their order, and the first day there is for no date", async () => {
    const [row] = await rowsOf("/closed-positions", "dust", { dialect: "polymarket" });
    const keys =
      "proxyWallet asset conditionId avgPrice totalBought realizedPnl curPrice title slug icon eventSlug outcome " +
      "outcomeIndex oppositeOutcome oppositeAsset endDate timestamp";
    assert.equal(Object.keys(row).join(" "), keys);
    assert.equal(row.endDate, "1970-01-01T00:00:00Z");
    const [open] = await rowsOf("/positions", "dust", { dialect: "polymarket", query: "&sizeThreshold=0" });
    assert.equal(open.endDate, "1970-01-01");
    const [spec] = await closed("dust");
    assert.equal(spec.endDate, "");
    const [kuest] = await rowsOf("/closed-positions", "dust", { dialect: "kuest" });
    assert.equal(kuest.endDate, "1970-01-01T00:00:00Z");
    const [shown] = await rowsOf("/positions", "dust", { dialect: "kuest", query: "&sizeThreshold=0" });
    assert.equal(shown.endDate, "1970-01-01");
  });

  void it("is found by the shares that were bought, where Kuest's site asks for some", async () => {
    const count = async (sizeThreshold: string): Promise<number> =>
      (
        await rowsOf("/closed-positions", "dust", {
          dialect: "kuest",
          query: `&sizeThreshold=${sizeThreshold}`,
        })
      ).length;
    assert.deepEqual(
      [await count("0"), await count("0.01"), await count("10.01"), await count("10.02")],
      [1, 1, 1, 0],
    );
  });

  void it("is gone when nothing is left, and current again when it is bought anew, with a new average", async () => {
    await deal({ market: "dust", side: "SELL", cents: 30, size: "0.01" });
    assert.deepEqual(await current("dust", "&sizeThreshold=0"), []);
    const [gone] = await closed("dust");
    assert.deepEqual([gone.size, gone.currentValue, gone.avgPrice], [0, 0, 0.3]);
    await deal({ market: "dust", cents: 60, size: "5" });
    assert.deepEqual(await closed("dust"), []);
    const [row] = await current("dust");
    assert.deepEqual([row.size, row.avgPrice, row.totalBought, row.realizedPnl], [5, 0.6, 15.01, 1.5]);
  });
});

void describe("A position in a market that paid out", () => {
  const settled = [
    ["lost", [0, 1], { curPrice: 0, currentValue: 0, cashPnl: -4, percentPnl: -100 }, -4],
    ["won", [1, 0], { curPrice: 1, currentValue: 10, cashPnl: 6, percentPnl: 150 }, 6],
    ["tied", [1, 1], { curPrice: 0.5, currentValue: 5, cashPnl: 1, percentPnl: 25 }, 1],
  ] as const;

  for (const [market, payout, worth, realized] of settled) {
    void it(`which it ${market} stays current until it is redeemed`, async () => {
      await deal({ market, cents: 40, size: "10" });
      const [open] = await current(market);
      assert.deepEqual([open.redeemable, open.curPrice], [false, 0.4]);
      await resolve(market, payout);
      const [row] = await current(market, "&redeemable=true");
      assert.partialDeepStrictEqual(row, { redeemable: true, mergeable: false, realizedPnl: 0, ...worth });
      assert.deepEqual(await closed(market), []);

      await redeem(market);
      assert.deepEqual(await current(market, "&sizeThreshold=0"), []);
      const [gone] = await closed(market);
      assert.partialDeepStrictEqual(gone, {
        size: 0,
        realizedPnl: realized,
        cashPnl: realized,
        curPrice: worth.curPrice,
        redeemable: false,
      });
    });
  }

  void it("at once is closed at once", async () => {
    await deal({ market: "paid", cents: 40, size: "10" });
    await resolve("paid", [1, 0]);
    assert.deepEqual(await current("paid"), []);
    const [row] = await closed("paid");
    assert.deepEqual([row.realizedPnl, row.percentRealizedPnl], [6, 150]);
  });

  void it("can be redeemed no longer when the resolution is undone", async () => {
    await deal({ market: "undone", cents: 40, size: "10" });
    await resolve("undone", [1, 0]);
    assert.equal((await current("undone"))[0].redeemable, true);
    await exchange.submit({ type: "undo-resolution", conditionId: hashOf("undone") });
    const [row] = await current("undone");
    assert.deepEqual([row.redeemable, row.curPrice], [false, 0.4]);
  });
});

void describe("Both outcomes of a market", () => {
  before(async () => {
    await exchange.submit({
      type: "split",
      address: ANN,
      owner: ANN,
      conditionId: hashOf("pair"),
      lots: lots(1500),
    });
  });

  const indexes = (rows: readonly Row[]): number[] => rows.map(({ outcomeIndex }) => outcomeIndex);

  void it("can be merged, and cost half a unit each", async () => {
    const rows = await current("pair", "&mergeable=true");
    assert.deepEqual(indexes(rows), [0, 1]);
    for (const row of rows)
      assert.partialDeepStrictEqual(row, { mergeable: true, size: 15, avgPrice: 0.5, curPrice: 0.5 });
  });

  void it("false filters nothing, for Polymarket those that can be merged", async () => {
    for (const dialect of ["spec", "kuest"] as const)
      assert.equal((await rowsOf("/positions", "pair", { query: "&mergeable=false", dialect })).length, 2);
    const filtered = await rowsOf("/positions", "pair", { query: "&mergeable=false", dialect: "polymarket" });
    assert.deepEqual(filtered, []);
    const open = await rowsOf("/positions", "pair", { query: "&redeemable=false", dialect: "polymarket" });
    assert.equal(open.length, 2);
  });

  void it("are pages in one order, whatever the direction", async () => {
    for (const direction of ["ASC", "DESC"]) {
      const pages = await Promise.all(
        [0, 1, 2].map((offset) => current("pair", `&limit=1&offset=${offset}&sortDirection=${direction}`)),
      );
      assert.deepEqual(pages.map(indexes), [[0], [1], []]);
    }
  });

  void it("count as one market", async () => {
    const traded = answered(await exchange.get(`/traded?user=${ANN}`), "/traded");
    assert.deepEqual(traded, { user: ANN, traded: MARKETS.length });
  });

  void it("are worth what they are together", async () => {
    const value = answered(await exchange.get(`/value?user=${ANN}&market=${hashOf("pair")}`), "/value");
    assert.deepEqual(value, [{ user: ANN, value: 15 }]);
  });
});

void describe("A wallet that nobody knows", () => {
  void it("has nothing, which is no error", async () => {
    const user = walletOf("nobody");
    for (const dialect of DIALECTS) {
      for (const path of ["/positions", "/closed-positions"])
        assert.deepEqual(answered(await exchange.get(`${path}?user=${user}`, dialect), path, dialect), []);
      const value = await exchange.get(`/value?user=${user}`, dialect);
      assert.deepEqual(answered(value, "/value", dialect), [{ user, value: 0 }]);
      const traded = await exchange.get(`/traded?user=${user}`, dialect);
      assert.deepEqual(answered(traded, "/traded", dialect), { user, traded: 0 });
    }
  });
});
