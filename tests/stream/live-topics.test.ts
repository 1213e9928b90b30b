/** The topics of live data beside the fills: clob_market and clob_user, and those that stay silent. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Errors } from "typebox/value";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import * as schemas from "../../src/stream/activity/activity-schema.ts";
import type { Channel } from "../../src/stream/channel.ts";
import { createStreamChannels } from "../../src/stream/channels.ts";
import { NO, startWorld, YES } from "../http/account/world.ts";
import { closed } from "../support/closed-schema.ts";
import { hashOf, testListing, tokenOf } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";
import { createTrader } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import { connect } from "./live-client.ts";
import { openRecorded } from "./recorded-connection.ts";
import type { Message, RecordedConnection } from "./recorded-connection.ts";
import { startStreamServer } from "./stream-server.ts";

let exchange: TestExchange;
let channel: Channel;
let ann: Trader;
let ben: Trader;

before(async () => {
  exchange = await startWorld({ PRESAGE_ORIGINS: "none" });
  channel = createStreamChannels(exchange.context).get("/")!;
  [ann, ben] = await Promise.all([createTrader(exchange, "ann"), createTrader(exchange, "ben")]);
});
after(() => exchange.close());

function listen(dialect: Dialect, ...subscriptions: readonly object[]): RecordedConnection {
  const connection = openRecorded(channel, dialect, "live");
  connection.session.receive({ action: "subscribe", subscriptions });
  return connection;
}

const typesOf = (messages: readonly Message[]): string[] => messages.map(({ type }) => type);
const authOf = ({ credentials: { apiKey, secret, passphrase } }: Trader) => ({
  key: apiKey,
  secret,
  passphrase,
});

for (const dialect of ["polymarket", "kuest"] as const) {
  test(`${dialect}: clob_market has the book, its changes and trades of named tokens`, async () => {
    const connection = listen(
      dialect,
      { topic: "clob_market", type: "agg_orderbook", filters: JSON.stringify([YES]) },
      { topic: "clob_market", type: "price_change", filters: [YES] },
      { topic: "clob_market", type: "last_trade_price", filters: [NO] },
    );
    const [book] = await connection.take(1);
    const { payload, ...envelope } = book;
    assert.deepEqual(envelope, {
      connection_id: "live",
      topic: "clob_market",
      type: "agg_orderbook",
      timestamp: exchange.clock.now,
    });
    const { body: record } = await exchange.get(`/book?token_id=${YES}`, dialect);
    const { event_type: _, sequence: __, stream_id: ___, server_ts_ms: ____, ...shown } = payload;
    assert.deepEqual(shown, record);
    await ann.place({ tokenId: YES, side: "BUY", price: "0.4", size: "5" });
    await ben.place({ tokenId: NO, side: "BUY", price: "0.6", size: "5" });
    const messages = await connection.take(4);
    // A book after the trade; in the Kuest dialect after each change, so that it may come before.
    const [books, others] = [true, false].map((isBook) =>
      messages.filter(({ type }) => (type === "agg_orderbook") === isBook),
    );
    assert.deepEqual(typesOf(others!), ["price_change", "last_trade_price", "price_change"]);
    assert.deepEqual([books!.length, others![1].payload.asset_id], [1, NO]);
    if (dialect === "polymarket") assert.equal(messages.at(-1), books![0]);
    for (const message of [book, ...messages])
      assert.deepEqual(Errors(closed(schemas.ClobTokenMessage), message), []);
    connection.session.receive({
      action: "unsubscribe",
      subscriptions: [{ topic: "clob_market", type: "agg_orderbook" }],
    });
    connection.session.receive({
      action: "unsubscribe",
      subscriptions: [{ topic: "clob_market", type: "last_trade_price", filters: [NO] }],
    });
    connection.skip();
    await ann.place({ tokenId: YES, side: "BUY", price: "0.4", size: "5" });
    await ben.place({ tokenId: NO, side: "BUY", price: "0.6", size: "5" });
    assert.deepEqual(typesOf(await connection.take(2)), ["price_change", "price_change"]);
    assert.deepEqual(connection.refusals, []);
    connection.session.close();
  });

  test(`${dialect}: clob_market tells of markets that open and resolve`, async () => {
    const connection = listen(
      dialect,
      { topic: "clob_market", type: "market_created" },
      { topic: "clob_market", type: "market_resolved", filters: "" },
    );
    const name = `new ${dialect}`;
    await exchange.list(testListing([{ name }], { id: dialect === "kuest" ? "21" : "22", slug: name }));
    await exchange.submit({ type: "resolve-market", conditionId: hashOf(name), payout: [1, 0] });
    const messages = await connection.take(2);
    assert.deepEqual(typesOf(messages), ["market_created", "market_resolved"]);
    for (const message of messages) {
      assert.deepEqual(Errors(closed(schemas.ClobMarketMessage), message), []);
      assert.deepEqual(message.payload, {
        market: hashOf(name),
        asset_ids: [tokenOf(`${name} yes`), tokenOf(`${name} no`)],
        min_order_size: "1",
        tick_size: "0.01",
        neg_risk: false,
      });
    }
    connection.session.close();
  });

  test(`${dialect}: clob_user has the orders and trades of the account`, async () => {
    const auth = authOf(ann);
    const connection = listen(dialect, { topic: "clob_user", type: "order", clob_auth: auth });
    // The key is looked up meanwhile, and what happens before that is not told.
    while (connection.messages.length === 0)
      await ann.place({ tokenId: YES, side: "BUY", price: "0.01", size: "5" });
    const [order] = await connection.take(1);
    assert.deepEqual(Errors(closed(schemas.ClobUserMessage), order), []);
    assert.deepEqual([order.topic, order.type, order.payload.type], ["clob_user", "order", "PLACEMENT"]);
    assert.equal(order.payload.owner, ann.credentials.apiKey);
    connection.session.receive({
      action: "subscribe",
      subscriptions: [{ topic: "clob_user", type: "trade", clob_auth: auth }],
    });
    connection.skip();
    await ben.place({ tokenId: NO, side: "BUY", price: "0.5", size: "5" });
    await ann.place({ tokenId: YES, side: "BUY", price: "0.5", size: "5" });
    const messages = await connection.take(5);
    assert.deepEqual(typesOf(messages), ["order", "order", "trade", "trade", "trade"]);
    for (const message of messages) assert.deepEqual(Errors(closed(schemas.ClobUserMessage), message), []);
    assert.deepEqual(connection.refusals, []);
    connection.session.close();
    await exchange.submit({ type: "cancel-orders", owner: ann.address, reason: "by-owner" });
  });

  test(`${dialect}: comments, requests for quotes and prices of other exchanges are accepted and stay silent`, () => {
    const connection = listen(
      dialect,
      { topic: "comments", type: "*", filters: '{"parentEntityID":100,"parentEntityType":"Event"}' },
      { topic: "crypto_prices", type: "update", filters: ["btcusdt"] },
      { topic: "crypto_prices", type: "update", filters: '{"symbol":"btcusdt"}' },
      { topic: "crypto_prices_chainlink", type: "*", filters: "" },
      { topic: "crypto_prices_twap_thirty", type: "update" },
      { topic: "crypto_prices_twap_sixty", type: "update" },
      { topic: "equity_prices", type: "update", filters: '{"symbol":"AAPL"}' },
      { topic: "rfq", type: "request_created" },
    );
    assert.deepEqual([connection.refusals, connection.messages], [[], []]);
    connection.session.close();
  });
}

test("clients of the specification have fills alone", async () => {
  for (const topic of ["clob_market", "clob_user", "comments", "crypto_prices", "equity_prices", "rfq"]) {
    const connection = listen("spec", { topic, type: "*", filters: [YES] });
    assert.equal((await connection.refused()).code, "unsupported_topic");
    connection.session.close();
  }
});

const REFUSED: readonly {
  readonly name: string;
  readonly subscription: (trader: Trader) => object;
  readonly code: string;
  readonly hint: RegExp;
}[] = [
  {
    name: "messages about tokens without any",
    subscription: () => ({ topic: "clob_market", type: "*" }),
    code: "invalid_message",
    hint: /^filters: expected token ids/,
  },
  {
    name: "filters that are no token ids",
    subscription: () => ({ topic: "clob_market", type: "price_change", filters: '{"a":1}' }),
    code: "invalid_message",
    hint: /^filters: expected a list/,
  },
  {
    name: "a token that no market has",
    subscription: () => ({ topic: "clob_market", type: "price_change", filters: ["12"] }),
    code: "unknown_asset",
    hint: /12/,
  },
  {
    name: "a type that clob_market does not have",
    subscription: () => ({ topic: "clob_market", type: "trade", filters: [YES] }),
    code: "unsupported_topic",
    hint: /price_change, agg_orderbook/,
  },
  {
    name: "an account without credentials",
    subscription: () => ({ topic: "clob_user", type: "*" }),
    code: "invalid_message",
    hint: /^clob_auth: expected key/,
  },
  {
    name: "credentials of another",
    subscription: (trader) => ({
      topic: "clob_user",
      type: "*",
      clob_auth: { ...authOf(trader), passphrase: "x" },
    }),
    code: "unauthorized",
    hint: /passphrase/,
  },
];
for (const { name, subscription, code, hint } of REFUSED)
  test(`${name} are refused`, async () => {
    const connection = listen("polymarket", subscription(ann));
    const refusal = await connection.refused();
    assert.equal(refusal.code, code);
    assert.match(refusal.hint, hint);
    assert.equal(refusal.ended, false);
    connection.session.close();
  });

for (const { name, subscription, code } of REFUSED)
  test(`${name} end no subscription beside them`, async () => {
    const fills = { topic: "activity", type: "trades" };
    const book = { topic: "clob_market", type: "agg_orderbook", filters: [YES] };
    const connection = listen("polymarket", fills, subscription(ann), book);
    const [first] = await connection.take(1);
    assert.equal(first.type, "agg_orderbook");
    const refusal = await connection.refused();
    assert.deepEqual([refusal.code, refusal.ended], [code, false]);
    // The topic is free for right credentials.
    const right = { topic: "clob_user", type: "order", clob_auth: authOf(ann) };
    connection.session.receive({ action: "subscribe", subscriptions: [right] });
    const isOwn = ({ topic }: Message): boolean => topic === "clob_user";
    while (!connection.messages.some(isOwn))
      await ann.place({ tokenId: YES, side: "BUY", price: "0.01", size: "5" });
    connection.session.close();
    await exchange.submit({ type: "cancel-orders", owner: ann.address, reason: "by-owner" });
  });

test("all bad subscriptions of a message are refused, each by its reason", async () => {
  const told = REFUSED.filter(({ code }) => code !== "unauthorized");
  const connection = listen("polymarket", ...told.map(({ subscription }) => subscription(ann)));
  await connection.refused();
  assert.deepEqual(connection.refusals.map(({ code }) => code).sort(), told.map(({ code }) => code).sort());
  connection.session.close();
});

test("a second account on a connection is refused", async () => {
  const connection = listen("polymarket", { topic: "clob_user", type: "order", clob_auth: authOf(ann) });
  connection.session.receive({
    action: "subscribe",
    subscriptions: [{ topic: "clob_user", type: "order", clob_auth: authOf(ben) }],
  });
  assert.match((await connection.refused()).hint, /one account/);
  connection.session.close();
});

test("pages of foreign origins get public topics only", async () => {
  const channels = new Map([["/", channel]]);
  const server = await startStreamServer(exchange.context, { channels, dialect: "polymarket" });
  const client = await connect(server.url, "/", { origin: "https://example.com" });
  const subscribe = (subscription: object): void =>
    client.send({ action: "subscribe", subscriptions: [subscription] });
  subscribe({ topic: "clob_user", type: "*", clob_auth: authOf(ann) });
  assert.match((await client.next()).hint, /PRESAGE_ORIGINS/);
  subscribe({ topic: "clob_market", type: "agg_orderbook", filters: [YES] });
  assert.equal((await client.next()).type, "agg_orderbook");
  await client.end();
  await server.close();
});
