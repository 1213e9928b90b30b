/** Virtual time of a sandbox: effects of its clock, and two runs that write the same journal. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { pino } from "pino";
import { readConfig } from "../../../src/settings/config.ts";
import { createContext } from "../../../src/context.ts";
import type { Context } from "../../../src/context.ts";
import { advanceTime } from "../../../src/engine/time/clocks.ts";
import { clocksOf } from "../../support/clocks.ts";
import { createTestDatabase } from "../../support/database.ts";
import { tokenOf } from "../../support/exchange.ts";
import type { Reply } from "../../support/exchange.ts";
import { createTrader, walletHeaders } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { startTradedExchange } from "../admin/world.ts";
import type { OperatedExchange } from "../admin/world.ts";

const VIRTUAL = {
  PRESAGE_CLOCK: "virtual",
  PRESAGE_CLOCK_START: "2030-01-01T00:00:00Z",
  PRESAGE_SEED: "rain",
};
const SECRETS = { PRESAGE_MASTER_KEY: "5e".repeat(32), PRESAGE_ADMIN_TOKEN: "ad".repeat(32) };
const FIRST = Date.UTC(2030, 0, 1);
const BUY = { tokenId: tokenOf("rain yes"), side: "BUY", price: "0.5", size: "10" } as const;

const iso = (ms: number): string => new Date(ms).toISOString();

const setClock = (exchange: OperatedExchange, body: object): Promise<Reply> =>
  exchange.call("admin", "POST", "/sandbox/clock", body);

describe("a virtual clock", () => {
  let exchange: OperatedExchange;
  let ann: Trader;
  before(async () => {
    exchange = await startTradedExchange(VIRTUAL);
    ann = await createTrader(exchange, "ann");
  });
  after(() => exchange.close());

  const timeOf = async (): Promise<[string, number | null]> => {
    const { time, rate } = await exchange.done("GET", "/clock");
    return [time, rate];
  };

  test("stands where it begins, whatever passes on the machine", async () => {
    exchange.clock.now += 3_600_000;
    assert.deepEqual(await timeOf(), [iso(FIRST), 0]);
    assert.equal((await exchange.get("/time")).body, FIRST / 1_000);
  });

  test("runs at its rate, stops and is put forward", async () => {
    assert.equal((await setClock(exchange, { action: "rate", rate: 60 })).body.rate, 60);
    exchange.clock.now += 1_000;
    assert.deepEqual(await timeOf(), [iso(FIRST + 60_000), 60]);
    await exchange.done("POST", "/sandbox/clock", { action: "pause" });
    exchange.clock.now += 1_000;
    assert.deepEqual(await timeOf(), [iso(FIRST + 60_000), 0]);
    await exchange.done("POST", "/sandbox/clock", { action: "step", seconds: 30.5 });
    assert.deepEqual(await timeOf(), [iso(FIRST + 90_500), 0]);
    await exchange.done("POST", "/sandbox/clock", { action: "to", time: iso(FIRST + 120_000) });
    await exchange.done("POST", "/sandbox/clock", { action: "resume" });
    exchange.clock.now += 1_000;
    assert.deepEqual(await timeOf(), [iso(FIRST + 121_000), 1]);
    await exchange.done("POST", "/sandbox/clock", { action: "pause" });
  });

  test("takes expired orders out, in time for the answer", async () => {
    const now = FIRST + 121_000;
    const id = await exchange.place({
      ...BUY,
      account: ann.address,
      kind: "GTD",
      expiresAt: now + 60_000,
    });
    const { orders } = exchange.context.engine.exchange;
    await exchange.done("POST", "/sandbox/clock", { action: "step", seconds: 59.999 });
    assert.ok(orders.has(id), "it expired too soon");
    await exchange.done("POST", "/sandbox/clock", { action: "step", seconds: 0.001 });
    assert.ok(!orders.has(id), "it did not expire");
    assert.equal(exchange.context.engine.head().at, now + 60_000);
  });

  /** Notes the times of what is done, as seconds from now, while `work` runs. */
  async function whenDone(work: () => Promise<unknown>): Promise<[type: string, seconds: number][]> {
    const done: [string, number][] = [];
    const { engine, clock } = exchange.context;
    const from = clock();
    const end = engine.follow(({ at, events }) => {
      for (const { type } of events) done.push([type, (at - from) / 1_000]);
    });
    await work();
    end();
    return done;
  }

  const placeUntil = (seconds: number, price: string, tokenId = BUY.tokenId): Promise<string> => {
    const expiresAt = exchange.context.clock() + seconds * 1_000;
    return exchange.place({ ...BUY, tokenId, price, account: ann.address, kind: "GTD", expiresAt });
  };

  test("does what is due within a step at its own time, with the prices of that minute", async () => {
    await placeUntil(3_000, "0.5", tokenOf("rain no"));
    for (const [seconds, price] of [
      [600, "0.33"],
      [1_800, "0.32"],
      [1_800, "0.31"],
    ] as const)
      await placeUntil(seconds, price);
    await ann.place({ ...BUY, price: "0.2" });
    await ann.request("POST", "/heartbeats", { body: {} });
    const done = await whenDone(() => setClock(exchange, { action: "step", seconds: 3_600 }));
    assert.deepEqual(done, [
      ["order-canceled", 10],
      ["order-canceled", 600],
      ["prices-recorded", 600],
      ["orders-canceled", 1_800],
      ["prices-recorded", 1_800],
      ["order-canceled", 3_000],
    ]);
  });

  test("does the rest at the end of a step once it was at the most instants", async () => {
    const { engine, heartbeats, disconnects, dueWork, clocks, clock } = exchange.context;
    for (const seconds of [1, 2, 3]) await placeUntil(seconds, `0.3${seconds}`);
    const { virtual } = clocks;
    assert.ok(virtual !== undefined);
    const from = clock();
    const done = await whenDone(() =>
      advanceTime(
        { virtual, engine, heartbeats, disconnects, dueWork },
        { from, until: from + 60_000, most: 2 },
      ),
    );
    assert.deepEqual(
      done.filter(([type]) => type === "order-canceled").map(([, seconds]) => seconds),
      [1, 2],
    );
    await exchange.done("POST", "/sandbox/clock", { action: "step", seconds: 57 });
    assert.equal(engine.exchange.expiries.length, 0);
  });

  test("writes nothing in a step of a year in which nothing is due", async () => {
    assert.deepEqual(await whenDone(() => setClock(exchange, { action: "step", seconds: 31_536_000 })), []);
  });

  test("makes steps that are asked for together one after the other", async () => {
    const start = exchange.context.clock();
    await placeUntil(5, "0.3");
    const steps = [1, 2, 3].map(() => setClock(exchange, { action: "step", seconds: 10 }));
    assert.deepEqual(
      (await Promise.all(steps)).map(({ status }) => status),
      [200, 200, 200],
    );
    assert.deepEqual(await timeOf(), [iso(start + 30_000), 0]);
  });

  test("ends a session ten of its seconds after the last heartbeat", async () => {
    const placed = await ann.place(BUY);
    assert.equal(placed.status, 200, placed.text);
    const beat = await ann.request("POST", "/heartbeats", { body: {} });
    assert.equal(beat.status, 200, beat.text);
    const { orders } = exchange.context.engine.exchange;
    exchange.clock.now += 60_000;
    await exchange.context.heartbeats.check();
    assert.ok(orders.has(placed.body.orderID), "it ended by the machine's time");
    await exchange.done("POST", "/sandbox/clock", { action: "step", seconds: 10 });
    assert.ok(!orders.has(placed.body.orderID), "it did not end");
  });

  test("records a price under each of its minutes", async () => {
    const minute = Math.ceil(exchange.context.clock() / 60_000);
    const recordedMinutes: (number | undefined)[] = [];
    for (const [index, price] of ["0.4", "0.42"].entries()) {
      const time = iso((minute + index) * 60_000);
      await exchange.done("POST", "/sandbox/clock", { action: "to", time });
      await exchange.place({ ...BUY, account: ann.address, price });
      if (index === 0)
        await exchange.place({ ...BUY, account: ann.address, tokenId: tokenOf("rain no"), price });
      const { tokens } = exchange.context.engine.exchange;
      recordedMinutes.push(tokens.get(BUY.tokenId)?.market.recorded?.minute);
    }
    // A price stands under the end of its minute.
    assert.deepEqual(recordedMinutes, [minute + 1, minute + 2]);
  });

  test("lets clients sign by the machine's time or by its own, and by no third one", async () => {
    const keyAt = async (ms: number): Promise<number> => {
      const headers = await walletHeaders(ann.account, ms, { nonce: "3" });
      return (await exchange.send("/auth/api-key", { method: "POST", headers })).status;
    };
    const { clock, context } = exchange;
    assert.deepEqual(
      [await keyAt(clock.now), await keyAt(context.clock()), await keyAt(context.clock() + 3_600_000)],
      [200, 200, 401],
    );
  });

  for (const [name, body, hint] of [
    ["a time that is past", { action: "to", time: iso(FIRST) }, /^time: expected one from 2031-01-01T/],
    ["a time beyond the last", { action: "step", seconds: 1e11 }, /to 3000-01-01T00:00:00.000Z$/],
    [
      "a step without its length",
      { action: "step" },
      /^seconds: expected a number with the action step, got none$/,
    ],
    [
      "a value that has no effect",
      { action: "pause", rate: 2 },
      /^rate: expected none with the action pause/,
    ],
    [
      "a time that is none",
      { action: "to", time: "tomorrow" },
      /^time: expected an instant like .*, got "tomorrow"$/,
    ],
    ["a rate beyond the most", { action: "rate", rate: 100_001 }, /rate/],
  ] as const)
    test(`refuses ${name}`, async () => {
      const earlier = await timeOf();
      const refused = await setClock(exchange, body);
      assert.equal(refused.status, 400, refused.text);
      assert.match(refused.body.hint, hint);
      assert.deepEqual(await timeOf(), earlier);
    });
});

test("a virtual clock goes on after a restart where it stood", async () => {
  const database = await createTestDatabase();
  const machine = { now: FIRST };
  const open = (): Promise<Context> =>
    createContext({
      config: readConfig({ ...SECRETS, ...VIRTUAL }, []),
      log: pino({ level: "silent" }),
      clocks: clocksOf(machine),
      databaseUrl: database.url,
      onFailure: (error) => {
        throw error;
      },
    });
  try {
    const context = await open();
    context.clocks.virtual?.set({ time: FIRST + 86_400_000, rate: 2 });
    machine.now += 5_000;
    await context.close();
    machine.now += 3_600_000;
    const again = await open();
    assert.deepEqual(again.clocks.virtual?.read(), { time: FIRST + 86_400_000 + 10_000, rate: 2 });
    await again.close();
  } finally {
    await database.close();
  }
});

test("an exchange that goes by its machine's clock lets nobody set it", async () => {
  const exchange = await startTradedExchange();
  try {
    const refused = await setClock(exchange, { action: "pause" });
    assert.deepEqual([refused.status, refused.body.code], [501, "not_supported"]);
    assert.match(refused.body.hint, /PRESAGE_CLOCK=virtual/);
  } finally {
    await exchange.close();
  }
});

let runs = 0;

/** Trades through the addresses with keys, orders, expiries, cancels and an operator, and gives the journal's hash. */
async function tradeOnce(): Promise<string> {
  const exchange = await startTradedExchange(VIRTUAL);
  // The machines of the two runs have different times.
  exchange.clock.now += (runs += 1) * 86_400_000;
  try {
    const signing = {
      get now() {
        return exchange.context.clock();
      },
    };
    const ann = await createTrader({ ...exchange, clock: signing }, "ann");
    const bob = await createTrader({ ...exchange, clock: signing }, "bob");
    const at = Math.floor(exchange.context.clock() / 1_000);
    const expiring = { ...BUY, domain: "polymarket-v1-137", expiration: String(at + 120) } as const;
    const replies = [
      await ann.place({ ...expiring, salt: "1" }, { orderType: "GTD" }),
      await bob.place({ ...BUY, tokenId: tokenOf("rain no"), salt: "2" }),
      await setClock(exchange, { action: "step", seconds: 90 }),
      await ann.place({ ...BUY, price: "0.3", salt: "3" }),
      await setClock(exchange, { action: "step", seconds: 90 }),
      await bob.request("DELETE", "/cancel-all"),
      await ann.request("DELETE", "/cancel-all"),
      await exchange.call("admin", "POST", "/credits", {
        address: ann.address,
        amount: "5",
        reason: "prize",
      }),
    ];
    for (const reply of replies) assert.equal(reply.status, 200, reply.text);
    const { seq, hash } = exchange.context.engine.head();
    return `${seq} ${hash.toString("hex")}`;
  } finally {
    await exchange.close();
  }
}
test("the same seed and inputs in standing time write the same journal", async () => {
  const first = await tradeOnce();
  assert.equal(await tradeOnce(), first);
});
