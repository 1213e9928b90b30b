/** The user channel while somebody holds the read tables: messages come from memory, or the connection says why not. */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Channel } from "../../src/stream/channel.ts";
import { createUserChannel } from "../../src/stream/user/user-channel.ts";
import { NO, startTraders, YES } from "../http/account/world.ts";
import type { TestExchange } from "../support/exchange.ts";
import { whileHeld } from "../support/held-tables.ts";
import type { Trader } from "../support/trader.ts";
import { until } from "../support/until.ts";
import { openRecorded } from "./recorded-connection.ts";
import type { Message, RecordedConnection } from "./recorded-connection.ts";
import { assertStream, credentialsOf, summaryOf } from "./user-world.ts";

let exchange: TestExchange;
let channel: Channel;
let ann: Trader;
let ben: Trader;

before(async () => {
  ({ exchange, ann, ben } = await startTraders());
  channel = createUserChannel(exchange.context);
});
afterEach(async () => {
  await exchange.submit({ type: "cancel-orders", owner: ann.address, reason: "by-owner" });
  await exchange.context.tables.reach();
});
after(() => exchange.close());

const UPDATE = ["UPDATE LIVE 3", "MATCHED", "MINED", "CONFIRMED"];
const READING_MS = 10_000;

function subscribe(more: object = {}): RecordedConnection {
  const connection = openRecorded(channel);
  connection.session.receive({ type: "user", auth: credentialsOf(ann), ...more });
  return connection;
}

/** Resolves when the key of a connection was looked up, so that it gets all that happens from now on. */
async function subscribed(connection: RecordedConnection): Promise<RecordedConnection> {
  await until("a subscription", () => {
    connection.session.heartbeat("normal");
    return connection.messages.length > 0;
  });
  connection.skip();
  return connection;
}

const rest = (): Promise<unknown> => ann.place({ tokenId: YES, side: "BUY", price: "0.5", size: "10" });
const fill = (size: string): Promise<unknown> => ben.place({ tokenId: NO, side: "BUY", price: "0.5", size });

const tradesOf = ({ associate_trades: trades }: Message): number => trades.length;

test("a connection that comes then gets all messages at once, with the trades that the tables lack", async () => {
  await rest();
  await fill("1");
  await exchange.context.tables.reach();
  await whileHeld(exchange.databaseUrl, async () => {
    const connection = await subscribed(subscribe());
    await fill("1");
    await fill("1");
    const messages = await connection.take(8);
    assert.deepEqual(messages.map(summaryOf), ["UPDATE LIVE 2", ...UPDATE.slice(1), ...UPDATE]);
    assert.deepEqual([messages[0], messages[4]].map(tradesOf), [2, 3]);
    assert.ok(exchange.context.tables.standing().behind > 0);
    assertStream(connection);
    connection.session.close();
  });
});

test("the open orders come as soon as the tables have followed, and all that happened after them", async () => {
  let connection: RecordedConnection | undefined;
  await whileHeld(exchange.databaseUrl, async () => {
    await rest();
    connection = await subscribed(subscribe({ initial_dump: true }));
    await fill("3");
    assert.deepEqual(connection.refusals, []);
  });
  const [first] = await connection!.take(1);
  assert.equal(first.event_type, "open_orders");
  await fill("1");
  // The open orders may have the first fill already; it is told after them only where they lack it.
  const filled = Number(first.orders[0].size_matched);
  const sizes = [3, 4].filter((size) => size > filled);
  const messages = await connection!.take(4 * sizes.length);
  assert.deepEqual(
    messages.map(summaryOf),
    sizes.flatMap((size) => [`UPDATE LIVE ${size}`, ...UPDATE.slice(1)]),
  );
  assertStream(connection!);
  connection!.session.close();
});

/** Each cannot be read while its table is held. */
const READS = [
  ["earlier trades", "trades", undefined],
  ["the open orders", "orders", { operation: "snapshot" }],
] as const;

for (const [what, table, asks] of READS)
  test(`connections for which ${what} cannot be read are told, and the process goes on`, async () => {
    await rest();
    await fill("1");
    await exchange.context.tables.reach();
    const connections = await Promise.all([subscribed(subscribe()), subscribed(subscribe())]);
    await whileHeld(
      exchange.databaseUrl,
      async () => {
        if (asks !== undefined) for (const { session } of connections) session.receive(asks);
        await fill("2");
        exchange.clock.now += READING_MS;
        for (const connection of connections) {
          const { code, ended, hint } = await connection.refused();
          assert.deepEqual([code, ended], ["unavailable", true]);
          assert.match(hint, /could not be read for 10 s; connect again/);
          connection.session.close();
        }
      },
      table,
    );
    const connection = await subscribed(subscribe());
    await fill("1");
    await connection.take(4);
    connection.session.close();
  });
