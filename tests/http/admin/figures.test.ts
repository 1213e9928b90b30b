/** GET /figures and GET /figures/markets: days, filters, accounts that are left out, refusals, and the residents' wallets. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lots } from "../../../src/core/units.ts";
import { listSimulatedAddresses } from "../../../src/sandbox/simulated-traders/trader-params.ts";
import { hashOf, START_AT, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import { startOperatedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

const [ANN, BOB, CID] = [walletOf("ann"), walletOf("bob"), walletOf("cid")];
const DAY_MS = 86_400_000;
const FEES = { rate: 500, exponent: 1, takerOnly: false };

let exchange: OperatedExchange;

before(async () => {
  exchange = await startOperatedExchange();
  await exchange.list(
    testListing([{ name: "rain", fees: FEES }, { name: "snow" }], {
      slug: "weather",
      title: "Weather",
      tags: [{ id: "7", label: "Weather", slug: "weather" }],
    }),
  );
  await exchange.list(testListing([{ name: "race" }], { id: "8", slug: "sports", title: "Sports" }));
  for (const wallet of [ANN, BOB]) await exchange.open(wallet, "1000");
  await split("rain");
  await match({ seller: ANN, buyer: BOB, token: "rain yes", price: "0.4", size: "10" });
  await exchange.wait(DAY_MS);
  await exchange.open(CID, "50");
  await split("snow");
  await match({ seller: ANN, buyer: CID, token: "snow yes", price: "0.5", size: "20" });
  await match({ seller: ANN, buyer: BOB, token: "snow yes", price: "0.6", size: "5" });
  await exchange.done("POST", "/debits", { address: BOB, amount: "3.5", reason: "out" });
  await exchange.wait(7 * DAY_MS);
  await split("race");
  await match({ seller: ANN, buyer: BOB, token: "race no", price: "0.25", size: "4" });
});
after(() => exchange.close());

const split = (name: string) =>
  exchange.submit({ type: "split", address: ANN, owner: ANN, conditionId: hashOf(name), lots: lots(5_000) });

type Match = { readonly seller: string; readonly buyer: string; readonly token: string } & {
  readonly price: string;
  readonly size: string;
};

/** The buyer's order comes in. */
async function match({ seller, buyer, token, price, size }: Match): Promise<void> {
  const tokenId = tokenOf(token);
  await exchange.place({ account: seller, tokenId, side: "SELL", price, size });
  await exchange.place({ account: buyer, tokenId, side: "BUY", price, size });
}

const read = (query = "") => exchange.done("GET", `/figures?${query}`);
const rank = (query = "") => exchange.done("GET", `/figures/markets?${query}`);

const NONE = { trades: 0, volume: "0", fees: "0", traders: 0 };
const NO_MONEY = { accounts: 0, deposits: "0", withdrawals: "0" };
/** 0.05 x 10 x 0.24 of each side. */
const FIRST = { trades: 1, volume: "4", fees: "0.24", traders: 2 };
const SECOND = { trades: 2, volume: "13", fees: "0", traders: 3 };
const THIRD = { trades: 1, volume: "1", fees: "0", traders: 2 };
const RANGE = "from=2026-06-01&to=2026-06-10";

describe("figures by day", () => {
  it("count every trade, fee, account and payment on its day, and days without any", async () => {
    const { from, to, per, total, data } = await read(RANGE);
    assert.deepEqual([from, to, per, data.length], ["2026-06-01", "2026-06-10", "day", 9]);
    const opened = { accounts: 2, deposits: "2000", withdrawals: "0" };
    assert.deepEqual(data[0], { from: "2026-06-01", to: "2026-06-02", ...FIRST, ...opened });
    const paid = { accounts: 1, deposits: "50", withdrawals: "3.5" };
    assert.deepEqual(data[1], { from: "2026-06-02", to: "2026-06-03", ...SECOND, ...paid });
    assert.deepEqual(data[2], { from: "2026-06-03", to: "2026-06-04", ...NONE, ...NO_MONEY });
    assert.deepEqual(data[8], { from: "2026-06-09", to: "2026-06-10", ...THIRD, ...NO_MONEY });
    const all = { trades: 4, volume: "18", fees: "0.24", traders: 3 };
    assert.deepEqual(total, { ...all, accounts: 3, deposits: "2050", withdrawals: "3.5" });
  });

  it("are of the last thirty days unless asked otherwise", async () => {
    const { from, to, data } = await read();
    assert.deepEqual([from, to, data.length], ["2026-05-11", "2026-06-10", 30]);
    assert.equal(exchange.clock.now, START_AT + 8 * DAY_MS);
  });

  it("are summed up by weeks from Monday on and by months, cut to the range", async () => {
    const weeks = (await read("from=2026-05-30&to=2026-06-10&per=week")).data;
    assert.deepEqual(
      weeks.map(({ from, to, trades, traders }: Record<string, unknown>) => [from, to, trades, traders]),
      [
        ["2026-05-30", "2026-06-01", 0, 0],
        ["2026-06-01", "2026-06-08", 3, 3],
        ["2026-06-08", "2026-06-10", 1, 2],
      ],
    );
    const months = (await read("from=2026-05-30&to=2026-07-02&per=month")).data;
    assert.deepEqual(
      months.map(({ from, to, volume }: Record<string, unknown>) => [from, to, volume]),
      [
        ["2026-05-30", "2026-06-01", "0"],
        ["2026-06-01", "2026-07-01", "18"],
        ["2026-07-01", "2026-07-02", "0"],
      ],
    );
  });

  it("are of one market, event or category where asked, and then of no payments", async () => {
    const nothing = { accounts: null, deposits: null, withdrawals: null };
    const totalOf = async (query: string) => (await read(`${RANGE}&${query}`)).total;
    assert.deepEqual(await totalOf(`market=${hashOf("rain")}`), { ...FIRST, ...nothing });
    assert.deepEqual(await totalOf("market=snow"), { ...SECOND, ...nothing });
    const weather = { trades: 3, volume: "17", fees: "0.24", traders: 3, ...nothing };
    assert.deepEqual(await totalOf("event=weather"), weather);
    assert.deepEqual(await totalOf("category=weather"), weather);
    assert.deepEqual(await totalOf("event=8"), { ...THIRD, ...nothing });
  });
});

describe("figures by market", () => {
  const names = async (query: string) =>
    (await rank(`${RANGE}&${query}`)).data.map(({ slug }: { slug: string }) => slug);

  it("rank markets by each figure, with their events", async () => {
    const { from, to, total, data } = await rank(RANGE);
    assert.deepEqual([from, to, total], ["2026-06-01", "2026-06-10", 3]);
    const [snow] = data;
    const event = { id: "7", title: "Weather" };
    const question = "Will snow happen?";
    assert.deepEqual(snow, { conditionId: hashOf("snow"), slug: "snow", question, event, ...SECOND });
    assert.deepEqual(await names("order=volume"), ["snow", "rain", "race"]);
    assert.deepEqual(await names("order=fees"), ["rain", "snow", "race"]);
    assert.deepEqual(await names("order=traders"), ["snow", "rain", "race"]);
    assert.deepEqual(await names("order=trades"), ["snow", "rain", "race"]);
  });

  it("come in pages, of a category or of fewer days", async () => {
    assert.deepEqual(await names("limit=1&offset=1"), ["rain"]);
    assert.equal((await rank(`${RANGE}&offset=9`)).total, 3);
    assert.deepEqual(await names("category=weather"), ["snow", "rain"]);
    assert.deepEqual(
      (await rank("from=2026-06-09")).data.map(({ slug }: { slug: string }) => slug),
      ["race"],
    );
  });
});

describe("the house and residents", () => {
  it("are no people, and are left out where asked", async () => {
    const market = `/markets/${hashOf("rain")}/house-maker`;
    const terms = { kind: "lmsr", budget: "100", maximumLoss: "50", price: "0.5", reason: "liquidity" };
    await exchange.done("POST", `${market}/start`, terms);
    const address = exchange.context.house.list()[0]!.address;
    await exchange.submit({
      type: "split",
      address,
      owner: address,
      conditionId: hashOf("rain"),
      lots: lots(1_000),
    });
    await match({ seller: address, buyer: CID, token: "rain yes", price: "0.5", size: "4" });
    await match({ seller: BOB, buyer: address, token: "rain yes", price: "0.5", size: "2" });
    const today = "from=2026-06-09";
    const { total: all } = await read(today);
    assert.deepEqual(all, {
      trades: 3,
      volume: "4",
      fees: "0.15",
      // Ann, Bob and Cid: the house trades, and is no trader.
      traders: 3,
      accounts: 0,
      deposits: "100",
      withdrawals: "0",
    });
    const [everywhere] = (await rank(`${today}&order=traders`)).data;
    assert.deepEqual([everywhere.slug, everywhere.trades, everywhere.traders], ["rain", 2, 2]);
    const { counts } = await exchange.done("GET", "/status");
    assert.equal(counts.accounts, 3);
    const metrics = await exchange.call("scrape", "GET", "/metrics");
    assert.match(metrics.text, /\npresage_accounts 3\n/);
    const { total: others } = await read(`${today}&withoutHouse=true`);
    const counted = { trades: 2, volume: "3", fees: "0.075", traders: 3 };
    assert.deepEqual(others, { ...counted, ...NO_MONEY });
    const [rain, race] = (await rank(`${today}&withoutHouse=true`)).data;
    assert.deepEqual(
      [rain.slug, rain.trades, rain.volume, rain.fees, rain.traders],
      ["rain", 1, "2", "0.075", 2],
    );
    assert.deepEqual([race.slug, race.trades, race.traders], ["race", 1, 2]);
  });

  it("have as many residents as the demo has makers and traders", () => {
    const addresses = listSimulatedAddresses();
    assert.ok(addresses.length > 64);
    assert.equal(new Set(addresses).size, addresses.length);
  });
});

describe("figures are refused", () => {
  const REFUSED: readonly (readonly [query: string, code: string, hint: RegExp])[] = [
    [
      "from=2026-02-30",
      "invalid_payload",
      /^from: expected a day since 1970 as 2026-05-01, got "2026-02-30"/,
    ],
    ["to=tomorrow", "invalid_payload", /^to: expected a day since 1970/],
    ["from=1969-12-31&to=1970-01-02", "invalid_payload", /^from: expected a day since 1970/],
    [
      "from=2026-06-02&to=2026-06-02",
      "invalid_payload",
      /^to: expected a day after 2026-06-02, got 2026-06-02/,
    ],
    ["from=2020-01-01&to=2026-06-02", "invalid_payload", /^from, to: expected at most 1096 days, got 2344/],
    ["market=rain&event=weather", "invalid_payload", /expected one of them, got market and event/],
    ["market=fog", "unknown_market", /fog/],
    [`market=${hashOf("fog")}`, "unknown_market", /no market has/],
    ["event=fog", "unknown_event", /fog/],
    ["category=fog", "invalid_payload", /^category: expected the slug of a tag, got "fog"/],
  ];
  for (const [query, code, hint] of REFUSED)
    it(query, async () => {
      for (const path of ["/figures", "/figures/markets"]) {
        const { status, body } = await exchange.call("night", "GET", `${path}?${query}`);
        assert.equal(body.code, code, `${status}`);
        assert.match(body.hint, hint);
      }
    });
});
