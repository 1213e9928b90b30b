import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { Errors } from "typebox/value";
import { ticks } from "../../src/core/units.ts";
import * as schemas from "../../src/stream/market/market-channel-schema.ts";
import { hashOf, startTestExchange, testListing, tokenOf, walletOf } from "../support/exchange.ts";
import type { TestExchange, TestOrder } from "../support/exchange.ts";
import { connect } from "./live-client.ts";
import type { LiveClient, Message } from "./live-client.ts";
import { startStreamServer } from "./stream-server.ts";
import type { StreamServer } from "./stream-server.ts";

const MAKER = walletOf("maker");
const TAKER = walletOf("taker");
const NOBODY = tokenOf("nothing");

let exchange: TestExchange;
let spec: StreamServer;
let polymarket: StreamServer;
let markets = 0;

before(async () => {
  exchange = await startTestExchange({ endpoints: [] });
  spec = await startStreamServer(exchange.context, { limits: { heartbeatMs: 20, checkMs: 10 } });
  polymarket = await startStreamServer(exchange.context, {
    dialect: "polymarket",
    limits: { heartbeatMs: 20, checkMs: 10 },
  });
  await exchange.open(MAKER, "1000000");
  await exchange.open(TAKER, "1000000");
});

after(async () => {
  await spec.close();
  await polymarket.close();
  await exchange.close();
});

/** Lists a market for one test, with names of its own. */
async function listMarket(more: object = {}) {
  markets += 1;
  const name = `market ${markets}`;
  await exchange.list(testListing([{ name, ...more }], { id: String(markets), slug: name }));
  const condition = hashOf(name);
  return { name, condition, yes: tokenOf(`${name} yes`), no: tokenOf(`${name} no`) };
}

async function connected(test: TestContext, { url } = spec): Promise<LiveClient> {
  const client = await connect(url);
  test.after(() => client.end());
  return client;
}

const buy = (tokenId: string, price: string, size: string): TestOrder => ({
  account: MAKER,
  tokenId,
  side: "BUY",
  price,
  size,
});

const restBook = async (tokenId: string, url = spec.url) => {
  const reply = await fetch(`${url}/book?token_id=${tokenId}`);
  return {
    book: await reply.json(),
    sequence: Number(reply.headers.get("x-sequence")),
    id: reply.headers.get("x-stream-id"),
  };
};

type ShownBook = { readonly bids: readonly { readonly price: string }[]; readonly tick_size: string };
const readBook = async (tokenId: string): Promise<ShownBook> => {
  const book: ShownBook = JSON.parse(await (await fetch(`${spec.url}/book?token_id=${tokenId}`)).text());
  return book;
};
const restBody = async (path: string): Promise<unknown> => (await fetch(spec.url + path)).json();

function assertMatches(schema: object, message: Message): void {
  assert.deepEqual([...Errors(schema, message)], []);
}

void describe("a subscription to the market channel", () => {
  void it("begins with the book of each token, as GET /book has it", async (test) => {
    const { yes, no, condition } = await listMarket();
    await exchange.place(buy(yes, "0.4", "10"));
    const client = await connected(test);
    client.send({ type: "MARKET", assets_ids: [yes, no], markets: [], level: 2 });
    for (const token of [yes, no]) {
      const message = await client.event("book");
      assertMatches(schemas.BookMessage, message);
      const { book, sequence, id } = await restBook(token);
      const { event_type: _, sequence: at, stream_id: stream, server_ts_ms: __, ...record } = message;
      assert.deepEqual(record, book);
      assert.deepEqual([at, stream, message.market], [sequence, id, condition]);
    }
  });

  void it("begins with an array of all books in the Polymarket dialect", async (test) => {
    const { yes, no } = await listMarket();
    const { yes: other } = await listMarket();
    const client = await connected(test, polymarket);
    client.send({ type: "market", assets_ids: [yes, no, NOBODY] });
    const books = await client.next();
    assertMatches(schemas.BooksMessage, books);
    const tokensOf = (messages: Message[]) => messages.map(({ asset_id }) => asset_id);
    assert.deepEqual(tokensOf(books), [yes, no]);
    assert.equal((await client.next()).code, "unknown_asset");
    client.send({ operation: "subscribe", assets_ids: [other] });
    assert.deepEqual(tokensOf(await client.next()), [other]);
    await exchange.place(buy(yes, "0.4", "10"));
    assert.equal((await client.next()).event_type, "price_change");
    client.send({ operation: "snapshot" });
    assert.deepEqual(tokensOf(await client.next()), [yes, no, other]);
  });

  void it("begins with an empty array where no token is known, in the Polymarket dialect", async (test) => {
    const client = await connected(test, polymarket);
    client.send({ type: "market", assets_ids: [NOBODY] });
    assert.deepEqual(await client.next(), []);
    assert.equal((await client.next()).code, "unknown_asset");
  });

  void it("takes markets for both of their tokens, and nulls for nothing", async (test) => {
    const { yes, no, condition } = await listMarket();
    const client = await connected(test);
    client.send({
      type: "market",
      markets: [condition.toUpperCase().replace("X", "x")],
      assets_ids: null,
      level: null,
    });
    const books = [await client.event("book"), await client.event("book")];
    assert.deepEqual(
      books.map(({ asset_id }) => asset_id),
      [yes, no],
    );
  });

  void it("sends no books when asked for none, but all changes", async (test) => {
    const { yes } = await listMarket();
    const client = await connected(test);
    client.send({ type: "market", assets_ids: [yes], initial_dump: false });
    await client.settle();
    await exchange.place(buy(yes, "0.3", "1"));
    assert.equal((await client.next(isNoHeartbeat)).event_type, "price_change");
  });

  void it("names unknown tokens, and subscribes to the others", async (test) => {
    const { yes } = await listMarket();
    const client = await connected(test);
    client.send({ type: "market", assets_ids: [NOBODY, "__proto__", "1", "2", yes] });
    const refusal = await client.next(({ code }) => code !== undefined);
    assert.equal(refusal.code, "unknown_asset");
    assert.match(refusal.hint, new RegExp(`${NOBODY}, __proto__, 1 and 1 more; the others are subscribed`));
    await client.settle();
    assert.ok(client.messages.some(({ asset_id }) => asset_id === yes));
  });

  void it("changes with operations, at any time", async (test) => {
    const first = await listMarket();
    const second = await listMarket();
    const client = await connected(test);
    client.send({ type: "market", assets_ids: [] });
    client.send({ operation: "subscribe", assets_ids: [first.yes] });
    assert.equal((await client.event("book")).asset_id, first.yes);
    client.send({ operation: "subscribe", markets: [second.condition] });
    client.send({ operation: "unsubscribe", markets: [first.condition] });
    await client.settle();
    await exchange.place(buy(first.yes, "0.2", "1"));
    await exchange.place(buy(second.yes, "0.2", "1"));
    assert.equal((await client.event("price_change")).market, second.condition);
    client.send({ operation: "unsubscribe", assets_ids: [second.yes] });
    client.send({ operation: "snapshot" });
    await client.settle();
    const books = client.messages.filter(({ event_type }) => event_type === "book");
    assert.deepEqual(
      books.map(({ asset_id }) => asset_id),
      [first.yes, second.yes, second.no, second.no],
    );
  });

  void it("asks for fresh books of subscribed tokens only", async (test) => {
    const { yes, no } = await listMarket();
    const client = await connected(test);
    client.send({ type: "market", assets_ids: [yes] });
    client.send({ operation: "snapshot", assets_ids: [yes, no] });
    assert.match(
      (await client.next(({ code }) => code === "unknown_asset")).hint,
      new RegExp(`not subscribed here: ${no}`),
    );
  });

  void it("takes at most 500 tokens on a connection, and changes nothing beyond", async (test) => {
    const names = Array.from({ length: 251 }, (_, index) => ({ name: `many ${index}` }));
    await exchange.list(testListing(names, { id: "99999", slug: "many" }));
    const client = await connected(test);
    const conditions = names.map(({ name }) => hashOf(name));
    client.send({ type: "market", markets: conditions.slice(0, 250), initial_dump: false });
    client.send({ operation: "subscribe", markets: conditions.slice(0, 250), initial_dump: false });
    client.send({ operation: "subscribe", assets_ids: [tokenOf("many 250 yes")] });
    const refusal = await client.next(({ code }) => code !== undefined);
    assert.deepEqual(refusal, {
      error: "too many subscriptions",
      code: "too_many_subscriptions",
      hint: "expected at most 500 tokens on a connection, got 501; nothing is changed",
    });
    await client.settle();
    assert.ok(!client.messages.some(({ event_type }) => event_type === "book"));
  });

  void it("is refused with the expected and the received value", async (test) => {
    const client = await connected(test);
    for (const [message, hint] of [
      [{}, /type/],
      [{ type: "user", assets_ids: [] }, /type/],
      [{ type: "market" }, /assets_ids/],
      [{ type: "market", assets_ids: "1" }, /assets_ids/],
      [{ type: "market", assets_ids: [1] }, /assets_ids/],
      [{ type: "market", assets_ids: [], level: 4 }, /level: expected 1, 2 or 3, got 4; nearest: 3/],
      [{ type: "market", assets_ids: [], custom_feature_enabled: 1 }, /custom_feature_enabled/],
      [{ operation: "drop", assets_ids: [] }, /subscribe, unsubscribe or snapshot/],
      [{ operation: "subscribe" }, /assets_ids/],
    ] as const) {
      client.send(message);
      const refusal = await client.next();
      assert.equal(refusal.code, "invalid_message", JSON.stringify(message));
      assert.match(refusal.hint, hint);
    }
  });
});

const isNoHeartbeat = ({ event_type }: Message): boolean => event_type !== "heartbeat";

void describe("a change by a commit", () => {
  void it("is sent for both tokens, with the new sizes and the best prices", async (test) => {
    const { yes, no, condition } = await listMarket();
    const client = await connected(test);
    client.send({ type: "market", assets_ids: [yes] });
    const { sequence, stream_id } = await client.event("book");
    await exchange.place(buy(yes, "0.4", "10"));
    const id = await exchange.place(buy(yes, "0.4", "2.5"));
    await client.event("price_change");
    const message = await client.event("price_change");
    assertMatches(schemas.PriceChangeMessage, message);
    assert.deepEqual(message.price_changes, [
      { asset_id: yes, price: "0.4", size: "12.5", side: "BUY", hash: id, best_bid: "0.4", best_ask: "1" },
      { asset_id: no, price: "0.6", size: "12.5", side: "SELL", hash: id, best_bid: "0", best_ask: "0.6" },
    ]);
    assert.deepEqual(
      [message.market, message.sequence, message.stream_id, message.timestamp],
      [condition, sequence + 2, stream_id, String(exchange.clock.now)],
    );
    await exchange.submit({ type: "cancel-orders", owner: MAKER, tokenId: yes, reason: "by-owner" });
    const gone = await client.event("price_change");
    assert.deepEqual(
      gone.price_changes.map(({ size, best_bid }: Message) => [size, best_bid]),
      [
        ["0", "0"],
        ["0", "0"],
      ],
    );
  });

  void it("is sent with its trades, in terms of the incoming order, before the books", async (test) => {
    const { yes, no, condition } = await listMarket();
    await exchange.place(buy(yes, "0.4", "10"));
    const client = await connected(test);
    client.send({ type: "market", assets_ids: [yes, no] });
    await client.event("book");
    await exchange.place({ ...buy(no, "0.7", "4"), account: TAKER });
    const trade = await client.event("last_trade_price");
    assertMatches(schemas.LastTradePriceMessage, trade);
    const { hash } = exchange.context.engine.head();
    assert.deepEqual(
      [
        trade.asset_id,
        trade.market,
        trade.price,
        trade.size,
        trade.side,
        trade.fee_rate_bps,
        trade.transaction_hash,
      ],
      [no, condition, "0.6", "4", "BUY", "0", `0x${hash.toString("hex")}`],
    );
    const change = await client.event("price_change");
    assert.deepEqual(
      change.price_changes.map(({ size }: Message) => size),
      ["6", "6"],
    );
    const books = [await client.event("book"), await client.event("book")];
    assert.deepEqual(
      books.map(({ asset_id }) => asset_id),
      [yes, no],
    );
    for (const { sequence } of [trade, ...books]) assert.equal(sequence, change.sequence);
    assert.equal(books[1].last_trade_price, "0.6");
  });

  void it("is sent with mints and merges to subscribers of the resting order's token, seen from it", async (test) => {
    const { yes, no } = await listMarket();
    await exchange.place(buy(yes, "0.4", "10"));
    const client = await connected(test);
    client.send({ type: "market", assets_ids: [yes] });
    await client.event("book");
    await exchange.place({ ...buy(no, "0.7", "4"), account: TAKER });
    const minted = await client.event("last_trade_price");
    assertMatches(schemas.LastTradePriceMessage, minted);
    const seen = ({ asset_id, side, price, size }: Message) => [asset_id, side, price, size];
    assert.deepEqual(seen(minted), [yes, "SELL", "0.4", "4"]);
    await exchange.place({ ...buy(yes, "0.45", "3"), side: "SELL" });
    await exchange.place({ ...buy(no, "0.5", "3"), side: "SELL", account: TAKER });
    assert.deepEqual(seen(await client.event("last_trade_price")), [yes, "BUY", "0.45", "3"]);
    await client.settle();
    const trades = client.messages.filter(({ event_type }) => event_type === "last_trade_price");
    assert.equal(trades.length, 2);
  });

  void it("may be the tick", async (test) => {
    const { name, yes, no } = await listMarket();
    const client = await connected(test);
    client.send({ type: "market", assets_ids: [yes] });
    const { sequence } = await client.event("book");
    await exchange.list(testListing([{ name, tick: ticks(10) }], { id: String(markets), slug: name }));
    const changes = [await client.event("tick_size_change"), await client.event("tick_size_change")];
    for (const change of changes) assertMatches(schemas.TickSizeChangeMessage, change);
    assert.deepEqual(
      changes.map((change) => [change.asset_id, change.old_tick_size, change.new_tick_size, change.sequence]),
      [yes, no].map((token) => [token, "0.01", "0.001", sequence + 1]),
    );
  });

  void it("may be a finer tick, since the price came near 1, and it stays when the price comes back", async (test) => {
    const { yes, no, condition } = await listMarket();
    const client = await connected(test);
    client.send({ type: "market", assets_ids: [yes] });
    await client.event("book");
    const first = await exchange.place(buy(yes, "0.95", "10"));
    await exchange.place(buy(no, "0.03", "10"));
    await client.settle();
    assert.equal(client.messages.filter(({ event_type }) => event_type === "tick_size_change").length, 0);
    const second = await exchange.place(buy(yes, "0.96", "10"));
    const changes = [await client.event("tick_size_change"), await client.event("tick_size_change")];
    for (const change of changes) assertMatches(schemas.TickSizeChangeMessage, change);
    assert.deepEqual(
      changes.map((change) => [change.asset_id, change.old_tick_size, change.new_tick_size]),
      [yes, no].map((token) => [token, "0.01", "0.001"]),
    );
    assert.deepEqual(await restBody(`/tick-size?token_id=${yes}`), { minimum_tick_size: 0.001 });
    const third = await exchange.place(buy(yes, "0.965", "10"));
    const { bids, tick_size: tick } = await readBook(yes);
    assert.deepEqual([bids.map(({ price }) => price), tick], [["0.95", "0.96", "0.965"], "0.001"]);
    for (const id of [third, second, first])
      await exchange.submit({ type: "cancel-order", id, owner: MAKER });
    await exchange.place(buy(yes, "0.9", "10"));
    assert.deepEqual(await restBody(`/tick-size?token_id=${yes}`), { minimum_tick_size: 0.001 });
    assert.equal(exchange.context.engine.exchange.marketByCondition.get(condition)?.tick, 10);
  });

  void it("is no finer tick for an offer alone, which is no price", async () => {
    const { yes, no } = await listMarket();
    await exchange.place(buy(yes, "0.02", "10"));
    assert.deepEqual(await restBody(`/tick-size?token_id=${yes}`), { minimum_tick_size: 0.01 });
    await exchange.place({ ...buy(no, "0.98", "10"), account: TAKER });
    assert.deepEqual(await restBody(`/tick-size?token_id=${yes}`), { minimum_tick_size: 0.001 });
  });

  void it("is also sent as the best prices, on request, when they changed", async (test) => {
    const { yes, no } = await listMarket();
    const client = await connected(test);
    client.send({ type: "market", assets_ids: [yes, no], custom_feature_enabled: true });
    await client.settle();
    await exchange.place(buy(yes, "0.4", "10"));
    const best = [await client.event("best_bid_ask"), await client.event("best_bid_ask")];
    for (const message of best) assertMatches(schemas.BestBidAskMessage, message);
    assert.deepEqual(
      best.map(({ asset_id, best_bid, best_ask, spread }) => [asset_id, best_bid, best_ask, spread]),
      [
        [yes, "0.4", "1", "0.6"],
        [no, "0", "0.6", "0.6"],
      ],
    );
    for (const { asset_id, best_bid, best_ask, spread } of best) {
      assert.deepEqual(await restBody(`/spread?token_id=${asset_id}`), { spread });
      assert.deepEqual(await restBody(`/price?token_id=${asset_id}&side=SELL`), { price: best_bid });
      assert.deepEqual(await restBody(`/prices?token_ids=${asset_id}`), {
        [asset_id]: { BUY: best_ask, SELL: best_bid },
      });
    }
    await exchange.place(buy(yes, "0.3", "10"));
    await exchange.place(buy(yes, "0.4", "10"));
    await exchange.place(buy(yes, "0.41", "10"));
    assert.equal((await client.event("best_bid_ask")).best_bid, "0.41");
  });
});

void describe("markets as such", () => {
  void it("are announced when they open, to all that asked for it", async (test) => {
    const { yes } = await listMarket();
    const client = await connected(test);
    const other = await connected(test, polymarket);
    const silent = await connected(test);
    client.send({ type: "market", assets_ids: [], custom_feature_enabled: true });
    other.send({ type: "market", assets_ids: [yes], custom_feature_enabled: true });
    silent.send({ type: "market", assets_ids: [yes] });
    await Promise.all([client, other, silent].map((each) => each.settle()));
    const draft = await listMarket({ active: false });
    const listed = await listMarket({ gameStartTime: "2026-07-01T00:00:00Z" });
    const opened = await client.event("new_market");
    assertMatches(schemas.NewMarketMessage, opened);
    assert.deepEqual(
      [opened.id, opened.market, opened.condition_id, opened.assets_ids, opened.outcomes, opened.active],
      [listed.condition, listed.condition, listed.condition, [listed.yes, listed.no], ["Yes", "No"], true],
    );
    assert.deepEqual(
      [opened.order_price_min_tick_size, opened.game_start_time, opened.event_message.title],
      ["0.01", String(Date.UTC(2026, 6, 1)), "Test event"],
    );
    assert.match((await other.event("new_market")).id, /^\d+$/);
    const { market } = exchange.context.engine.exchange.tokens.get(draft.yes)!;
    await exchange.submit({ type: "open-market", conditionId: market.conditionId });
    assert.equal((await client.event("new_market")).market, draft.condition);
    await silent.settle();
    assert.ok(!silent.messages.some(({ event_type }) => event_type === "new_market"));
  });

  void it("are announced when they resolve, to those who follow them", async (test) => {
    const { yes, no, condition } = await listMarket();
    const client = await connected(test);
    client.send({ type: "market", assets_ids: [no], custom_feature_enabled: true });
    await client.settle();
    await exchange.submit({ type: "resolve-market", conditionId: condition, payout: [0, 1] });
    const resolved = await client.event("market_resolved");
    assertMatches(schemas.MarketResolvedMessage, resolved);
    assert.deepEqual(
      [resolved.market, resolved.assets_ids, resolved.winning_asset_id, resolved.winning_outcome],
      [condition, [yes, no], no, "No"],
    );
  });
});

void describe("changes of markets besides their books", () => {
  void it("are told to all that asked for more, in the specification's dialect, except those of drafts", async (test) => {
    const { condition, yes } = await listMarket();
    const traded = await listMarket();
    const client = await connected(test);
    const others = [await connected(test), await connected(test, polymarket)];
    client.send({ type: "market", assets_ids: [], custom_feature_enabled: true });
    others[0]!.send({ type: "market", assets_ids: [yes] });
    others[1]!.send({ type: "market", assets_ids: [yes], custom_feature_enabled: true });
    for (const each of [client, ...others]) await each.settle();
    const draft = await listMarket({ active: false });
    const steps = [
      { type: "pause-market", conditionId: condition },
      { type: "resume-market", conditionId: condition },
      { type: "open-market", conditionId: draft.condition },
      { type: "resolve-market", conditionId: condition, payout: [0, 1] },
      { type: "undo-resolution", conditionId: condition },
    ] as const;
    for (const step of steps) {
      await exchange.submit(step);
      const message = await client.event("markets_changed");
      assertMatches(schemas.MarketsChangedMessage, message);
      assert.deepEqual([message.markets, message.count], [[step.conditionId], 1], step.type);
    }
    await exchange.place(buy(traded.yes, "0.4", "10"));
    for (const each of [client, ...others]) await each.settle();
    const told = [client, ...others].map(
      ({ messages }) => messages.filter(({ event_type }) => event_type === "markets_changed").length,
    );
    assert.deepEqual(told, [steps.length, 0, 0]);
  });
});

void describe("heartbeats", () => {
  void it("inc-33: say where the streams stand, in the specification's dialect", async (test) => {
    const { yes } = await listMarket();
    const client = await connected(test);
    client.send({ type: "market", assets_ids: [yes] });
    const { sequence, stream_id } = await client.event("book");
    const beat = await client.event("heartbeat");
    assertMatches(schemas.HeartbeatMessage, beat);
    assert.deepEqual(beat.streams, [{ stream_id, sequence }]);
    client.send({ operation: "subscribe", assets_ids: [], heartbeat: false });
    await client.settle();
    const { length } = client.messages;
    await exchange.place(buy(yes, "0.4", "10"));
    await client.event("price_change");
    assert.ok(client.messages.slice(length).every(isNoHeartbeat));
  });

  void it("come in the services' dialects on request only", async (test) => {
    const { yes } = await listMarket();
    const silent = await connected(test, polymarket);
    const client = await connected(test, polymarket);
    silent.send({ type: "market", assets_ids: [yes] });
    client.send({ type: "market", assets_ids: [yes], heartbeat: true });
    await client.event("heartbeat");
    await client.event("heartbeat");
    assert.ok(silent.messages.every(isNoHeartbeat));
  });
});
