/** A wall clock that jumps under a running exchange, as clients and operators meet it. */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { tokenOf } from "../../support/exchange.ts";
import type { Reply } from "../../support/exchange.ts";
import { createTrader, walletHeaders } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { startTradedExchange } from "./world.ts";
import type { OperatedExchange, OperatorName } from "./world.ts";

const HOUR = 3_600_000;
const BUY = { tokenId: tokenOf("rain yes"), side: "BUY", price: "0.5", size: "10" } as const;

let exchange: OperatedExchange;
let ann: Trader;
before(async () => {
  exchange = await startTradedExchange();
  ann = await createTrader(exchange, "ann");
});
afterEach(async () => {
  const { clock, context } = exchange;
  clock.now = Math.max(clock.now, context.engine.head().at);
  clock.offBy = 0;
  context.clocks.accept();
  await exchange.wait(0);
});
after(() => exchange.close());

const call = (
  method: "GET" | "POST",
  path: string,
  body?: unknown,
  operator: OperatorName = "admin",
): Promise<Reply> => exchange.call(operator, method, path, body);

const iso = (ms: number): string => new Date(ms).toISOString();
const orderCode = async (): Promise<string> => (await ann.place(BUY)).body.code ?? "placed";

const WHY = {
  ahead: "this machine's wall clock jumped 1 h 0 min ahead of its monotonic clock",
  behind: "this machine's wall clock jumped 1 h 0 min behind its monotonic clock",
};

for (const [name, offBy, why] of [
  ["ahead", HOUR, WHY.ahead],
  ["behind", -HOUR, WHY.behind],
] as const) {
  test(`a clock that jumps ${name}: cancel-only with the reason, until it is right again`, async () => {
    const { clock } = exchange;
    const expiration = String(clock.now / 1_000 + 600);
    const placed = await ann.place({ ...BUY, domain: "polymarket-v1-137", expiration }, { orderType: "GTD" });
    assert.equal(placed.status, 200, placed.text);
    clock.offBy = offBy;
    await exchange.wait(0);
    assert.ok(
      exchange.context.engine.exchange.orders.has(placed.body.orderID),
      "it expired by a wrong clock",
    );
    assert.deepEqual((await call("GET", "/mode")).body, {
      mode: "cancel-only",
      set: "normal",
      why,
      suspended: null,
      waiting: null,
    });
    const { body: shown, headers } = await call("GET", "/clock");
    assert.deepEqual(shown, {
      time: iso(clock.now),
      wall: iso(clock.now + offBy),
      engine: iso(clock.now),
      aheadSeconds: 0,
      rate: null,
      partedSeconds: offBy / 1_000,
      why: `${why}: the monotonic clock carries the time on`,
    });
    assert.equal(headers.get("x-exchange-clock"), shown.why);
    assert.deepEqual((await call("GET", "/status")).body.clock, shown);
    const time = await exchange.get("/time");
    assert.deepEqual([time.body, time.headers.get("x-exchange-clock")], [clock.now / 1_000, shown.why]);
    assert.equal((await exchange.get("/ok")).headers.get("x-exchange-clock"), shown.why);
    assert.equal(await orderCode(), "cancel_only");
    assert.equal((await ann.cancel(placed.body.orderID)).status, 200);
    clock.offBy = 0;
    assert.equal(await orderCode(), "placed");
    const { headers: later } = await exchange.get("/ok");
    assert.equal(later.get("x-exchange-clock"), null);
  });
}

test("what is signed by either clock is taken while they part, by a third one not", async () => {
  const { clock } = exchange;
  clock.offBy = HOUR;
  await exchange.wait(0);
  const cancelAt = async (now: number): Promise<number> =>
    (await ann.request("DELETE", "/cancel-all", { timestamp: String(now) })).status;
  assert.deepEqual(
    await Promise.all([cancelAt(clock.now), cancelAt(clock.now + HOUR), cancelAt(clock.now + 2 * HOUR)]),
    [200, 200, 401],
  );
  const keyAt = async (now: number): Promise<number> => {
    const headers = await walletHeaders(ann.account, now, { nonce: "7" });
    return (await exchange.send("/auth/api-key", { method: "POST", headers })).status;
  };
  assert.deepEqual([await keyAt(clock.now + HOUR), await keyAt(clock.now - HOUR)], [200, 401]);
  clock.offBy = 0;
  assert.equal(await cancelAt(clock.now + HOUR), 401);
});

test("an operator accepts a clock that jumped ahead: orders expire by it, and trading goes on", async () => {
  const { clock, context } = exchange;
  const id = await exchange.place({
    ...BUY,
    account: ann.address,
    kind: "GTD",
    expiresAt: clock.now + 600_000,
  });
  clock.offBy = HOUR;
  await exchange.wait(0);
  assert.ok(context.engine.exchange.orders.has(id));
  assert.equal((await call("POST", "/clock", { reason: "no" }, "bank")).status, 403);
  const { status, body } = await call("POST", "/clock", { reason: "the machine was moved" });
  assert.deepEqual([status, body.time, body.why], [200, iso(clock.now + HOUR), ""]);
  assert.ok(!context.engine.exchange.orders.has(id));
  const [entry] = (await call("GET", "/audit?limit=1")).body.data;
  assert.deepEqual(
    [entry.operator, entry.action, entry.subject, entry.reason, entry.details],
    [
      "admin",
      "clock-accept",
      iso(clock.now + HOUR),
      "the machine was moved",
      { partedSeconds: HOUR / 1_000 },
    ],
  );
  assert.equal((await ann.place(BUY, { timestamp: String(clock.now + HOUR) })).status, 200);
});

test("an operator accepts a clock that is behind: engine time stands, and nothing else does", async () => {
  const { clock, context } = exchange;
  await exchange.place({ ...BUY, account: ann.address });
  const { at } = context.engine.head();
  clock.offBy = -HOUR;
  assert.equal((await call("POST", "/clock", { reason: "it was ahead before" })).status, 200);
  const right = clock.now - HOUR;
  const { body } = await call("GET", "/clock");
  assert.deepEqual(
    [body.time, body.engine, body.aheadSeconds, body.why],
    [
      iso(right),
      iso(context.engine.head().at),
      HOUR / 1_000,
      "engine time stands, 1 h 0 min ahead of the clock",
    ],
  );
  assert.equal((await exchange.get("/time")).body, right / 1_000);
  const expiresAt = right + 600_000;
  const id = await exchange.place({ ...BUY, account: ann.address, kind: "GTD", expiresAt });
  const { head, exchange: state } = context.engine;
  assert.equal(state.orders.get(id)?.placedAt, head().at);
  await exchange.wait(599_999);
  assert.ok(state.orders.has(id), "it expired by engine time");
  await exchange.wait(1);
  assert.ok(!state.orders.has(id), "it did not expire by the clock");
  assert.ok(head().at >= at && head().at - at < HOUR, "engine time moved");
  await exchange.wait(HOUR);
  assert.equal((await call("GET", "/clock")).body.why, "");
});

test("prices are recorded while engine time stands, and each minute keeps its last one", async () => {
  const { clock } = exchange;
  await ann.request("DELETE", "/cancel-all");
  const history = async (): Promise<{ t: number; p: number }[]> =>
    (await exchange.get(`/prices-history?market=${BUY.tokenId}&interval=max`)).body.history;
  await exchange.place({ ...BUY, account: ann.address, price: "0.4" });
  await exchange.place({
    ...BUY,
    account: ann.address,
    side: "BUY",
    tokenId: tokenOf("rain no"),
    price: "0.4",
  });
  assert.equal((await history()).at(-1)?.p, 0.5);
  const points = (await history()).length;
  clock.offBy = -24 * HOUR;
  await call("POST", "/clock", { reason: "it was a day ahead" });
  for (const [price, midpoint] of [
    ["0.42", 0.51],
    ["0.44", 0.52],
  ] as const) {
    await exchange.place({ ...BUY, account: ann.address, price });
    await exchange.wait(60_000);
    const now = await history();
    assert.deepEqual([now.length, now.at(-1)?.p], [points, midpoint]);
  }
});
