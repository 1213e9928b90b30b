/** /ws/user: a key whose last connection that asked has ended has no orders left, also over restarts and failures. */
import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { pino } from "pino";
import type { Engine } from "../../src/engine/engine.ts";
import { createDisconnects } from "../../src/engine/time/disconnects.ts";
import type { DisconnectOptions, Disconnects, Presence } from "../../src/engine/time/disconnects.ts";
import { createPausable } from "../../src/base/async.ts";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { Credentials } from "../../src/signing/credentials.ts";
import type { Channel } from "../../src/stream/channel.ts";
import { createUserChannel } from "../../src/stream/user/user-channel.ts";
import { startTraders, YES } from "../http/account/world.ts";
import type { TestExchange } from "../support/exchange.ts";
import { accountOf, traderWith, walletHeaders } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import { until } from "../support/until.ts";
import { openRecorded } from "./recorded-connection.ts";
import type { RecordedConnection } from "./recorded-connection.ts";
import { assertStream, credentialsOf, summaryOf } from "./user-world.ts";

let exchange: TestExchange;
let channel: Channel;
let ann: Trader;
/** The same wallet with another key. */
let other: Trader;
let ben: Trader;
const opened: RecordedConnection[] = [];

before(async () => {
  ({ exchange, ann, ben } = await startTraders());
  channel = createUserChannel(exchange.context);
  const headers = await walletHeaders(accountOf("ann"), exchange.clock.now, { nonce: "1" });
  const key = await exchange.send("/auth/api-key", { method: "POST", headers });
  other = traderWith(exchange, accountOf("ann"), key.body as Credentials);
});
/** Every connection has ended, and every order is gone. */
afterEach(async () => {
  for (const connection of opened.splice(0)) {
    assertStream(connection);
    connection.session.close();
  }
  await until("no key is stored", async () => {
    await pass(60_000);
    return (await stored()).length === 0;
  });
  for (const trader of [ann, ben]) await trader.request("DELETE", "/cancel-all");
});
after(() => exchange.close());

const stored = async () => [
  ...(await exchange.context.ownSql<
    { key: string; graceMs: number }[]
  >`select api_key as key, grace_ms as "graceMs" from connected_keys`),
];

async function pass(milliseconds: number): Promise<void> {
  exchange.clock.now += milliseconds;
  await exchange.context.disconnects.check();
}

/** Opens a connection; one that asks waits until the ask is confirmed. */
async function connect(
  trader: Trader,
  graceMs?: number,
  dialect: Dialect = "spec",
): Promise<RecordedConnection> {
  const connection = openRecorded(channel, dialect);
  opened.push(connection);
  connection.session.receive({ type: "user", auth: credentialsOf(trader), initial_dump: true });
  await connection.take(1);
  if (graceMs !== undefined) await ask(connection, trader, graceMs);
  return connection;
}

async function ask(connection: RecordedConnection, trader: Trader, graceMs: number | null): Promise<void> {
  connection.skip();
  connection.session.receive({
    type: "user",
    auth: credentialsOf(trader),
    cancel_on_disconnect: { grace_ms: graceMs },
  });
  const [confirmed] = await connection.take(1);
  assert.deepEqual([confirmed.event_type, confirmed.grace_ms], ["cancel_on_disconnect", graceMs]);
}

/** Ends connections, and waits until the exchange knows. */
async function end(...connections: readonly RecordedConnection[]): Promise<void> {
  for (const connection of connections) {
    opened.splice(opened.indexOf(connection), 1);
    connection.session.close();
  }
  // Reports are taken in their order.
  await new Promise<void>((resolve) => void setImmediate(resolve));
  await exchange.context.disconnects.close();
}

async function rest(trader: Trader): Promise<string> {
  const reply = await trader.place({ tokenId: YES, side: "BUY", price: "0.3" });
  assert.equal(reply.body.status, "live", reply.text);
  return reply.body.orderID;
}

async function statusOf(id: string): Promise<[string, string | undefined]> {
  const { order } = (await exchange.get(`/data/order/${id}`)).body;
  return [order.status, order.reason];
}

const LIVE = ["live", undefined];
const CANCELED = ["canceled", "disconnected"];

for (const dialect of DIALECTS)
  test(`${dialect}: the key's orders are cancelled together after the grace period, and nobody else's`, async () => {
    const watching = await connect(ben, undefined, dialect);
    const own = [await rest(ann), await rest(ann)];
    const [beside, foreign] = [await rest(other), await rest(ben)];
    const connection = await connect(ann, 5_000, dialect);
    assert.deepEqual(await stored(), [{ key: ann.credentials.apiKey, graceMs: 5_000 }]);
    await pass(9_000);
    await end(connection);
    await pass(4_999);
    for (const id of own) assert.deepEqual(await statusOf(id), LIVE);
    const { seq } = exchange.context.engine.head();
    await pass(1);
    for (const id of own) assert.deepEqual(await statusOf(id), CANCELED);
    assert.deepEqual([await statusOf(beside), await statusOf(foreign)], [LIVE, LIVE]);
    assert.equal(exchange.context.engine.head().seq, seq + 1);
    assert.deepEqual(await stored(), []);
    assert.equal(watching.messages.filter(({ type }) => type === "CANCELLATION").length, 0);

    // It is done once: what is placed now rests.
    const later = await rest(ann);
    await pass(60_000);
    assert.deepEqual(await statusOf(later), LIVE);
  });

test("the owner's other connections are told of the cancellations with their reason", async () => {
  const [asking, watching] = [await connect(ann, 0), await connect(ann)];
  await rest(ann);
  await watching.take(1);
  await end(asking);
  await pass(0);
  const [message] = await watching.take(1);
  assert.deepEqual([summaryOf(message), message.cancel_reason], ["CANCELLATION CANCELED 0", "disconnected"]);
});

test("a connection that asks again within the grace period keeps the orders, one without the ask does not", async () => {
  const id = await rest(ann);
  await end(await connect(ann, 5_000));
  await pass(4_999);
  const second = await connect(ann, 5_000);
  await pass(9_000);
  assert.deepEqual(await statusOf(id), LIVE);
  await end(second);
  await pass(4_999);
  await connect(ann);
  await connect(other, 60_000);
  await pass(1);
  assert.deepEqual(await statusOf(id), CANCELED);
});

test("while one of several connections that asked lives nothing happens, and the latest ask counts", async () => {
  const id = await rest(ann);
  const [one, two, silent] = [await connect(ann, 0), await connect(ann, 2_000), await connect(ann)];
  await end(two);
  await pass(9_000);
  assert.deepEqual(await statusOf(id), LIVE);
  await end(one, silent);
  await pass(1_999);
  assert.deepEqual(await statusOf(id), LIVE);
  await pass(1);
  assert.deepEqual(await statusOf(id), CANCELED);
});

test("an ask is changed and taken back; nothing happens then", async () => {
  const id = await rest(ann);
  const connection = await connect(ann, 5_000);
  await ask(connection, ann, 60_000);
  assert.deepEqual(await stored(), [{ key: ann.credentials.apiKey, graceMs: 60_000 }]);
  await ask(connection, ann, null);
  assert.deepEqual(await stored(), []);
  // Takes nothing back that is not asked.
  await ask(connection, ann, null);
  await end(connection);
  await pass(60_000);
  assert.deepEqual(await statusOf(id), LIVE);

  // Of another connection it takes nothing.
  const asking = await connect(ann, 1_000);
  await ask(await connect(ann), ann, null);
  await end(asking);
  await pass(1_000);
  assert.deepEqual(await statusOf(id), CANCELED);
});

test("a connection that ends while its first message is handled asks and ends in this order", async () => {
  const id = await rest(ann);
  const connection = openRecorded(channel);
  connection.session.receive({
    type: "user",
    auth: credentialsOf(ann),
    cancel_on_disconnect: { grace_ms: 0 },
  });
  await until("the ask is stored", async () => (await stored()).length > 0);
  connection.session.close();
  await until("the orders are cancelled", async () => {
    await exchange.context.disconnects.check();
    return (await stored()).length === 0;
  });
  assert.deepEqual(await statusOf(id), CANCELED);
});

test("an ask that cannot be stored ends the connection, which must not take it for stored", async () => {
  const { ownSql: sql } = exchange.context;
  const connection = await connect(ann);
  await sql`alter table connected_keys rename to mislaid`;
  connection.session.receive({
    type: "user",
    auth: credentialsOf(ann),
    cancel_on_disconnect: { grace_ms: 0 },
  });
  const { code, ended } = await connection.refused();
  await sql`alter table mislaid rename to connected_keys`;
  assert.deepEqual([code, ended], ["internal_error", true]);
  assert.equal(connection.messages.length, 1);
});

/** Keys beside those of the exchange, which knows nothing of their connections. */
const openKeys = (given: Partial<DisconnectOptions> = {}): Promise<Disconnects> => {
  const { ownSql: sql, engine, log } = exchange.context;
  const now = (): number => exchange.clock.now;
  const pausable = createPausable();
  return createDisconnects({ sql, engine, log, pausable, steady: now, monotonic: now, ...given });
};

const presenceOf = (
  { credentials: { apiKey }, address }: Trader,
  { connection = "one", graceMs = 0, state = "held" }: Partial<Presence> = {},
): Presence => ({ apiKey, address, connection, graceMs, state });

describe("connections in gateways", () => {
  /** Time passes, and keys are checked. */
  const wait = (keys: Disconnects, milliseconds: number): Promise<void> => {
    exchange.clock.now += milliseconds;
    return keys.check();
  };

  test("after a restart a key has its grace period from then, of ten seconds at least", async () => {
    const [own, foreign] = [await rest(ann), await rest(ben)];
    const first = await openKeys();
    await first.note([presenceOf(ann), presenceOf(ben, { connection: "two", graceMs: 20_000 })]);
    // The connections of a process that stops end with it.
    await first.note([presenceOf(ann, { state: "ended" })]);
    await first.close();
    exchange.clock.now += 60_000;
    const second = await openKeys();
    exchange.clock.now += 60_000;
    const unwatch = second.watch();
    await wait(second, 9_999);
    assert.deepEqual([await statusOf(own), await statusOf(foreign)], [LIVE, LIVE]);
    await wait(second, 1);
    assert.deepEqual([await statusOf(own), await statusOf(foreign)], [CANCELED, LIVE]);
    // A gateway that went on reports its connection to the next engine.
    await second.note([presenceOf(ben, { connection: "two", graceMs: 20_000 })]);
    for (let count = 0; count < 5; count += 1) {
      await wait(second, 9_000);
      await second.note([presenceOf(ben, { connection: "two", graceMs: 20_000 })]);
    }
    assert.deepEqual(await statusOf(foreign), LIVE);
    await second.note([presenceOf(ben, { connection: "two", state: "ended" })]);
    await wait(second, 20_000);
    assert.deepEqual(await statusOf(foreign), CANCELED);
    unwatch();
    await second.close();
  });

  test("an end right after a restart does not count for connections that are not reported yet", async () => {
    const id = await rest(ann);
    const first = await openKeys();
    await first.note([presenceOf(ann), presenceOf(ann, { connection: "two" })]);
    await first.close();
    const second = await openKeys();
    await second.note([presenceOf(ann), presenceOf(ann, { state: "ended" })]);
    await wait(second, 3_000);
    await second.note([presenceOf(ann, { connection: "two" })]);
    await wait(second, 9_000);
    assert.deepEqual(await statusOf(id), LIVE);
    await second.note([presenceOf(ann, { connection: "two", state: "ended" })]);
    await wait(second, 0);
    assert.deepEqual(await statusOf(id), CANCELED);
    await second.close();
  });

  test("a connection that is not reported for ten seconds is lost, and has ten more to return", async () => {
    const id = await rest(ann);
    const keys = await openKeys();
    await keys.note([presenceOf(ann)]);
    await wait(keys, 9_999);
    await keys.note([presenceOf(ann)]);
    await wait(keys, 10_000);
    await wait(keys, 9_999);
    assert.deepEqual(await statusOf(id), LIVE);
    await keys.note([presenceOf(ann, { connection: "two" })]);
    await wait(keys, 1);
    assert.deepEqual(await statusOf(id), LIVE);
    await wait(keys, 9_999);
    await wait(keys, 10_000);
    assert.deepEqual(await statusOf(id), CANCELED);
    await keys.close();
  });

  test("a report that comes again changes nothing", async () => {
    const keys = await openKeys();
    const ended = presenceOf(ann, { state: "ended", graceMs: 1_000 });
    const first = await rest(ann);
    await keys.note([presenceOf(ann, { graceMs: 1_000 })]);
    await keys.note([ended]);
    await wait(keys, 999);
    await keys.note([ended, ended]);
    await wait(keys, 1);
    assert.deepEqual(await statusOf(first), CANCELED);
    const second = await rest(ann);
    await keys.note([ended, { ...ended, state: "withdrawn" }]);
    await wait(keys, 60_000);
    assert.deepEqual(await statusOf(second), LIVE);
    await keys.close();
  });

  test("what fails is logged and tried again, and nothing is forgotten before the orders are cancelled", async () => {
    const { ownSql: sql, engine } = exchange.context;
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => lines.push(line) });
    let refusing = true;
    const submit: Engine["submit"] = (command) =>
      refusing
        ? Promise.resolve({ type: "rejected", rejection: { code: "not_accepting", hint: "too many wait" } })
        : engine.submit(command);
    const keys = await openKeys({ engine: { submit }, log });
    const id = await rest(ann);
    await keys.note([presenceOf(ann)]);
    await keys.note([presenceOf(ann, { state: "ended" })]);
    await wait(keys, 0);
    assert.deepEqual([await statusOf(id), (await stored()).length], [LIVE, 1]);
    assert.match(lines.splice(0).join(""), /disconnect_failed.*too many wait/);
    await sql`alter table connected_keys rename to mislaid`;
    refusing = false;
    await wait(keys, 0);
    await sql`alter table mislaid rename to connected_keys`;
    assert.deepEqual([await statusOf(id), (await stored()).length], [CANCELED, 1]);
    assert.match(lines.join(""), /does not exist/);
    await wait(keys, 0);
    assert.deepEqual(await stored(), []);
    await keys.close();
  });

  test("connections that live go on asking when the exchange is put back to an earlier state", async () => {
    const { ownSql: sql } = exchange.context;
    const [own, foreign] = [await rest(ann), await rest(ben)];
    const keys = await openKeys();
    await keys.note([presenceOf(ann)]);
    await sql`delete from connected_keys`;
    await sql`insert into connected_keys values (${ben.credentials.apiKey}, ${ben.address}, 30000)`;
    await keys.reload();
    assert.equal((await stored()).length, 2);
    await keys.note([presenceOf(ann, { state: "ended" })]);
    await wait(keys, 0);
    assert.deepEqual([await statusOf(own), await statusOf(foreign)], [CANCELED, LIVE]);
    await wait(keys, 30_000);
    assert.deepEqual(await statusOf(foreign), CANCELED);
    await keys.close();
  });
});
