/** GET /data/trades and /builder/trades: every filter against brute force over all trades, and walks by cursor. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lots } from "../../../src/core/units.ts";
import { hashOf, tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { assertRefused, DIALECTS, startWorld } from "./world.ts";

// oxlint-disable-next-line typescript/no-explicit-any
type Trade = any;

const BUILDER = `0x${"b1".repeat(32)}` as const;
const OTHER_BUILDER = `0x${"b2".repeat(32)}` as const;
let exchange: TestExchange;
let ann: Trader;
let ben: Trader;
let cleo: Trader;
let all: Trade[];

before(async () => {
  exchange = await startWorld();
  [ann, ben, cleo] = await Promise.all([
    createTrader(exchange, "ann"),
    createTrader(exchange, "ben"),
    createTrader(exchange, "cleo"),
  ]);
  const pairs = [
    [ann, ben],
    [ben, ann],
    [cleo, ann],
    [ben, cleo],
    [ann, ann],
  ] as const;
  const builders = [undefined, BUILDER, OTHER_BUILDER];
  for (let index = 0; index < 30; index += 1) {
    const [maker, taker] = pairs[index % pairs.length]!;
    const builder = builders[index % builders.length];
    const market = index % 4 === 0 ? "wind" : "rain";
    const outcome = index % 7 < 3 ? "yes" : "no";
    await maker.place({ tokenId: tokenOf(`${market} no`), side: "BUY", price: "0.6", size: "2" });
    if (outcome === "yes") {
      await taker.place({
        tokenId: tokenOf(`${market} yes`),
        side: "BUY",
        price: "0.4",
        size: "2",
        ...(builder && { builder }),
      });
    } else {
      await exchange.submit({
        type: "split",
        address: taker.address,
        owner: taker.address,
        conditionId: hashOf(market),
        lots: lots(200),
      });
      await taker.place({
        tokenId: tokenOf(`${market} no`),
        side: "SELL",
        price: "0.6",
        size: "2",
        ...(builder && { builder }),
      });
    }
    exchange.clock.now += 700;
  }
  all = (await exchange.get("/data/trades")).body.data;
  assert.equal(all.length, 30);
});
after(() => exchange.close());

const idsOf = (trades: Trade[]): string[] => trades.map(({ id }) => id);
const address = (text: string): string => text.toLowerCase();
const secondOf = (trade: Trade): number => Math.floor(Date.parse(trade.match_time) / 1000);
const partiesOf = (trade: Trade): string[] =>
  [trade.maker_address, trade.maker_orders[0].maker_address].map(address);

test("a trade record has the specification's keys, with the taker's side of it", () => {
  const trade = all.at(-1);
  assert.deepEqual(Object.keys(trade), [
    "id",
    "taker_order_id",
    "market",
    "asset_id",
    "side",
    "size",
    "fee_rate_bps",
    "price",
    "status",
    "match_time",
    "last_update",
    "outcome",
    "maker_address",
    "owner",
    "transaction_hash",
    "bucket_index",
    "maker_orders",
    "type",
    "trader_side",
    "fee",
  ]);
  const { id: _id, taker_order_id: _taker, transaction_hash: hash, maker_orders: makers, ...rest } = trade;
  assert.match(hash, /^0x[0-9a-f]{64}$/);
  const time = "2026-06-01T12:00:00.000Z";
  assert.deepEqual(rest, {
    market: hashOf("wind"),
    asset_id: tokenOf("wind yes"),
    side: "BUY",
    size: "2",
    fee_rate_bps: "0",
    price: "0.4",
    status: "CONFIRMED",
    match_time: time,
    last_update: time,
    outcome: "Yes",
    maker_address: ben.account.address,
    owner: "",
    bucket_index: 0,
    type: "TAKER",
    trader_side: "TAKER",
    fee: "0",
  });
  const { order_id: order, ...maker } = makers[0];
  assert.match(order, /^0x[0-9a-f]{64}$/);
  assert.deepEqual(maker, {
    maker_address: ann.account.address,
    owner: "",
    matched_amount: "2",
    fee_rate_bps: "0",
    price: "0.6",
    asset_id: tokenOf("wind no"),
    outcome: "No",
    side: "BUY",
    fee: "0",
  });
});

test("times are ISO 8601 in the specification's dialect and unix seconds as text in the services'", async () => {
  for (const dialect of DIALECTS) {
    for (const { match_time: time, last_update: update } of (await exchange.get("/data/trades", dialect)).body
      .data) {
      assert.equal(time, update);
      if (dialect === "spec") assert.equal(new Date(time).toISOString(), time);
      else assert.match(time, /^17803152\d\d$/);
    }
  }
});

type Filter = {
  readonly query: string;
  readonly matches: (trade: Trade) => boolean;
  readonly only?: "data" | "builder";
};

function filters(): Filter[] {
  const middle = secondOf(all[15]);
  const wallets = [ann, ben, cleo].flatMap((trader): Filter[] => [
    {
      only: "data",
      query: `taker=${trader.account.address}`,
      matches: (trade) => address(trade.maker_address) === trader.address,
    },
    {
      only: "data",
      query: `maker=${trader.address}`,
      matches: (trade) => address(trade.maker_orders[0].maker_address) === trader.address,
    },
    {
      query: `maker_address=${trader.address}`,
      matches: (trade) => partiesOf(trade).includes(trader.address),
    },
  ]);
  return [
    ...wallets,
    { query: `id=${all[3].id}`, matches: ({ id }) => id === all[3].id },
    { query: `id=${all[3].id.toUpperCase()}`, matches: ({ id }) => id === all[3].id },
    { query: "id=unknown", matches: () => false },
    { query: `market=${hashOf("wind")}`, matches: ({ market }) => market === hashOf("wind") },
    { query: `market=${hashOf("nothing")}`, matches: () => false },
    ...["rain yes", "rain no", "wind yes", "wind no", "nothing"].map((name): Filter => ({
      query: `asset_id=${tokenOf(name)}`,
      matches: (trade) => [trade.asset_id, trade.maker_orders[0].asset_id].includes(tokenOf(name)),
    })),
    { query: `before=${middle}`, matches: (trade) => secondOf(trade) < middle },
    { query: `after=${middle}`, matches: (trade) => secondOf(trade) > middle },
    {
      query: `before=${middle + 5}&after=${middle - 5}`,
      matches: (trade) => secondOf(trade) < middle + 5 && secondOf(trade) > middle - 5,
    },
    { query: "before=0", matches: () => false },
  ];
}

test("each filter alone and each pair of them, for everybody and for each party", async () => {
  const single = filters();
  const pairs = single.flatMap((a, index) =>
    single
      .slice(index + 1)
      .filter((b) => b.query.split("=")[0] !== a.query.split("=")[0])
      .map((b): Filter => ({
        query: `${a.query}&${b.query}`,
        matches: (trade) => a.matches(trade) && b.matches(trade),
        ...((a.only ?? b.only) && { only: "data" as const }),
      })),
  );
  for (const { query, matches } of [
    ...single,
    ...pairs.filter(({ query: text }) => new Set(text.match(/\w+=/g)).size === text.match(/\w+=/g)!.length),
  ]) {
    assert.deepEqual(
      idsOf((await exchange.get(`/data/trades?${query}`)).body.data),
      idsOf(all.filter(matches)),
      query,
    );
  }
  for (const { query, matches } of single) {
    for (const trader of [ann, ben, cleo]) {
      const { data } = (await trader.request("GET", `/data/trades?${query}`)).body;
      assert.deepEqual(
        idsOf(data),
        idsOf(all.filter((trade) => partiesOf(trade).includes(trader.address) && matches(trade))),
        query,
      );
      for (const trade of data) {
        const role = address(trade.maker_address) === trader.address ? "TAKER" : "MAKER";
        assert.deepEqual([trade.type, trade.trader_side], [role, role]);
        assert.match(trade.owner, /^[0-9a-f-]{36}$/);
      }
    }
  }
});

test("trades of a builder: those whose taker order carries a code, as a list or as a page", async () => {
  const coded = (builder: string | undefined) =>
    all.filter((_trade, index) => [undefined, BUILDER, OTHER_BUILDER][(29 - index) % 3] === builder);
  const any = all.filter((trade) => !coded(undefined).includes(trade));
  for (const { query, matches, only } of filters()) {
    if (only !== undefined) continue;
    assert.deepEqual(
      idsOf((await exchange.get(`/builder/trades?${query}`)).body),
      idsOf(any.filter(matches)),
      query,
    );
    const own = await exchange.get(
      `/builder/trades?builder_code=${BUILDER.toUpperCase().replace("0X", "0x")}&${query}`,
    );
    assert.deepEqual(idsOf(own.body), idsOf(coded(BUILDER).filter(matches)), query);
    const ours = await cleo.request("GET", `/builder/trades?${query}`);
    assert.deepEqual(
      idsOf(ours.body),
      idsOf(any.filter((trade) => partiesOf(trade).includes(cleo.address) && matches(trade))),
      query,
    );
  }
  const page = (await exchange.get("/builder/trades?next_cursor=MA==")).body;
  assert.deepEqual(
    [page.next_cursor, page.limit, page.count, idsOf(page.data)],
    ["LTE=", 100, any.length, idsOf(any)],
  );
  const scopes = ["", `builder_code=${BUILDER}`];
  for (const scope of scopes) {
    const expected = idsOf(scope === "" ? any : coded(BUILDER));
    for (const dialect of ["polymarket", "kuest"] as const) {
      const asPage = (await exchange.get(`/builder/trades?next_cursor=MA==&${scope}`, dialect)).body;
      assert.deepEqual((await exchange.get(`/builder/trades?${scope}`, dialect)).body, asPage);
      assert.deepEqual(idsOf(asPage.data), expected);
    }
    assert.deepEqual(idsOf((await exchange.get(`/builder/trades?${scope}`)).body), expected);
  }
  const { body: own } = await cleo.request("GET", "/builder/trades", { dialect: "polymarket" });
  assert.deepEqual([own.count, own.limit, own.next_cursor], [own.data.length, 100, "LTE="]);
});

test("inc-36: a walk by cursor meets every trade once, ends with LTE=, and misses none when trades come in meanwhile", async () => {
  const builder = `0x${"77".repeat(32)}` as const;
  const trade = async () => {
    const resting = { tokenId: tokenOf("neg no"), side: "BUY", price: "0.5", size: "1" } as const;
    await exchange.place({ account: ann.address, ...resting });
    const reply = await ben.place({
      tokenId: tokenOf("neg yes"),
      side: "BUY",
      price: "0.5",
      size: "1",
      domain: "polymarket-v2-137-neg",
      builder,
    });
    return reply.body.tradeIDs[0] as string;
  };
  const market = `market=${hashOf("neg")}`;
  const made: string[] = [];
  for (let count = 0; count < 250; count += 1) made.unshift(await trade());
  const walk = async (between: () => Promise<unknown>): Promise<string[]> => {
    const met: string[] = [];
    let cursor = "MA==";
    while (cursor !== "LTE=") {
      const {
        data,
        next_cursor: next,
        limit,
        count,
      } = (await ann.request("GET", `/data/trades?${market}&next_cursor=${cursor}`)).body;
      assert.deepEqual([limit, count], [100, data.length]);
      met.push(...idsOf(data));
      assert.notEqual(next, cursor);
      cursor = next;
      await between();
    }
    return met;
  };
  assert.deepEqual(await walk(async () => {}), made);
  const attributed = `/builder/trades?builder_code=${builder}`;
  const first = await exchange.get(attributed);
  assert.deepEqual(idsOf(first.body), made.slice(0, 100));
  assert.equal(first.headers.get("x-next-cursor"), "MTAw");
  const last = await exchange.get(`${attributed}&after=1&market=${hashOf("wind")}`);
  assert.deepEqual([last.body, last.headers.get("x-next-cursor")], [[], "LTE="]);
  const third = await exchange.get(`${attributed}&next_cursor=MjAw`);
  assert.deepEqual(idsOf(third.body.data), made.slice(200));
  assert.equal(third.headers.get("x-next-cursor"), null);
  const met = await walk(trade);
  assert.deepEqual(
    made.filter((id) => !met.includes(id)),
    [],
  );
  const end = (await ann.request("GET", `/data/trades?${market}&next_cursor=LTE%3D`)).body;
  assert.deepEqual(end, { data: [], next_cursor: "LTE=", limit: 100, count: 0 });
  const far = (
    await ann.request("GET", `/data/trades?next_cursor=${Buffer.from("9007199254740991").toString("base64")}`)
  ).body;
  assert.deepEqual([far.data, far.next_cursor], [[], "LTE="]);
});

test("without credentials, and without public records, nothing is shown", async () => {
  const closed = await startWorld({ PRESAGE_PUBLIC_RECORDS: "false" });
  try {
    for (const path of [
      "/data/trades",
      "/builder/trades",
      "/builder/trades?builder_code=",
      `/data/order/0x${"1".repeat(64)}`,
    ]) {
      assertRefused(await closed.get(path), { status: 401, code: "unauthorized", error: "invalid_l2" });
      assertRefused(await closed.get(path, "polymarket"), {
        status: 401,
        code: "unauthorized",
        error: "Unauthorized/Invalid api key",
      });
    }
    const attributed = await closed.get(`/builder/trades?builder_code=${BUILDER}`);
    assert.deepEqual([attributed.status, attributed.body], [200, []]);
    const cleoThere = await createTrader(closed, "cleo");
    assert.deepEqual((await cleoThere.request("GET", "/data/trades")).body.data, []);
    assert.equal((await cleoThere.request("GET", `/data/order/0x${"1".repeat(64)}`)).status, 404);
  } finally {
    await closed.close();
  }
});
