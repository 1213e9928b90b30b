/**
 * POST /v1/heartbeats and /heartbeats: a key that stops beating has no orders left, also over restarts and failures.
 */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { pino } from "pino";
import { createContext } from "../../../src/context.ts";
import type { Context } from "../../../src/context.ts";
import { lots, micros, ticks } from "../../../src/core/units.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { createHeartbeats } from "../../../src/engine/time/heartbeats.ts";
import { createPausable } from "../../../src/base/async.ts";
import type { HeartbeatOptions, Heartbeats } from "../../../src/engine/time/heartbeats.ts";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import type { Credentials } from "../../../src/signing/credentials.ts";
import { NOT_SIGNED } from "../../core/support/orders.ts";
import { clocksOf } from "../../support/clocks.ts";
import { createTestDatabase } from "../../support/database.ts";
import { hashOf, START_AT, testListing } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { accountOf, traderWith, walletHeaders } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { until } from "../../support/until.ts";
import { DIALECTS, YES, startTraders } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
/** The same wallet with another key. */
let other: Trader;
let ben: Trader;

before(async () => {
  ({ exchange, ann, ben } = await startTraders());
  const headers = await walletHeaders(accountOf("ann"), exchange.clock.now, { nonce: "1" });
  const key = await exchange.send("/auth/api-key", { method: "POST", headers });
  other = traderWith(exchange, accountOf("ann"), key.body as Credentials);
});
/** Every session is over, and every order gone. */
afterEach(async () => {
  await pass(10_000);
  for (const trader of [ann, ben]) await trader.request("DELETE", "/cancel-all");
  assert.deepEqual(await stored(), []);
});
after(() => exchange.close());

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const stored = async () => [
  ...(await exchange.context.ownSql<
    { key: string; id: string }[]
  >`select api_key as key, heartbeat_id as id from heartbeats`),
];

async function pass(milliseconds: number): Promise<void> {
  exchange.clock.now += milliseconds;
  await exchange.context.heartbeats.check();
}

const send = (trader: Trader, body: unknown, dialect: Dialect = "spec", path = "/v1/heartbeats") =>
  trader.request("POST", path, { body, dialect });

/** A beat that must be taken; the id that the next has to name. */
async function beat(trader: Trader, previous: string | null): Promise<string> {
  const reply = await send(trader, { heartbeat_id: previous });
  assert.deepEqual(
    [reply.status, reply.body],
    [200, { status: "ok", heartbeat_id: reply.body.heartbeat_id }],
  );
  assert.match(reply.body.heartbeat_id, UUID);
  return reply.body.heartbeat_id;
}

function assertUnknown(reply: Reply, expected: string): void {
  const { hint, request_id, ...others } = reply.body;
  const text = "Invalid Heartbeat ID";
  const answer = { error: text, code: "heartbeat_unknown", error_msg: text, heartbeat_id: expected };
  assert.deepEqual([reply.status, others], [400, answer]);
  assert.ok(hint.length > 10 && request_id === reply.headers.get("x-request-id"));
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
const CANCELED = ["canceled", "no-heartbeat"];

for (const dialect of DIALECTS) {
  test(`${dialect}: each beat names the one before, on either path; a wrong one is told the right one`, async () => {
    let last = (await send(ann, { heartbeat_id: null }, dialect)).body.heartbeat_id;
    for (const path of ["/v1/heartbeats", "/heartbeats", "/v1/heartbeats"]) {
      const reply = await send(ann, { heartbeat_id: last, unknown: 1 }, dialect, path);
      assert.deepEqual([reply.status, reply.body.status], [200, "ok"]);
      assertUnknown(await send(ann, { heartbeat_id: last }, dialect, path), reply.body.heartbeat_id);
      last = reply.body.heartbeat_id;
    }
    for (const wrong of ["x", "\u0000", "0", crypto.randomUUID()])
      assertUnknown(await send(ann, { heartbeat_id: wrong }, dialect), last);
    const upper = await send(ann, { heartbeat_id: last.toUpperCase() }, dialect);
    assert.equal(upper.status, 200);
    assert.deepEqual(await stored(), [{ key: ann.credentials.apiKey, id: upper.body.heartbeat_id }]);
  });

  test(`${dialect}: one that names none begins, and begins anew: a program that starts again knows no id`, async () => {
    const ids = new Set<string>();
    for (const body of [{ heartbeat_id: "" }, { heartbeat_id: null }, {}, undefined]) {
      const reply = await send(ann, body, dialect);
      assert.equal(reply.status, 200, reply.text);
      ids.add(reply.body.heartbeat_id);
    }
    const [first, , , last] = [...ids];
    assertUnknown(await send(ann, { heartbeat_id: first }, dialect), last!);
    for (const body of [{ heartbeat_id: 5 }, { heartbeat_id: "x".repeat(101) }, [], "5", `"${last}"`]) {
      const reply = await send(ann, body, dialect);
      assert.deepEqual([reply.status, reply.body.code], [400, "invalid_payload"], reply.text);
    }
  });
}

test("ten seconds after the last beat the key's orders are cancelled, and nobody else's", async () => {
  const [own, beside, foreign] = [await rest(ann), await rest(other), await rest(ben)];
  let last = await beat(ann, null);
  for (let count = 0; count < 3; count += 1) {
    await pass(9_999);
    last = await beat(ann, last);
  }
  assert.deepEqual(await statusOf(own), LIVE);
  await pass(9_999);
  assert.deepEqual(await statusOf(own), LIVE);
  await pass(1);
  assert.deepEqual(await Promise.all([own, beside, foreign].map(statusOf)), [CANCELED, LIVE, LIVE]);
  assert.deepEqual(await stored(), []);

  // The session is over: what is placed now rests, until a beat begins another.
  const later = await rest(ann);
  await pass(60_000);
  assert.deepEqual(await statusOf(later), LIVE);
  assertUnknown(await send(ann, { heartbeat_id: last }), "");
  await beat(ann, null);
  await pass(10_000);
  assert.deepEqual(await statusOf(later), CANCELED);
});

test("a refused beat is none", async () => {
  const id = await rest(ann);
  await beat(ann, null);
  await pass(9_000);
  assert.equal((await send(ann, { heartbeat_id: "x" })).status, 400);
  await pass(1_000);
  assert.deepEqual(await statusOf(id), CANCELED);
});

test("a key that was revoked beats no more", async () => {
  const headers = await walletHeaders(accountOf("ann"), exchange.clock.now, { nonce: "2" });
  const key = await exchange.send("/auth/api-key", { method: "POST", headers });
  const revoked = traderWith(exchange, accountOf("ann"), key.body as Credentials);
  const id = await rest(revoked);
  const last = await beat(revoked, null);
  await exchange.context.keys.revoke(revoked.credentials.apiKey);
  await pass(5_000);
  assert.equal((await send(revoked, { heartbeat_id: last })).status, 401);
  await pass(5_000);
  assert.deepEqual(await statusOf(id), CANCELED);
});

test("a wall clock that is set takes no time from anybody, and grants none", async () => {
  const id = await rest(ann);
  await beat(ann, null);
  for (const offBy of [3_600_000, -3_600_000, 0]) {
    exchange.clock.offBy = offBy;
    await pass(3_333);
    assert.deepEqual(await statusOf(id), LIVE);
  }
  await pass(1);
  assert.deepEqual(await statusOf(id), CANCELED);
});

test("of many beats at once with one id one is taken, and the others are told the id of that", async () => {
  const first = await beat(ann, null);
  const replies = await Promise.all(Array.from({ length: 20 }, () => send(ann, { heartbeat_id: first })));
  const [taken, ...more] = replies.filter(({ status }) => status === 200);
  assert.equal(more.length, 0);
  for (const reply of replies) if (reply !== taken) assertUnknown(reply, taken!.body.heartbeat_id);
  const begun = await Promise.all(Array.from({ length: 20 }, () => send(ann, { heartbeat_id: null })));
  assert.equal(new Set(begun.map(({ body }) => body.heartbeat_id)).size, 20);
  const [row] = await stored();
  await beat(ann, row!.id);
});

test("beats race the end: whoever was told that it goes on has its orders, who was not has none", async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await rest(ann);
    const last = await beat(ann, null);
    exchange.clock.now += 10_000;
    const [reply] = await Promise.all([
      send(ann, { heartbeat_id: last }),
      exchange.context.heartbeats.check(),
    ]);
    const taken = reply.status === 200;
    if (!taken) assertUnknown(reply, "");
    assert.deepEqual(await statusOf(id), taken ? LIVE : CANCELED);
    assert.equal((await stored()).length, taken ? 1 : 0);
    await pass(10_000);
  }
});

/** Heartbeats beside those of the exchange, which knows nothing of their sessions. */
const startBeats = (given: Partial<HeartbeatOptions> = {}): Promise<Heartbeats> => {
  const { ownSql: sql, engine, log } = exchange.context;
  return createHeartbeats({
    sql,
    engine,
    log,
    pausable: createPausable(),
    steady: () => exchange.clock.now,
    ...given,
  });
};

const keyOf = ({ credentials, address }: Trader) => ({ apiKey: credentials.apiKey, address });

test("after a restart every session has ten seconds from then, and goes on with its id", async () => {
  const [own, foreign] = [await rest(ann), await rest(ben)];
  const first = await startBeats();
  const last = await first.beat(keyOf(ann), undefined);
  await first.beat(keyOf(ben), undefined);
  await first.close();
  exchange.clock.now += 60_000;
  const second = await startBeats();
  exchange.clock.now += 9_000;
  await second.check();
  assert.deepEqual(await Promise.all([own, foreign].map(statusOf)), [LIVE, LIVE]);
  assert.ok(last.type === "taken");
  assert.equal((await second.beat(keyOf(ann), last.id)).type, "taken");
  exchange.clock.now += 1_000;
  await second.check();
  assert.deepEqual(await Promise.all([own, foreign].map(statusOf)), [LIVE, CANCELED]);
  exchange.clock.now += 9_000;
  await second.check();
  assert.deepEqual(await statusOf(own), CANCELED);
  await second.close();
});

test("who cannot reach the exchange yet has ten seconds from when it can", async () => {
  const id = await rest(ann);
  const first = await startBeats();
  await first.beat(keyOf(ann), undefined);
  await first.close();
  const second = await startBeats();
  exchange.clock.now += 60_000;
  const unwatch = second.watch();
  exchange.clock.now += 9_999;
  await second.check();
  assert.deepEqual(await statusOf(id), LIVE);
  exchange.clock.now += 1;
  await until("the timer ends the session", async () => (await stored()).length === 0);
  assert.deepEqual(await statusOf(id), CANCELED);
  unwatch();
  await second.close();
});

test("what fails is told and tried again, and the session does not end before its orders are cancelled", async () => {
  const { ownSql: sql, engine } = exchange.context;
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => lines.push(line) });
  let refusing = true;
  const submit: Engine["submit"] = (command) =>
    refusing
      ? Promise.resolve({ type: "rejected", rejection: { code: "not_accepting", hint: "too many wait" } })
      : engine.submit(command);
  const beats = await startBeats({ engine: { submit }, log });
  const id = await rest(ann);
  await beats.beat(keyOf(ann), undefined);
  exchange.clock.now += 10_000;
  await beats.check();
  assert.deepEqual([await statusOf(id), (await stored()).length], [LIVE, 1]);
  assert.match(lines.splice(0).join(""), /too many wait/);
  await sql`alter table heartbeats rename to mislaid`;
  refusing = false;
  await beats.check();
  await sql`alter table mislaid rename to heartbeats`;
  assert.deepEqual([await statusOf(id), (await stored()).length], [CANCELED, 1]);
  assert.match(lines.join(""), /does not exist/);
  await beats.check();
  assert.deepEqual(await stored(), []);
  await beats.close();
});

test("a beat that cannot be stored is not taken, and counts for nothing", async () => {
  const id = await rest(ann);
  const last = await beat(ann, null);
  exchange.clock.now += 5_000;
  const { ownSql: sql } = exchange.context;
  await sql`alter table heartbeats rename to mislaid`;
  const reply = await send(ann, { heartbeat_id: last });
  await sql`alter table mislaid rename to heartbeats`;
  assert.equal(reply.status, 500);
  await pass(5_000);
  assert.deepEqual(await statusOf(id), CANCELED);
});

test("the process ends and starts again: whoever beats on keeps its orders, who does not loses them", async () => {
  const database = await createTestDatabase();
  const { config, log } = exchange.context;
  const clock = { now: START_AT };
  const start = (): Promise<Context> =>
    createContext({
      config,
      log,
      clocks: clocksOf(clock),
      databaseUrl: database.url,
      onFailure: (error) => {
        throw error;
      },
    });
  const address = ann.address;
  const apiKey = "00000000-0000-4000-8000-000000000000";
  const order = { id: hashOf("kept"), tokenId: YES, side: "BUY", kind: "GTC" } as const;
  const terms = { postOnly: false, expiresAt: 0, limit: ticks(3_000), lots: lots(500), budget: undefined };
  const first = await start();
  await first.engine.submit({ type: "list", listing: testListing([{ name: "rain" }]) });
  await first.engine.submit({ type: "open-account", address, owner: address, credit: micros(5_000_000) });
  const wallet = { maker: address, owner: address, apiKey };
  await first.engine.submit({ type: "place-order", ...order, ...terms, ...wallet, signed: NOT_SIGNED });
  const begun = await first.heartbeats.beat({ apiKey, address }, undefined);
  await first.close();

  clock.now += 3_600_000;
  const second = await start();
  clock.now += 9_999;
  await second.heartbeats.check();
  assert.ok(second.engine.exchange.orders.get(order.id) !== undefined);
  assert.ok(begun.type === "taken");
  assert.equal((await second.heartbeats.beat({ apiKey, address }, begun.id)).type, "taken");
  await second.close();

  const third = await start();
  clock.now += 10_000;
  await third.heartbeats.check();
  assert.ok(third.engine.exchange.orders.get(order.id) === undefined);
  await third.close();
  await database.close();
});
