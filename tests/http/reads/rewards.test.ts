/** Rewards and rebates: rates of listed markets, in pages, and earnings, of which there are none. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ticks } from "../../../src/core/units.ts";
import { deriveWallets } from "../../../src/signing/orders/contract-wallet.ts";
import { DIALECTS } from "../../../src/http/dialects/dialect.ts";
import { REWARDED_ORDERS } from "../../../src/store/catalog/market-records.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { answeredBy } from "../../support/documented-answers.ts";
import { hashOf, startTestExchange, testListing, tokenOf } from "../../support/exchange.ts";
import type { NamedMarket, TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";

const TOKEN = `0x${"a5".repeat(20)}`;
const OTHER = `0x${"a6".repeat(20)}`;
const rewards = {
  rates: [
    { assetAddress: TOKEN, dailyRate: 2.5 },
    { assetAddress: OTHER, dailyRate: 1 },
  ],
  minSize: 20,
  maxSpread: 3.5,
};
const MARKETS: readonly NamedMarket[] = [
  { name: "plain" },
  {
    name: "paying",
    id: "1",
    rewards,
    startDate: "2026-05-30T23:00:00Z",
    endDate: "2026-06-11T12:00:00Z",
    image: "i.png",
  },
  { name: "paused", rewards },
  {
    name: "endless",
    rewards: { ...rewards, rates: [{ assetAddress: TOKEN, dailyRate: 0.1 }] },
    tick: ticks(10),
  },
];
const END = { next_cursor: "LTE=", limit: 500 };

let exchange: TestExchange;
let ann: Trader;

before(async () => {
  exchange = await startTestExchange({ endpoints: tradingEndpoints("sandbox") });
  await exchange.list(testListing(MARKETS));
  await exchange.submit({ type: "pause-market", conditionId: hashOf("paused") });
  ann = await createTrader(exchange, "ann");
});
after(() => exchange.close());

const answered = answeredBy(tradingEndpoints("sandbox"));

const PAYING = {
  condition_id: hashOf("paying"),
  event_slug: "test-event",
  image: "i.png",
  rewards_max_spread: 3.5,
  rewards_min_size: 20,
  market_competitiveness: 0,
  tokens: [
    { token_id: tokenOf("paying yes"), outcome: "Yes", price: 0.5 },
    { token_id: tokenOf("paying no"), outcome: "No", price: 0.5 },
  ],
  rewards_config: [
    [0, TOKEN, 2.5],
    [1, OTHER, 1],
  ].map(([id, asset_address, rate_per_day]) => ({
    id,
    asset_address,
    start_date: "2026-05-30",
    end_date: "2026-06-11",
    rate_per_day,
    total_rewards: 0,
    total_days: 12,
  })),
};

for (const dialect of DIALECTS) {
  test(`${dialect}: open markets with rewards, as they are listed`, async () => {
    const path = "/rewards/markets/current";
    const read = async (query: string) => answered(await exchange.get(path + query, dialect), path, dialect);
    const { data, ...page } = await read("");
    assert.deepEqual(page, { ...END, count: 2 });
    const [{ question, market_slug, ...paying }, endless] = data;
    assert.deepEqual(paying, PAYING);
    assert.ok(question.length > 0 && market_slug.length > 0);
    const [config] = endless.rewards_config;
    assert.deepEqual([endless.condition_id, config.start_date], [hashOf("endless"), "2026-06-01"]);
    assert.deepEqual([config.end_date, config.rate_per_day], ["2500-12-31", 0.1]);
    assert.deepEqual(await read("?next_cursor=MA==&colour=red"), { data, ...page });
    assert.deepEqual(await read("?next_cursor=LTE="), { data: [], ...END, count: 0 });
    assert.deepEqual(await read("?sponsored=true"), { data: [], ...END, count: 0 });
    const mine = await ann.request(
      "GET",
      "/rewards/user/markets?date=2026-05-31&order_by=&position=&no_competition=false",
      {
        dialect,
      },
    );
    const earned = answered(mine, "/rewards/user/markets", dialect);
    const nothing = { maker_address: ann.account.address, earning_percentage: 0, earnings: [] };
    assert.deepEqual(
      earned.data,
      data.map((market: object) => ({ ...market, ...nothing })),
    );
  });

  test(`${dialect}: the caller's wallet of a kind, and pages of a size`, async () => {
    const path = "/rewards/user/markets";
    const read = async (query: string) =>
      answered(await ann.request("GET", `${path}?${query}`, { dialect }), path, dialect);
    const owner = ann.account.address.toLowerCase();
    const derived = deriveWallets(2, owner).map(({ wallet }) => wallet);
    const [{ maker_address: maker }] = (await read("signature_type=2")).data;
    assert.ok(derived.includes(maker.toLowerCase()));
    const all = (await read("")).data;
    const { data, next_cursor, limit } = await read("page_size=1");
    assert.deepEqual([data, limit], [all.slice(0, 1), 1]);
    assert.deepEqual((await read(`page_size=1&next_cursor=${next_cursor}`)).data, all.slice(1));
    for (const choice of ["no_competition=true", "order_by=earnings", "position=1"]) {
      const { status, body } = await ann.request("GET", `${path}?${choice}`, { dialect });
      assert.deepEqual(
        [status, body.code, body.hint.startsWith(choice.split("=")[0])],
        [400, "invalid_payload", true],
      );
    }
  });

  test(`${dialect}: the rewards of one market, open or not`, async () => {
    const path = "/rewards/markets/:condition_id";
    const count = async (name: string, query = "") => {
      const reply = await exchange.get(
        `/rewards/markets/${hashOf(name).toUpperCase().replace("0X", "0x")}${query}`,
        dialect,
      );
      return answered(reply, path, dialect).data.length;
    };
    assert.deepEqual([await count("paying"), await count("paused"), await count("plain")], [1, 1, 0]);
    assert.deepEqual(
      [await count("paying", "?next_cursor=MA=="), await count("paying", "?next_cursor=LTE=")],
      [1, 0],
    );
    assert.equal(await count("paying", "?next_cursor=MTAw"), 0);
    assert.equal(await count("paying", "?sponsored=true"), 0);
  });

  test(`${dialect}: nothing was earned, and nothing is given back`, async () => {
    const empty = { data: [], next_cursor: "LTE=", limit: 100, count: 0 };
    const expected = [
      ["/rewards/user?date=2026-05-31&signature_type=2&next_cursor=MA==", empty],
      ["/rewards/user", empty],
      ["/rewards/user?date=2028-02-29", empty],
      ["/rewards/user/total?date=2026-05-31", []],
      ["/rewards/user/percentages?signature_type=0", {}],
      [`/rebates/current?date=2026-05-31&maker_address=${ann.account.address}`, []],
    ] as const;
    for (const [path, body] of expected) {
      const reply = await ann.request("GET", path, { dialect });
      assert.deepEqual(answered(reply, path.replace(/\?.*/, ""), dialect), body, path);
    }
  });

  test(`${dialect}: what is asked wrongly is refused`, async () => {
    const rows = [
      [`/rewards/markets/${hashOf("none")}`, 404, "unknown_market"],
      ["/rewards/user?date=31-05-2026", 400, "invalid_payload"],
      ["/rewards/user/total?date=2026-13-01", 400, "invalid_payload"],
      ["/rewards/user?date=2026-02-30", 400, "invalid_payload"],
      ["/rewards/user/total?date=2025-02-29", 400, "invalid_payload"],
      ["/rewards/user/markets?date=2026-04-31", 400, "invalid_payload"],
      [`/rebates/current?date=2026-02-30&maker_address=${ann.address}`, 400, "invalid_payload"],
      [`/rebates/current?date=2026-05-32&maker_address=${TOKEN}`, 400, "invalid_payload"],
    ] as const;
    for (const [path, status, code] of rows) {
      const reply = await ann.request("GET", path, { dialect });
      assert.deepEqual([reply.status, reply.body.code], [status, code], path);
      assert.ok(reply.body.hint.length > 3);
    }
  });
}

const MULTI = "/rewards/markets/multi";

test("kuest: rewards of several markets, as its site asks for them", async () => {
  const read = async (query: string) => answered(await exchange.get(MULTI + query, "kuest"), MULTI, "kuest");
  const all = await read("");
  const rates = all.data.map((row: { condition_id: string; total_daily_rate: number }) => [
    row.condition_id,
    row.total_daily_rate,
  ]);
  assert.deepEqual(rates, [
    [hashOf("paying"), 3.5],
    [hashOf("endless"), 0.1],
  ]);
  const names = ["endless", "plain", "none", "paused"].map(hashOf);
  const named = await read(`?condition_ids=${names.join(",")}`);
  assert.deepEqual(named, { data: all.data.slice(1), ...END, count: 1 });
  assert.deepEqual(await read(`?${names.map((id) => `condition_ids=${id}`).join("&")}`), named);
  assert.deepEqual(await read(`?condition_ids=${hashOf("none")}`), { data: [], ...END, count: 0 });
  assert.deepEqual(await read("?next_cursor=LTE="), { data: [], ...END, count: 0 });
  const { market_slug, question, ...paying } = all.data[0];
  assert.ok(market_slug !== "" && question !== "");
  assert.deepEqual(paying, {
    ...PAYING,
    total_daily_rate: 3.5,
    native_daily_rate: 3.5,
    sponsored_daily_rate: 0,
    sponsors_count: 0,
    minimum_order_age: 0,
    midpoint_source: "kuest",
  });
});

test("rewards of several markets are named by condition ids for Kuest's clients", async () => {
  const many = Array.from({ length: 501 }, (_none, index) => hashOf(`${index}`));
  for (const ids of ["0x12", `${hashOf("paying")},x`, many.join(",")]) {
    const reply = await exchange.get(`${MULTI}?condition_ids=${ids}`, "kuest");
    assert.deepEqual([reply.status, reply.body.code], [400, "invalid_payload"], reply.text);
  }
  assert.equal((await exchange.get(MULTI, "spec")).status, 400);
});

test("polymarket: rewards of open markets, chosen and sorted by their figures", async () => {
  const dialect = "polymarket";
  await exchange.place({
    account: ann.address,
    tokenId: tokenOf("endless yes"),
    side: "BUY",
    price: "0.2",
    size: "5",
  });
  const read = async (query: string) => answered(await exchange.get(MULTI + query, dialect), MULTI, dialect);
  const idsOf = ({ data }: { data: { condition_id: string }[] }): string[] =>
    data.map(({ condition_id: id }) => id);
  const [paying, endless] = [hashOf("paying"), hashOf("endless")];
  const all = await read("");
  assert.deepEqual([idsOf(all), all.next_cursor, all.limit], [[paying, endless], "LTE=", 100]);
  const [first, second] = all.data;
  assert.deepEqual(first.rewards_config, PAYING.rewards_config);
  assert.deepEqual([first.tokens, first.spread], [PAYING.tokens, 1]);
  assert.deepEqual([second.spread, second.tokens[0].price, second.volume_24hr], [0.8, 0.6, 0]);
  assert.deepEqual([second.market_id, second.event_slug], [second.market_id, "test-event"]);
  const rows = [
    ["order_by=rate_per_day", [endless, paying]],
    ["order_by=rate_per_day&position=DESC", [paying, endless]],
    ["order_by=price", [paying, endless]],
    ["order_by=spread&position=asc", [endless, paying]],
    ["order_by=reward_end_date&position=DESC", [endless, paying]],
    ["position=DESC", [endless, paying]],
    ["max_spread=0.9", [endless]],
    ["min_spread=.9", [paying]],
    ["min_price=0.55", [endless]],
    ["max_price=0.5", [paying]],
    ["min_volume_24hr=1", []],
    ["min_volume_24hr=0&max_volume_24hr=0", [paying, endless]],
    ["min_spread=1", []],
    ["max_spread=1", [paying, endless]],
    [`market_id=${second.market_id}`, [endless]],
    ["q=PAYING", [paying]],
    ["q=100%25_", []],
    ["event_title=nothing of it", []],
    ["event_title=test", [paying, endless]],
    ["tag_slug=no-such&tag_slug=other", []],
    [`event_id=${second.event_id}`, [paying, endless]],
    ["event_id=999999", []],
    ["next_cursor=LTE=", []],
  ] as const;
  for (const [query, ids] of rows) assert.deepEqual(idsOf(await read(`?${query}`)), ids, query);
  for (const order of Object.keys(REWARDED_ORDERS))
    assert.equal(idsOf(await read(`?order_by=${order}`)).length, 2, order);
  const page = await read("?page_size=1");
  assert.deepEqual(idsOf(page), [paying]);
  assert.deepEqual(idsOf(await read(`?page_size=1&next_cursor=${page.next_cursor}`)), [endless]);
  for (const query of ["order_by=earnings", "position=up", "min_price=x", "page_size=0", "next_cursor=x"])
    assert.equal((await exchange.get(`${MULTI}?${query}`, dialect)).status, 400, query);
});
