/** The queue of a connection of the user channel: its bounds, and its end when it cannot be sent. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { NO_LOTS } from "../../src/core/units.ts";
import type { Channel } from "../../src/stream/channel.ts";
import { MESSAGES_PER_TICK } from "../../src/stream/user/user-feed.ts";
import type { EarlierTrades } from "../../src/store/reads/trades.ts";
import { createUserFeed } from "../../src/stream/user/user-feed.ts";
import type { OwnerBatch } from "../../src/stream/user/user-feed.ts";
import { createUserQueue } from "../../src/stream/user/user-queue.ts";
import type { UserQueue } from "../../src/stream/user/user-queue.ts";
import type { UserUpdate } from "../../src/stream/user/user-updates.ts";
import { startWorld, YES } from "../http/account/world.ts";
import { walletOf } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";
import { openRecorded } from "./recorded-connection.ts";

let exchange: TestExchange;

before(async () => {
  exchange = await startWorld();
});
after(() => exchange.close());

/** Makes a queue with the connection that it sends to. */
function openQueue() {
  const { context } = exchange;
  const opened: UserQueue[] = [];
  const channel: Channel = {
    open: (connection) => {
      const feed = createUserFeed(context);
      opened.push(createUserQueue(context, { connection, feed, owner: walletOf("ann"), wants: () => true }));
      return { receive: () => {}, heartbeat: () => {}, resync: () => {}, close: () => {} };
    },
  };
  const connection = openRecorded(channel);
  return { connection, queue: opened[0]! };
}

const NONE: EarlierTrades = new Map();

const batch = (
  seq: number,
  updates: UserUpdate[],
  findEarlierTrades = (): Promise<EarlierTrades> => Promise.resolve(NONE),
): OwnerBatch => ({
  seq,
  at: 0,
  hash: Buffer.alloc(32),
  updates,
  findEarlierTrades,
});

/** Makes `count` placements. */
async function placements(count: number): Promise<UserUpdate[]> {
  const { context } = exchange;
  const order = { account: walletOf("ann"), tokenId: YES, side: "BUY", price: "0.1", size: "5" } as const;
  await exchange.open(order.account, "100");
  const id = await exchange.place(order);
  const placed = context.engine.exchange.orders.get(id)!;
  const one: UserUpdate = {
    type: "order",
    change: "PLACEMENT",
    order: placed,
    filled: NO_LOTS,
    trades: [],
    tradeCount: 0,
    hasEarlierTrades: false,
    reason: undefined,
  };
  return Array.from({ length: count }, () => one);
}

test("a long batch is made in several turns of the event loop, in order", async () => {
  const { connection, queue } = openQueue();
  const updates = await placements(3 * MESSAGES_PER_TICK);
  queue.add(batch(1, updates));
  await setImmediate();
  const first = connection.messages.length;
  assert.ok(first > 0 && first <= 2 * MESSAGES_PER_TICK, `${first} messages`);
  await connection.take(updates.length);
  queue.close();
});

test("when too much waits, the open orders are sent in its place, after a gap", async () => {
  const { connection, queue } = openQueue();
  const waits = Promise.withResolvers<EarlierTrades>();
  const updates = await placements(6_000);
  for (const seq of [1, 2]) queue.add(batch(seq, updates, () => waits.promise));
  waits.resolve(NONE);
  const [message] = await connection.take(1);
  assert.deepEqual([message.event_type, message.sequence], ["open_orders", 2]);
  assert.equal(connection.messages.length, 1);
});

test("the events of one commit are sent in pieces, each when there is room for it", async () => {
  const { connection, queue } = openQueue();
  const updates = await placements(2_000);
  connection.room.close();
  queue.add(batch(1, updates));
  await connection.room.asked();
  assert.equal(connection.messages.length, 0);
  connection.room.open();
  const received = await connection.take(2_000);
  assert.deepEqual(
    received.map(({ sequence }) => sequence),
    received.map((_message, index) => index + 1),
  );
  assert.ok(connection.room.count() > 10);
});

test("a client that cannot be sent its events is disconnected", async () => {
  const { connection, queue } = openQueue();
  queue.add(batch(1, [], () => Promise.reject(new Error("the store is away"))));
  const { code, ended } = await connection.refused();
  assert.deepEqual([code, ended], ["internal_error", true]);
});

test("inc-33: heartbeats are numbered with the messages", async () => {
  const { connection, queue } = openQueue();
  queue.heartbeat("normal");
  queue.snapshot();
  queue.heartbeat("normal");
  const messages = await connection.take(3);
  assert.deepEqual(
    messages.map(({ event_type: event, sequence }) => [event, sequence]),
    [
      ["heartbeat", 1],
      ["heartbeat", 2],
      ["open_orders", 3],
    ],
  );
});
