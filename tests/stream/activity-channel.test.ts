/** The live-data channel: fills as in GET /trades of the data interface, for subscribers. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Errors } from "typebox/value";
import { ticks } from "../../src/core/units.ts";
import { dataEndpoints } from "../../src/http/data/endpoints.ts";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { createActivityChannel } from "../../src/stream/activity/activity-channel.ts";
import { ActivityMessage } from "../../src/stream/activity/activity-schema.ts";
import type { Channel } from "../../src/stream/channel.ts";
import { createMarketChannel } from "../../src/stream/market/market-channel.ts";
import { createUserChannel } from "../../src/stream/user/user-channel.ts";
import { createMarketDescriptionCache } from "../../src/stream/described-markets.ts";
import { Heartbeat } from "../../src/stream/channel.ts";
import { closed } from "../support/closed-schema.ts";
import { startTestExchange, testListing, tokenOf, walletOf } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";
import { openRecorded } from "./recorded-connection.ts";
import type { Message, RecordedConnection } from "./recorded-connection.ts";

const [ANN, BEN] = [walletOf("ann"), walletOf("ben")];
const CREATOR = walletOf("creator");
let exchange: TestExchange;
let channel: Channel;

before(async () => {
  exchange = await startTestExchange({ endpoints: dataEndpoints });
  const fees = { rate: 400, exponent: 1, takerOnly: true };
  const tags = ["weather", "europe"].map((slug, index) => ({ id: String(index + 1), label: slug, slug }));
  await exchange.list(
    testListing(
      [
        { name: "rain", icon: "/rain.png", creator: CREATOR },
        { name: "wind", fees, tick: ticks(10) },
      ],
      {
        tags,
      },
    ),
  );
  await exchange.list(testListing([{ name: "vote" }], { id: "8", slug: "election" }));
  for (const wallet of [ANN, BEN]) await exchange.open(wallet, "10000");
  channel = createActivityChannel(exchange.context, createMarketDescriptionCache(exchange.context), {
    marketChannel: createMarketChannel(exchange.context),
    userChannel: createUserChannel(exchange.context),
  });
});
after(() => exchange.close());

/** Makes one fill: ben's buy of NO matches ann's of YES. */
async function fill(market: string, price = "0.4", size = "2.5"): Promise<void> {
  const order = { tokenId: tokenOf(`${market} yes`), side: "BUY", price, size } as const;
  await exchange.place({ account: ANN, ...order });
  const other = String((1000 - Number(price) * 1000) / 1000);
  await exchange.place({ account: BEN, ...order, tokenId: tokenOf(`${market} no`), price: other });
}

function listen(dialect: Dialect, ...subscriptions: readonly object[]): RecordedConnection {
  const connection = openRecorded(channel, dialect, `${dialect} connection`);
  connection.session.receive({ action: "subscribe", subscriptions });
  return connection;
}

const all = { topic: "activity", type: "orders_matched" };
const marketsOf = (messages: readonly Message[]): string[] => messages.map(({ payload }) => payload.slug);

test("a fill is sent as GET /trades gives it, in each dialect", async () => {
  const connections = DIALECTS.map((dialect) => [dialect, listen(dialect, all)] as const);
  exchange.clock.now += 1_500;
  await fill("wind", "0.35");
  await fill("rain");
  for (const [dialect, connection] of connections) {
    const messages = await connection.take(2);
    const { body } = await exchange.get("/trades?limit=2", dialect);
    assert.deepEqual(marketsOf(messages), ["wind", "rain"]);
    for (const [index, message] of messages.entries()) {
      assert.deepEqual(Errors(closed(ActivityMessage), message), []);
      const { payload, ...envelope } = message;
      const { tags, creator, usdcSize, ...trade } = payload;
      assert.deepEqual(dialect === "polymarket" ? trade : { ...trade, usdcSize }, body[1 - index]);
      assert.deepEqual([tags, creator], [["weather", "europe"], ["", CREATOR][index]]);
      assert.equal(usdcSize, [1.625, 1.5][index]);
      assert.deepEqual(envelope, {
        connection_id: connection.id,
        topic: "activity",
        type: "orders_matched",
        timestamp: exchange.clock.now,
        sequence: index + 1,
        stream_id: connection.id,
        server_ts_ms: exchange.clock.now,
      });
    }
    connection.session.close();
  }
});

const CHOICES: readonly { readonly name: string; readonly filters: unknown; readonly received: string[] }[] =
  [
    { name: "no filters", filters: undefined, received: ["rain", "vote", "wind"] },
    { name: "null", filters: null, received: ["rain", "vote", "wind"] },
    { name: "blank text", filters: "", received: ["rain", "vote", "wind"] },
    { name: "an event", filters: { event_slug: "test-event" }, received: ["rain", "wind"] },
    { name: "an event in camel case", filters: { eventSlug: "election" }, received: ["vote"] },
    { name: "an event as JSON", filters: '{"event_slug":"election"}', received: ["vote"] },
    { name: "a market", filters: { market_slug: "wind" }, received: ["wind"] },
    { name: "a market in camel case", filters: '{"marketSlug":"rain"}', received: ["rain"] },
    {
      name: "a market of another event",
      filters: { event_slug: "election", market_slug: "rain" },
      received: [],
    },
  ];
test("filters", async () => {
  const connections = CHOICES.map(({ filters }) => listen("spec", { ...all, filters }));
  for (const market of ["rain", "vote", "wind"]) await fill(market);
  for (const [index, { name, received }] of CHOICES.entries()) {
    const connection = connections[index]!;
    assert.deepEqual(connection.refusals, [], name);
    assert.deepEqual(marketsOf(await connection.take(received.length)), received, name);
  }
  const everyone = connections[0]!;
  await fill("rain");
  await everyone.take(1);
  for (const [index, { received }] of CHOICES.entries()) {
    const more = received.includes("rain") ? 1 : 0;
    assert.equal(connections[index]!.messages.length, received.length + more);
    connections[index]!.session.close();
  }
});

test("types: each that was subscribed to, by subscriptions that may overlap", async () => {
  const connection = listen(
    "kuest",
    { topic: "activity", type: "*" },
    { ...all, filters: { market_slug: "rain" } },
  );
  await fill("rain");
  assert.deepEqual(
    (await connection.take(2)).map(({ type }) => type),
    ["orders_matched", "trades"],
  );
  const unsubscribe = (...subscriptions: readonly object[]): void =>
    connection.session.receive({ action: "unsubscribe", subscriptions });
  unsubscribe({ topic: "activity", type: "trades" });
  await fill("rain");
  assert.deepEqual(
    (await connection.take(1)).map(({ type }) => type),
    ["orders_matched"],
  );
  unsubscribe({ ...all, filters: { market_slug: "rain" } });
  await fill("wind");
  assert.deepEqual(marketsOf(await connection.take(1)), ["wind"]);
  unsubscribe(all);
  await fill("wind");
  connection.session.receive({ action: "subscribe", subscriptions: [all] });
  await fill("rain");
  assert.deepEqual(marketsOf(await connection.take(1)), ["rain"]);
  assert.equal(connection.messages.length, 5);
  connection.session.close();
});

const REFUSED: readonly (readonly [message: Record<string, unknown>, code: string, hint: string])[] = [
  [{}, "invalid_message", "action: expected subscribe or unsubscribe, got nothing"],
  [
    { action: "subscribe", subscriptions: [{ topic: "comments", type: "*" }] },
    "unsupported_topic",
    "expected topic activity with type orders_matched, trades or *, got comments with *",
  ],
  [
    { action: "subscribe", subscriptions: [{ topic: "activity", type: "update" }] },
    "unsupported_topic",
    "expected topic activity with type orders_matched, trades or *, got activity with update",
  ],
  [
    { action: "subscribe", subscriptions: [{ ...all, filters: "{event" }] },
    "invalid_message",
    'filters: expected an object, got "{event"',
  ],
  [
    { action: "subscribe", subscriptions: [{ ...all, filters: { symbol: "x" } }] },
    "invalid_message",
    "filters: expected event_slug, eventSlug, market_slug, marketSlug, got symbol",
  ],
];
test("invalid subscriptions are refused, and valid ones beside them are taken", async () => {
  for (const [message, code, hint] of REFUSED) {
    const connection = listen("spec", { ...all, filters: { market_slug: "vote" } });
    connection.session.receive(message);
    assert.deepEqual(connection.refusals, [{ code, hint, ended: false }]);
    connection.session.close();
  }
  const connection = listen("spec", { topic: "crypto_prices", type: "update" }, all);
  assert.equal((await connection.refused()).code, "unsupported_topic");
  await fill("rain");
  await connection.take(1);
  connection.session.close();
});

test("a connection has at most 200 subscriptions", async () => {
  const events = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...all, filters: { event_slug: `e${from + index}` } }));
  const connection = listen("spec", ...events(0, 100));
  const subscribe = (subscriptions: readonly object[]): void =>
    connection.session.receive({ action: "subscribe", subscriptions });
  subscribe(events(100, 100));
  subscribe(events(0, 100));
  assert.deepEqual(connection.refusals, []);
  subscribe(events(200, 1));
  assert.equal((await connection.refused()).code, "too_many_subscriptions");
  connection.session.close();
});

test("names of a market are sent as it is listed now", async () => {
  const connection = listen("spec", all);
  await fill("rain");
  const listing = testListing([{ name: "rain", question: "Will it pour?", slug: "pour" }], {
    slug: "renamed",
  });
  await exchange.list(listing);
  await fill("rain");
  const [earlier, now] = await connection.take(2);
  assert.deepEqual([earlier.payload.title, earlier.payload.eventSlug], ["Will rain happen?", "test-event"]);
  assert.deepEqual(
    [now.payload.title, now.payload.slug, now.payload.eventSlug],
    ["Will it pour?", "pour", "renamed"],
  );
  connection.session.close();
});

test("heartbeats go to clients of the specification, and to those that ask", async () => {
  const beats = (dialect: Dialect, more: object = {}): readonly Message[] => {
    const connection = openRecorded(channel, dialect);
    connection.session.receive({ action: "subscribe", subscriptions: [all], ...more });
    connection.session.heartbeat("normal");
    connection.session.close();
    return connection.messages;
  };
  for (const messages of [beats("spec"), beats("polymarket", { heartbeat: true })]) {
    assert.equal(messages.length, 1);
    assert.deepEqual(Errors(closed(Heartbeat), messages[0]), []);
  }
  for (const messages of [beats("polymarket"), beats("kuest"), beats("spec", { heartbeat: false })])
    assert.deepEqual(messages, []);
});
