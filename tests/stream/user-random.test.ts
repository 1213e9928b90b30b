/**
 * Random trading of two owners, several commands to a commit, with snapshots at any time. A client that applies
 * snapshots and messages in order knows every commit's state, and in the end that of the trading interface.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { Channel } from "../../src/stream/channel.ts";
import { createUserChannel } from "../../src/stream/user/user-channel.ts";
import { lots } from "../../src/core/units.ts";
import { startWorld } from "../http/account/world.ts";
import { atDepth } from "../support/depth.ts";
import { hashOf, tokenOf } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import { createTrader } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import type { Message, RecordedConnection } from "./recorded-connection.ts";
import { assertAgree, assertStream, summaryOf, connectTo } from "./user-world.ts";

let exchange: TestExchange;
let channel: Channel;
let traders: readonly [Trader, Trader];

before(async () => {
  exchange = await startWorld();
  channel = createUserChannel(exchange.context);
  traders = await Promise.all([createTrader(exchange, "ann"), createTrader(exchange, "ben")]);
  for (const { address } of traders)
    for (const market of ["rain", "wind"])
      await exchange.submit({
        type: "split",
        address,
        owner: address,
        conditionId: hashOf(market),
        lots: lots(20_000),
      });
});
after(() => exchange.close());

test("a trade between two orders of one owner: both orders, and the trade once", async () => {
  const [ann] = traders;
  const connection = await connectTo(channel, ann);
  await ann.place({ tokenId: tokenOf("fine yes"), side: "BUY", price: "0.4", size: "10" });
  await ann.place({ tokenId: tokenOf("fine no"), side: "BUY", price: "0.6", size: "6" });
  const messages = await connection.take(7);
  assert.deepEqual(messages.map(summaryOf), [
    "PLACEMENT LIVE 0",
    "PLACEMENT LIVE 0",
    "UPDATE MATCHED 6",
    "UPDATE LIVE 6",
    "MATCHED",
    "MINED",
    "CONFIRMED",
  ]);
  assert.equal(messages.at(-1).trader_side, "TAKER");
  connection.session.close();
  await exchange.submit({ type: "cancel-orders", owner: ann.address, reason: "by-owner" });
});

/** Draws and sends one command; those of one round go to the engine together. */
async function act(random: Random): Promise<void> {
  const [trader, other] = random.chance(50) ? traders : traders.toReversed();
  if (random.chance(15)) {
    const filter = random.chance(50) ? { conditionId: hashOf(random.pick(["rain", "wind"])) } : {};
    await exchange.submit({ type: "cancel-orders", owner: other!.address, reason: "by-owner", ...filter });
    return;
  }
  const token = `${random.pick(["rain", "wind"])} ${random.pick(["yes", "no"])}`;
  const expires = random.chance(20);
  await exchange
    .place({
      account: trader!.address,
      tokenId: tokenOf(token),
      side: random.pick(["BUY", "SELL"]),
      price: `0.${random.between(40, 60)}`,
      size: String(random.between(1, 8)),
      kind: expires ? "GTD" : random.pick(["GTC", "GTC", "GTC", "FAK", "FOK"]),
      ...(expires && { expiresAt: exchange.clock.now + random.between(1, 5) * 1_000 }),
    })
    .catch((error: unknown) => {
      assert.match(String(error), /fok_not_filled|fak_not_matched|insufficient_balance/);
    });
}

/** State of a client that follows the stream. */
function follow(messages: readonly Message[]): {
  orders: Map<string, Message>;
  trades: Map<string, Message>;
} {
  let orders = new Map<string, Message>();
  const trades = new Map<string, Message>();
  for (const message of messages) {
    if (message.event_type === "trade") trades.set(message.id, message);
    if (message.event_type === "open_orders") {
      // A client that followed from the start knew all of it.
      const open = [...orders.values()].filter(isOpen);
      if (orders.size > 0) assert.deepEqual(open.map(idAndMatched), message.orders.map(idAndMatched));
      orders = new Map(message.orders.map((order: Message) => [order.id, order]));
    }
    if (message.event_type === "order") {
      assert.equal(message.type === "PLACEMENT", !orders.has(message.id), message.type);
      orders.set(message.id, message);
    }
  }
  return { orders, trades };
}

const isOpen = ({ status }: Message): boolean => status.toUpperCase() === "LIVE";
const idAndMatched = ({ id, size_matched: matched }: Message): string => `${id} ${matched}`;

async function everything(trader: Trader, path: string, dialect: Dialect): Promise<Message[]> {
  const rows: Message[] = [];
  for (let cursor = ""; cursor !== "LTE=";) {
    const { body } = await trader.request("GET", `${path}?next_cursor=${cursor}`, { dialect });
    rows.push(...body.data);
    cursor = body.next_cursor;
  }
  return rows;
}

/** Resolves once all commits so far were sent: a snapshot that was asked for now has arrived. */
async function settle(connection: RecordedConnection): Promise<void> {
  connection.skip();
  connection.session.receive({ operation: "snapshot" });
  for (;;) if ((await connection.take(1))[0].event_type === "open_orders") return;
}

const SEEDS = [
  [1, "spec"],
  [2, "polymarket"],
  [3, "spec"],
  [4, "polymarket"],
] as const;

for (const [seed, dialect] of SEEDS.slice(0, atDepth({ quick: 2, deep: SEEDS.length }))) {
  test(`random trading with seed ${seed}: ${dialect}`, async () => {
    const random = createRandom(seed);
    const connections = await Promise.all(traders.map((trader) => connectTo(channel, trader, { dialect })));
    const earlier = await Promise.all(traders.map((trader) => everything(trader, "/data/trades", dialect)));
    const known = new Set(earlier.flat().map(({ id }) => id));
    for (let round = 0; round < 40; round += 1) {
      const acts = Array.from({ length: random.between(1, 8) }, () => act(random));
      if (random.chance(40)) random.pick(connections).session.receive({ operation: "snapshot" });
      await Promise.all(acts);
      await exchange.wait(random.between(0, 500));
    }
    for (const [index, connection] of connections.entries()) {
      // Earlier snapshots have arrived once one that is asked for now has.
      await settle(connection);
      await settle(connection);
      assertStream(connection);
      const trader = traders[index]!;
      const { orders, trades } = follow(connection.messages);
      const open = await everything(trader, "/data/orders", dialect);
      const live = [...orders.values()].filter(isOpen);
      assert.deepEqual(live.map(idAndMatched), open.map(idAndMatched));
      const listed = (await everything(trader, "/data/trades", dialect)).filter(({ id }) => !known.has(id));
      assert.deepEqual([...trades.keys()], listed.map(({ id }) => id).reverse());
      for (const record of listed) {
        const message = trades.get(record.id);
        assertAgree(message, record, ["type", "match_time", "last_update", "maker_orders"]);
        const makers = message.maker_orders.map(({ outcome_index: _outcome, ...order }: Message) => order);
        assert.deepEqual(makers, record.maker_orders);
      }
      const ends = connection.messages.filter(
        ({ type, status }) => type !== "PLACEMENT" && status !== "LIVE",
      );
      const last = new Map(
        ends.filter(({ event_type: event }) => event === "order").map((end) => [end.id, end]),
      );
      for (const [id, message] of last) {
        const { body: record } = await trader.request("GET", `/data/order/${id}`, { dialect });
        assertAgree(message, record, ["status", "created_at", "type"]);
      }
      connection.session.close();
    }
  });
}
