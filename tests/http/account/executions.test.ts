/**
 * Trades as Polymarket's clients read them: all fills of an incoming order are one, with every maker order. The other
 * dialects have one trade per fill. Ids agree wherever one is named.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { TestExchange } from "../../support/exchange.ts";
import { hashOf, testListing, tokenOf } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { DIALECTS, startWorld } from "./world.ts";

// oxlint-disable-next-line typescript/no-explicit-any
type Trade = any;

const BUILDER = `0x${"b1".repeat(32)}` as const;
const YES = tokenOf("sun yes");
const NO = tokenOf("sun no");
const MARKET = `market=${hashOf("sun")}`;

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;
let cleo: Trader;
let dan: Trader;
let swept: Trade;

before(async () => {
  exchange = await startWorld();
  const fees = { rate: 400, exponent: 1, takerOnly: false };
  await exchange.list(testListing([{ name: "sun", fees }], { id: "8", slug: "charged" }));
  [ann, ben, cleo, dan] = await Promise.all([
    createTrader(exchange, "ann"),
    createTrader(exchange, "ben"),
    createTrader(exchange, "cleo"),
    createTrader(exchange, "dan"),
  ]);
  const body = { conditionId: hashOf("sun"), amount: "20" };
  await ann.request("POST", "/positions/split", { body });
  await ann.place({ tokenId: YES, side: "SELL", price: "0.5", size: "2" });
  await ben.place({ tokenId: NO, side: "BUY", price: "0.45", size: "3" });
  await ben.place({ tokenId: NO, side: "BUY", price: "0.4", size: "1" });
  const terms = { tokenId: YES, side: "BUY", price: "0.6", size: "8", builder: BUILDER } as const;
  swept = await dan.place(terms, { dialect: "polymarket" });
  assert.equal(swept.status, 200, swept.text);
});
after(() => exchange.close());

const tradesOf = async (caller: Trader, query = MARKET, dialect: (typeof DIALECTS)[number] = "polymarket") =>
  (await caller.request("GET", `/data/trades?${query}`, { dialect })).body.data as Trade[];

test("one trade has the size of all fills, their average price and fees, and each maker order with its own", async () => {
  const [trade, ...others] = await tradesOf(dan);
  assert.deepEqual(others, []);
  // 2 at 0.5, 3 at 0.55 and 1 at 0.6: 3.25 for 6 shares.
  assert.deepEqual(
    [trade.size, trade.price, trade.side, trade.asset_id, trade.outcome, trade.trader_side],
    ["6", "0.541666", "BUY", YES, "Yes", "TAKER"],
  );
  // 0.04 x (2 x 0.25 + 3 x 0.2475 + 1 x 0.24).
  assert.deepEqual([trade.fee, trade.fee_rate_bps, trade.bucket_index], ["0.0593", "400", 0]);
  assert.deepEqual([trade.taker_order_id, swept.body.tradeIDs], [swept.body.orderID, [trade.id]]);
  const facts = trade.maker_orders.map((order: Trade) => [
    order.maker_address,
    order.side,
    order.outcome,
    order.asset_id,
    order.matched_amount,
    order.price,
    order.fee,
  ]);
  assert.deepEqual(facts, [
    [ann.account.address, "SELL", "Yes", YES, "2", "0.5", "0.02"],
    [ben.account.address, "BUY", "No", NO, "3", "0.45", "0.0297"],
    [ben.account.address, "BUY", "No", NO, "1", "0.4", "0.0096"],
  ]);
});

test("each maker finds the whole trade, once, and nobody else does", async () => {
  const [own] = await tradesOf(dan);
  for (const maker of [ann, ben]) {
    const found = await tradesOf(maker);
    assert.deepEqual(found, [{ ...own, trader_side: "MAKER" }]);
  }
  assert.deepEqual(await tradesOf(cleo), []);
});

test("the other dialects have a trade per fill, the first of which has the same id", async () => {
  const [whole] = await tradesOf(dan);
  for (const dialect of ["spec", "kuest"] as const) {
    const fills = (await tradesOf(dan, MARKET, dialect)).toReversed();
    assert.deepEqual(
      fills.map(({ size, price, maker_orders: makers }) => [size, price, makers.length]),
      [
        ["2", "0.5", 1],
        ["3", "0.55", 1],
        ["1", "0.6", 1],
      ],
    );
    assert.equal(fills[0].id, whole.id);
    assert.equal(new Set(fills.map(({ id }) => id)).size, 3);
    assert.deepEqual(
      fills.flatMap(({ maker_orders: makers }) => makers.map((order: Trade) => order.order_id)),
      whole.maker_orders.map((order: Trade) => order.order_id),
    );
  }
});

test("a filter finds the trade when any of its fills meets it, by the id of any fill too", async () => {
  const [whole] = await tradesOf(dan);
  const fills = await tradesOf(dan, MARKET, "spec");
  const second = Math.floor(exchange.clock.now / 1000);
  const finding = [
    ...fills.map(({ id }) => `id=${id}`),
    `maker_address=${ann.address}`,
    `maker_address=${ben.address}`,
    `maker_address=${dan.address}`,
    `maker=${ben.address}`,
    `taker=${dan.address}`,
    `asset_id=${YES}`,
    `asset_id=${NO}`,
    `${MARKET}&before=${second + 1}&after=${second - 1}`,
    `${MARKET}&next_cursor=MA==`,
  ];
  for (const query of finding) assert.deepEqual(await tradesOf(dan, query), [whole], query);
  const missing = [
    `maker=${dan.address}`,
    `taker=${ann.address}`,
    `maker_address=${cleo.address}`,
    `market=${hashOf("rain")}`,
    `${MARKET}&before=${second}`,
    `${MARKET}&after=${second}`,
    "id=unknown",
  ];
  for (const query of missing) assert.deepEqual(await tradesOf(dan, query), [], query);
});

test("a builder sees one trade with the value of all fills", async () => {
  const [whole] = await tradesOf(dan);
  const { body } = await exchange.get(`/builder/trades?builder_code=${BUILDER}`, "polymarket");
  const [trade, ...others] = body.data;
  assert.deepEqual(others, []);
  assert.deepEqual(
    [trade.id, trade.size, trade.sizeUsdc, trade.feeUsdc, trade.maker_orders.length],
    [whole.id, "6", "3.25", "0.0593", 3],
  );
  const { data: fills } = (await exchange.get(`/builder/trades?builder_code=${BUILDER}`, "kuest")).body;
  assert.deepEqual(
    fills.map(({ sizeUsdc }: Trade) => sizeUsdc),
    ["0.6", "1.65", "1"],
  );
});

test("orders and notifications name the trades that the listing has", async () => {
  // The rest of the order that took is met by another one, with an order of cleo's before it.
  await cleo.place({ tokenId: YES, side: "BUY", price: "0.61", size: "1" });
  const { body: sold } = await ann.place(
    { tokenId: YES, side: "SELL", price: "0.6", size: "3" },
    { dialect: "polymarket" },
  );
  for (const dialect of DIALECTS) {
    const listed = await tradesOf(dan, MARKET, dialect);
    const own = listed
      .filter(({ maker_orders: makers, taker_order_id: taker }) =>
        [taker, ...makers.map((order: Trade) => order.order_id)].includes(swept.body.orderID),
      )
      .map(({ id }) => id)
      .toReversed();
    assert.equal(own.length, dialect === "polymarket" ? 2 : 4);
    const { body: order } = await dan.request("GET", `/data/order/${swept.body.orderID}`, { dialect });
    assert.deepEqual([order.associate_trades, order.order.associateTrades], [own, own]);
    const { body: found } = await dan.request("GET", `/data/orders?id=${swept.body.orderID}`, { dialect });
    assert.deepEqual(found.data[0].associate_trades, own);
    const lookedUp = await dan.request("POST", "/data/orders", {
      dialect,
      body: [{ orderId: swept.body.orderID }],
    });
    assert.deepEqual(lookedUp.body[0].order.associate_trades, own);
    const { body: notices } = await dan.request("GET", "/notifications", { dialect });
    assert.equal(notices[0].payload.trade_id, own.at(-1));
    if (dialect === "polymarket") assert.deepEqual(sold.tradeIDs, own.slice(-1));
  }
});

test("a walk meets every trade once and whole, however many fills stand on a page", async () => {
  const market = `market=${hashOf("wind")}`;
  const [yes, no] = [tokenOf("wind yes"), tokenOf("wind no")];
  const made: string[] = [];
  const trade = async (makers: number): Promise<void> => {
    for (let count = 0; count < makers; count += 1)
      await ann.place({ tokenId: no, side: "BUY", price: "0.5", size: "1" });
    const terms = { tokenId: yes, side: "BUY", price: "0.5", size: String(makers) } as const;
    const { body } = await dan.place(terms, { dialect: "polymarket" });
    made.unshift(body.tradeIDs[0]);
  };
  for (let count = 0; count < 103; count += 1) await trade(1 + (count % 3));
  const met: Trade[] = [];
  let cursor = "MA==";
  const counts: number[] = [];
  while (cursor !== "LTE=") {
    const path = `/data/trades?${market}&next_cursor=${encodeURIComponent(cursor)}`;
    const { body } = await ann.request("GET", path, { dialect: "polymarket" });
    assert.deepEqual([body.limit, body.count], [100, body.data.length]);
    counts.push(body.count);
    met.push(...body.data);
    cursor = body.next_cursor;
    await trade(2);
  }
  assert.deepEqual(counts, [100, 3]);
  assert.deepEqual(
    met.map(({ id }) => id),
    made.slice(-103),
  );
  assert.deepEqual(met.map(({ size, maker_orders: makers }) => [size, makers.length]).slice(-3), [
    ["3", 3],
    ["2", 2],
    ["1", 1],
  ]);
});
