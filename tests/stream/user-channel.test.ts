/** /ws/user: messages about orders and trades, with the fields of the trading interface's answers. */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import { readKeyId } from "../../src/signing/credentials.ts";
import type { Channel } from "../../src/stream/channel.ts";
import { createUserChannel } from "../../src/stream/user/user-channel.ts";
import { NO, startWorld, YES } from "../http/account/world.ts";
import { hashOf, testListing, tokenOf } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";
import { createTrader } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import type { Message, RecordedConnection } from "./recorded-connection.ts";
import { assertAgree, assertStream, summaryOf, connectTo } from "./user-world.ts";

let exchange: TestExchange;
let channel: Channel;
let ann: Trader;
let ben: Trader;
const opened: RecordedConnection[] = [];

before(async () => {
  exchange = await startWorld({ PRESAGE_SELF_TRADE: "cancel-resting" });
  const fees = { rate: 300, exponent: 1, takerOnly: false };
  await exchange.list(testListing([{ name: "paid", fees }], { id: "9", slug: "paid" }));
  channel = createUserChannel(exchange.context);
  [ann, ben] = await Promise.all([createTrader(exchange, "ann"), createTrader(exchange, "ben")]);
});
afterEach(async () => {
  for (const connection of opened.splice(0)) {
    assertStream(connection);
    connection.session.close();
  }
  for (const trader of [ann, ben])
    await exchange.submit({ type: "cancel-orders", owner: trader.address, reason: "by-owner" });
});
after(() => exchange.close());

const connect: (...args: [Trader, Parameters<typeof connectTo>[2]?]) => Promise<RecordedConnection> = async (
  trader,
  more,
) => {
  const connection = await connectTo(channel, trader, more);
  opened.push(connection);
  return connection;
};

const idOf = (reply: { body: Message }): string => reply.body.orderID;
const TRADE = ["MATCHED", "MINED", "CONFIRMED"];

test("a resting order is filled in two steps, for both parties", async () => {
  const [maker, taker] = [await connect(ann), await connect(ben)];
  await ann.place({ tokenId: YES, side: "BUY", price: "0.4", size: "10" });
  await ben.place({ tokenId: NO, side: "BUY", price: "0.6", size: "4" });
  await ben.place({ tokenId: NO, side: "BUY", price: "0.7", size: "8" });
  assert.deepEqual((await maker.take(9)).map(summaryOf), [
    "PLACEMENT LIVE 0",
    "UPDATE LIVE 4",
    ...TRADE,
    "UPDATE MATCHED 10",
    ...TRADE,
  ]);
  assert.deepEqual((await taker.take(10)).map(summaryOf), [
    "PLACEMENT LIVE 0",
    "UPDATE MATCHED 4",
    ...TRADE,
    "PLACEMENT LIVE 0",
    "UPDATE LIVE 6",
    ...TRADE,
  ]);
});

for (const dialect of DIALECTS) {
  test(`messages agree with GET /data/order and GET /data/trades: ${dialect}`, async () => {
    const [maker, taker] = [await connect(ann, { dialect }), await connect(ben, { dialect })];
    exchange.clock.now += 1_234;
    const at = exchange.clock.now;
    const resting = idOf(
      await ann.place({ tokenId: tokenOf("paid yes"), side: "BUY", price: "0.4", size: "10" }, { dialect }),
    );
    const incoming = idOf(
      await ben.place({ tokenId: tokenOf("paid no"), side: "BUY", price: "0.65", size: "4" }, { dialect }),
    );
    const received = [
      { trader: ann, id: resting, messages: (await maker.take(5)).slice(1), role: "MAKER" },
      { trader: ben, id: incoming, messages: (await taker.take(5)).slice(1), role: "TAKER" },
    ];
    for (const { trader, id, messages, role } of received) {
      const [order, trade] = [messages[0], messages.at(-1)];
      const { body: record } = await trader.request("GET", `/data/order/${id}`, { dialect });
      assertAgree(order, record, ["status", "created_at", "type", "owner"]);
      assert.deepEqual([order.owner, readKeyId(record.owner)], [trader.credentials.apiKey, order.owner]);
      assert.deepEqual(order.status, record.status.toUpperCase());
      assert.deepEqual(
        [Number(order.created_at), order.order_type],
        [Math.floor(Date.parse(record.order.createdAt) / 1000), record.type],
      );
      assert.deepEqual(order.owner, order.order_owner);
      const { body: listed } = await trader.request("GET", `/data/trades?id=${trade.id}`, { dialect });
      const [found] = listed.data;
      assert.equal(found.fee_rate_bps, "300");
      assertAgree(trade, found, ["type", "match_time", "last_update", "maker_orders", "owner"]);
      assert.deepEqual([trade.owner, readKeyId(found.owner)], [ben.credentials.apiKey, trade.owner]);
      assert.deepEqual(trade.maker_orders, [{ ...found.maker_orders[0], outcome_index: 0 }]);
      assert.deepEqual([trade.trader_side, trade.trade_owner], [role, trader.credentials.apiKey]);
      const seconds = String(Math.floor(at / 1000));
      const timestamp = dialect === "kuest" ? seconds : String(at);
      assert.deepEqual([trade.matchtime, trade.last_update], [seconds, seconds]);
      assert.equal(trade.match_time, dialect === "kuest" ? undefined : seconds);
      for (const message of messages) assert.equal(message.timestamp, timestamp);
    }
  });
}

/** Ways to end one order of ann's. */
const ENDINGS: readonly {
  readonly name: string;
  readonly reason: string;
  readonly end: (id: string) => Promise<unknown>;
  readonly terms?: { readonly kind: "GTD"; readonly expiresAt: () => number };
}[] = [
  { name: "by its owner", reason: "by-owner", end: (id) => ann.cancel(id) },
  {
    name: "as its key went silent",
    reason: "no-heartbeat",
    end: () => exchange.submit({ type: "cancel-orders", owner: ann.address, reason: "no-heartbeat" }),
  },
  {
    name: "as it expired",
    reason: "expired",
    terms: { kind: "GTD", expiresAt: () => exchange.clock.now + 60_000 },
    end: () => exchange.wait(60_000),
  },
  {
    name: "as its owner met it",
    reason: "self-trade",
    end: () => ann.place({ tokenId: NO, side: "BUY", price: "0.6", size: "1" }),
  },
  {
    name: "by an operator",
    reason: "by-operator",
    end: () => exchange.submit({ type: "take-out-orders", address: ann.address }),
  },
  {
    name: "with its owner",
    reason: "banned",
    end: async () => {
      await exchange.submit({ type: "ban", address: ann.address });
      await exchange.submit({ type: "unban", address: ann.address });
    },
  },
];

for (const { name, reason, end, terms } of ENDINGS) {
  test(`a cancellation ${name}`, async () => {
    const connection = await connect(ann);
    const id = await exchange.place({
      account: ann.address,
      tokenId: YES,
      side: "BUY",
      price: "0.4",
      size: "10",
      ...(terms !== undefined && { kind: terms.kind, expiresAt: terms.expiresAt() }),
    });
    await exchange.place({ account: ben.address, tokenId: NO, side: "BUY", price: "0.6", size: "2" });
    await connection.take(5);
    await end(id);
    const [message] = await connection.take(1);
    assert.deepEqual([summaryOf(message), message.cancel_reason], ["CANCELLATION CANCELED 2", reason]);
    const { body: record } = await ann.request("GET", `/data/order/${id}`);
    assertAgree(message, record, ["status", "created_at", "type"]);
    await exchange.submit({ type: "cancel-orders", owner: ben.address, reason: "by-owner" });
  });
}

test("all orders of one wallet and none of another's, cancelled together", async () => {
  const [own, others] = [await connect(ann), await connect(ben)];
  const rest = (account: string, price: string) =>
    exchange.place({ account, tokenId: YES, side: "BUY", price, size: "10" });
  const ids = [
    await rest(ann.address, "0.1"),
    await rest(ann.address, "0.3"),
    await rest(ann.address, "0.2"),
  ];
  await exchange.place({ account: ben.address, tokenId: NO, side: "BUY", price: "0.7", size: "2" });
  await own.take(7);
  await exchange.submit({ type: "cancel-orders", owner: ann.address, reason: "by-owner" });
  const messages = await own.take(3);
  assert.deepEqual(
    messages.map((message) => [message.id, summaryOf(message), message.cancel_reason]),
    [
      [ids[0], "CANCELLATION CANCELED 0", "by-owner"],
      [ids[1], "CANCELLATION CANCELED 2", "by-owner"],
      [ids[2], "CANCELLATION CANCELED 0", "by-owner"],
    ],
  );
  assert.deepEqual((await others.take(5)).map(summaryOf), ["PLACEMENT LIVE 0", "UPDATE MATCHED 2", ...TRADE]);
  await exchange.submit({ type: "cancel-orders", owner: ben.address, reason: "by-owner" });
  others.session.receive({ operation: "snapshot" });
  assert.deepEqual(
    (await others.take(1)).map(({ event_type: type, orders }) => [type, orders.length]),
    [["open_orders", 0]],
  );
});

test("the unfilled rest of an immediate order is cancelled after its fills", async () => {
  const connection = await connect(ann);
  await exchange.place({ account: ben.address, tokenId: NO, side: "BUY", price: "0.6", size: "2" });
  const order = { account: ann.address, tokenId: YES, side: "BUY", price: "0.4", size: "10" } as const;
  await exchange.place({ ...order, kind: "FAK" });
  const messages = await connection.take(6);
  assert.deepEqual(messages.map(summaryOf), [
    "PLACEMENT LIVE 0",
    "UPDATE LIVE 2",
    ...TRADE,
    "CANCELLATION CANCELED 2",
  ]);
  assert.equal(messages.at(-1).cancel_reason, "not-filled");
});

test("a killed order is placed and cancelled, and can be read by its id", async () => {
  const connection = await connect(ann);
  await ann.place({ tokenId: YES, side: "SELL", price: "0.9", size: "1" });
  await connection.take(1);
  for (const [orderType, tokenId, reason] of [
    ["FOK", YES, "not-filled"],
    ["FAK", NO, "not-filled"],
  ] as const) {
    const { body } = await ann.place({ tokenId, side: "BUY", price: "0.05", size: "20" }, { orderType });
    assert.match(body.code, /^f[oa]k_not_/);
    const messages = await connection.take(2);
    assert.deepEqual(messages.map(summaryOf), ["PLACEMENT LIVE 0", "CANCELLATION CANCELED 0"]);
    assert.deepEqual([messages[1]?.cancel_reason, messages[1]?.order_type], [reason, orderType]);
    const { body: record } = await ann.request("GET", `/data/order/${messages[0]?.id}`);
    assert.deepEqual([record.status, record.size_matched], ["canceled", "0"]);
  }
});

test("all fills of an order are one trade to Polymarket's clients, with the maker orders of all", async () => {
  const dialect = "polymarket";
  const [maker, taker] = [await connect(ann, { dialect }), await connect(ben, { dialect })];
  for (const price of ["0.4", "0.39"])
    await exchange.place({ account: ann.address, tokenId: YES, side: "BUY", price, size: "2" });
  await maker.take(2);
  const terms = { tokenId: NO, side: "BUY", price: "0.61", size: "5" } as const;
  const { body: placed } = await ben.place(terms, { dialect });
  const told = { maker: await maker.take(5), taker: await taker.take(6) };
  assert.deepEqual(told.maker.map(summaryOf), ["UPDATE MATCHED 2", "UPDATE MATCHED 2", ...TRADE]);
  assert.deepEqual(told.taker.map(summaryOf), [
    "PLACEMENT LIVE 0",
    "UPDATE LIVE 2",
    "UPDATE LIVE 4",
    ...TRADE,
  ]);
  const { body: listed } = await ann.request("GET", `/data/trades?id=${placed.tradeIDs[0]}`, { dialect });
  for (const trade of [told.maker.at(-1), told.taker.at(-1)]) {
    assert.deepEqual([trade.size, trade.price, trade.maker_orders.length], ["4", "0.605", 2]);
    assert.deepEqual([[trade.id], [listed.data[0].id]], [placed.tradeIDs, placed.tradeIDs]);
  }
  assert.deepEqual(told.maker[1].associate_trades, placed.tradeIDs);
  assert.deepEqual(told.taker[2].associate_trades, placed.tradeIDs);
  await ben.cancel(placed.orderID);
});

test("each maker of a trade of many is told its own orders, and the taker all", async () => {
  const cleo = await createTrader(exchange, "cleo");
  const dialect = "polymarket";
  const place = (trader: Trader) =>
    exchange.place({ account: trader.address, tokenId: YES, side: "BUY", price: "0.4", size: "1" });
  const resting = [await place(cleo), await place(cleo)];
  for (let count = 0; count < 100; count += 1) await place(ann);
  const [maker, taker] = [await connect(cleo, { dialect }), await connect(ben, { dialect })];
  await ben.place({ tokenId: NO, side: "BUY", price: "0.6", size: "102" }, { dialect });
  const told = { maker: (await maker.take(5)).at(-1), taker: (await taker.take(106)).at(-1) };
  assert.deepEqual([told.maker.size, told.taker.size], ["102", "102"]);
  assert.deepEqual(
    told.maker.maker_orders.map(({ order_id: id }: Message) => id),
    resting,
  );
  assert.equal(told.taker.maker_orders.length, 102);
});

test("an order of many trades names the latest hundred", async () => {
  const id = await exchange.place({
    account: ann.address,
    tokenId: YES,
    side: "BUY",
    price: "0.4",
    size: "105",
  });
  const meet = () =>
    exchange.place({ account: ben.address, tokenId: NO, side: "BUY", price: "0.6", size: "1" });
  for (let fills = 0; fills < 103; fills += 1) await meet();
  const connection = await connect(ann);
  const [open] = connection.messages[0].orders;
  await Promise.all([meet(), meet()]);
  const last = (await connection.take(8))[4];
  const { body: record } = await ann.request("GET", `/data/order/${id}`);
  assert.equal(record.associate_trades.length, 105);
  assert.deepEqual(last.associate_trades, record.associate_trades.slice(-100));
  assert.deepEqual(open.associate_trades, record.associate_trades.slice(3, 103));
});

test("orders of a market that resolves are cancelled", async () => {
  const connection = await connect(ann);
  await exchange.place({
    account: ann.address,
    tokenId: tokenOf("fine yes"),
    side: "BUY",
    price: "0.4",
    size: "10",
  });
  await exchange.submit({ type: "resolve-market", conditionId: hashOf("fine"), payout: [0, 1] });
  const [, canceled] = await connection.take(2);
  assert.deepEqual(
    [summaryOf(canceled), canceled.cancel_reason],
    ["CANCELLATION CANCELED 0", "market-resolved"],
  );
});

test("only the subscribed markets, as the client changes them", async () => {
  const connection = await connect(ann, { markets: [hashOf("wind")] });
  const place = (market: string) =>
    exchange.place({
      account: ann.address,
      tokenId: tokenOf(`${market} yes`),
      side: "BUY",
      price: "0.1",
      size: "5",
    });
  const change = (operation: string, markets?: readonly string[]) =>
    connection.session.receive({ operation, ...(markets && { markets }) });
  const placed = async (): Promise<unknown> => {
    const ids = [await place("rain"), await place("wind")];
    change("snapshot");
    const received: string[] = [];
    for (;;) {
      const [message] = await connection.take(1);
      if (message.event_type === "open_orders") break;
      received.push(["rain", "wind"][ids.indexOf(message.id)]!);
    }
    return received;
  };
  assert.deepEqual(await placed(), ["wind"]);
  change("subscribe", [hashOf("rain").replace(/[a-f]/g, (letter) => letter.toUpperCase())]);
  assert.deepEqual(await placed(), ["rain", "wind"]);
  change("unsubscribe", [hashOf("wind")]);
  assert.deepEqual(await placed(), ["rain"]);
  change("subscribe", []);
  change("unsubscribe", [hashOf("rain")]);
  assert.deepEqual(await placed(), ["wind"]);
  change("unsubscribe");
  assert.deepEqual(await placed(), []);
  change("subscribe", [hashOf("nothing"), hashOf("wind")]);
  assert.deepEqual(await connection.refused(), {
    code: "unknown_market",
    hint: `no market has condition ${hashOf("nothing")}`,
    ended: false,
  });
  assert.deepEqual(await placed(), ["wind"]);
  // Some clients repeat the whole subscription.
  connection.session.receive({
    type: "user",
    auth: ann.credentials,
    markets: [hashOf("rain")],
    assets_ids: null,
  });
  assert.deepEqual(await placed(), ["rain", "wind"]);
});
