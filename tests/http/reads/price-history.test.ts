import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lots, ticks } from "../../../src/core/units.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import {
  hashOf,
  START_AT,
  startTestExchange,
  testListing,
  tokenOf,
  walletOf,
} from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { assertAnswer, assertRefused } from "./matches-answer.ts";

const PATH = "/batch-prices-history";
const MAKER = walletOf("maker");
const YES = tokenOf("rain yes");
const NO = tokenOf("rain no");
const BUSY = tokenOf("busy yes");
const QUIET = tokenOf("quiet yes");
const START = START_AT / 1000;
const MINUTE = 60;
const MINUTE_MS = 60_000;
const BUSY_POINTS = 1_200;
/** A day before the other points. */
const BUSY_START = START - 24 * 60 * MINUTE;

type Point = { t: number; p: number };

let exchange: TestExchange;

/** Puts one bid and one ask, and takes them away again with the exchange's expiry. */
async function quote(bid: string, ask: string, minutes: number): Promise<void> {
  const expiresAt = exchange.clock.now + minutes * MINUTE_MS;
  const order = { account: MAKER, size: "10", kind: "GTD", expiresAt } as const;
  await exchange.place({ ...order, tokenId: YES, side: "BUY", price: bid });
  await exchange.place({ ...order, tokenId: YES, side: "SELL", price: ask });
  await exchange.wait(minutes * MINUTE_MS);
}

before(async () => {
  exchange = await startTestExchange({ endpoints: tradingEndpoints("sandbox") });
  await exchange.list(testListing([{ name: "rain", tick: ticks(1) }, { name: "busy" }, { name: "quiet" }]));
  await exchange.open(MAKER, "100000");
  await exchange.submit({
    type: "split",
    address: MAKER,
    owner: MAKER,
    conditionId: hashOf("rain"),
    lots: lots(10_000),
  });
  await quote("0.4", "0.5", 2);
  await quote("0.4", "0.5", 3);
  await quote("0.4001", "0.5", 10);
  await quote("0.6", "0.62", 5);
  const [{ no }] = [exchange.context.engine.exchange.tokens.get(BUSY)!.market];
  const sql = await exchange.context.sql();
  await sql`
    insert into price_history (market, minute, midpoint)
    select ${no}::int, ${BUSY_START / MINUTE}::int + at, 999 + at from generate_series(1, ${BUSY_POINTS}::int) as at`;
});

after(() => exchange.close());

const historyOf = async (
  body: object,
  dialect?: "kuest" | "polymarket",
): Promise<Record<string, Point[]>> => {
  const reply = await exchange.post(PATH, body, dialect);
  assertAnswer(reply, "POST", PATH);
  return reply.body.history;
};

/** Prices at the end of each minute that changed the shown price. */
const CHANGES: Point[] = [
  { t: START + MINUTE, p: 0.45 },
  { t: START + 6 * MINUTE, p: 0.45005 },
  { t: START + 16 * MINUTE, p: 0.61 },
];
const NOW = START + 20 * MINUTE;

/** The price at each full step of so many minutes from one time to another, and at the end of what reaches to now. */
function stepsOf(from: number, to: number, minutes = 1, changes: readonly Point[] = CHANGES): Point[] {
  const step = minutes * MINUTE;
  const begin = Math.max(from, changes[0]!.t);
  const times = [];
  for (let t = Math.ceil(begin / step) * step; t <= Math.min(to, NOW - 1); t += step) times.push(t);
  if (to >= NOW) times.push(NOW);
  return times.map((t) => ({ t, p: changes.findLast((change) => change.t <= t)!.p }));
}
const ALL = stepsOf(0, NOW);

void describe("POST /batch-prices-history", () => {
  void it("answers the price of every minute from the first one to now, exactly, by the ids as sent", async () => {
    const upper = `0x${hashOf("rain").slice(2).toUpperCase()}`;
    const history = await historyOf({ markets: [YES, NO, upper, YES] });
    assert.deepEqual(history, {
      [YES]: ALL,
      [NO]: stepsOf(0, NOW, 1, [
        { t: START + MINUTE, p: 0.55 },
        { t: START + 6 * MINUTE, p: 0.54995 },
        { t: START + 16 * MINUTE, p: 0.39 },
      ]),
      [upper]: ALL,
    });
  });

  void it("answers an empty history of a market without one, and leaves out what is unknown", async () => {
    const history = await historyOf({
      markets: [QUIET, tokenOf("nothing"), hashOf("nothing"), "__proto__", ""],
    });
    assert.deepEqual(history, { [QUIET]: [] });
    assert.deepEqual(await historyOf({ markets: [] }), {});
  });

  void it("carries the price at the start of a range, and ends with the range", async () => {
    const rows: [range: object, points: Point[]][] = [
      [{ start_ts: START }, ALL],
      [{ start_ts: START + MINUTE + 1 }, ALL.slice(1)],
      [
        { start_ts: START + 6 * MINUTE, end_ts: START + 16 * MINUTE - 1 },
        stepsOf(START + 6 * MINUTE, START + 15 * MINUTE),
      ],
      [{ startTs: START + 6 * MINUTE, endTs: START + 7 * MINUTE }, ALL.slice(5, 7)],
      [
        { start_ts: START + 14 * MINUTE, end_ts: START + 14 * MINUTE },
        [{ t: START + 14 * MINUTE, p: 0.45005 }],
      ],
      [{ end_ts: START + 6 * MINUTE - 1 }, ALL.slice(0, 5)],
      [{ end_ts: START + MINUTE - 1 }, []],
      [{ start_ts: START - 600, end_ts: START + MINUTE }, [ALL[0]!]],
      [{ start_ts: START + 10 * 86_400 }, []],
      [{ interval: "5m" }, ALL.slice(-6)],
      [{ interval: "1m" }, ALL.slice(-2)],
      [{ interval: "15m" }, ALL.slice(-16)],
      [{ interval: "1h" }, ALL],
      [{ interval: "max" }, ALL],
    ];
    for (const [range, points] of rows)
      assert.deepEqual(
        await historyOf({ markets: [YES], ...range }),
        { [YES]: points },
        JSON.stringify(range),
      );
  });

  void it("has a point each step of the fidelity, carried on where nothing changed, and that of now", async () => {
    for (const fidelity of [1, 2, 7, 10, 60])
      for (const dialect of [undefined, "polymarket"] as const)
        assert.deepEqual(await historyOf({ markets: [YES], fidelity }, dialect), {
          [YES]: stepsOf(0, NOW, fidelity),
        });
    const busy = (minutes: number) =>
      stepsOf(
        0,
        NOW,
        minutes,
        Array.from({ length: BUSY_POINTS }, (_, index) => ({
          t: BUSY_START + (index + 1) * MINUTE,
          p: (1_000 + index) / 20_000,
        })),
      );
    for (const dialect of [undefined, "polymarket"] as const) {
      const history = await historyOf({ markets: [BUSY, NO], fidelity: 60 }, dialect);
      assert.deepEqual(history[BUSY], busy(60));
      // A point an hour for a day, and that of now.
      assert.equal(history[BUSY]!.length, 25);
      assert.equal(history[NO]!.length, 1);
    }
    for (const [fidelity, bucket] of [
      [2, 5],
      [6, 30],
      [31, 180],
      [181, 720],
    ] as const)
      assert.deepEqual(await historyOf({ markets: [BUSY], fidelity }, "kuest"), { [BUSY]: busy(bucket) });
    const since = { markets: [BUSY], start_ts: BUSY_START, end_ts: NOW };
    assert.deepEqual(await historyOf(since, "kuest"), { [BUSY]: busy(5) });
  });

  void it("thins to at most 1,000 points when no fidelity is given", async () => {
    for (const range of [{}, { start_ts: BUSY_START + 30 }, { interval: "max" }]) {
      const points = (await historyOf({ markets: [BUSY], ...range }))[BUSY]!;
      assert.ok(points.length > 500 && points.length <= 1_000, `${points.length} points`);
      assert.equal(points.at(-1)?.t, NOW);
      const steps = points.slice(1, -1).map(({ t }, index) => t - points[index]!.t);
      assert.deepEqual([...new Set(steps)], [2 * MINUTE]);
    }
    const every = await historyOf({ markets: [BUSY], fidelity: 1 });
    assert.equal(every[BUSY]!.length, 24 * 60 + 20);
    const halfDays = await historyOf({ markets: [BUSY], interval: "max" }, "kuest");
    assert.equal(halfDays[BUSY]!.length, 3);
  });

  void it("means a month by 1m in the Polymarket dialect", async () => {
    assert.deepEqual(await historyOf({ markets: [YES], interval: "1m" }, "polymarket"), { [YES]: ALL });
  });

  void it("refuses a malformed request, and says why", async () => {
    const markets = [YES];
    const rows: [body: unknown, hint: RegExp][] = [
      [{ markets: Array.from({ length: 21 }, (_, index) => String(index)) }, /20/],
      [{ markets, start_ts: Date.now() }, /start_ts/],
      [{ markets, start_ts: 2, end_ts: 1 }, /start_ts/],
      [{ markets, interval: "1h", end_ts: 1 }, /interval/],
    ];
    for (const [body, expected] of rows) {
      const reply = await exchange.post(PATH, body);
      assert.match(assertRefused(reply, { status: 400, code: "invalid_payload" }), expected);
    }
    const least = await exchange.post(PATH, { markets, interval: "1w", fidelity: 1 }, "polymarket");
    assert.match(assertRefused(least, { status: 400, code: "invalid_payload" }), /at least 5/);
  });
});

void describe("GET /prices-history", () => {
  const SINGLE = "/prices-history";
  const pointsOf = async (query: string, dialect?: "kuest" | "polymarket"): Promise<Point[]> => {
    const reply = await exchange.get(`${SINGLE}?${query}`, dialect);
    assertAnswer(reply, "GET", SINGLE);
    return reply.body.history;
  };

  void it("answers what the batch does, with every name of a parameter", async () => {
    const upper = `0x${hashOf("rain").slice(2).toUpperCase()}`;
    const from = START + 6 * MINUTE;
    const two = ALL.slice(5, 7);
    const rows: [query: string, points: Point[]][] = [
      [`market=${YES}`, ALL],
      [`market=${upper}`, ALL],
      [`market=${YES}&interval=max`, ALL],
      [`market=${YES}&interval=15m`, ALL.slice(-16)],
      [`market=${YES}&fidelity=10`, stepsOf(0, NOW, 10)],
      [`market=${YES}&startTs=${from}&endTs=${from + 60}`, two],
      [`market=${YES}&start_ts=${from}&end_ts=${from + 60}&colour=red`, two],
      [`market=${QUIET}&interval=1d`, []],
    ];
    for (const [query, points] of rows) assert.deepEqual(await pointsOf(query), points, query);
    const [mirrored] = await pointsOf(`market=${NO}`);
    assert.deepEqual(mirrored, { t: START + MINUTE, p: 0.55 });
    assert.deepEqual(await pointsOf(`market=${YES}&interval=1m`, "polymarket"), ALL);
    assert.equal((await pointsOf(`market=${BUSY}&interval=max`, "kuest")).length, 3);
    assert.equal((await pointsOf(`market=${BUSY}&fidelity=60`)).length, 25);
  });

  void it("takes the slug and the number of a market for its first outcome", async () => {
    const sql = await exchange.context.sql();
    const [{ id }] = await sql<[{ id: number }]>`select id from markets where slug = 'rain'`;
    const names = [YES, hashOf("rain"), "rain", String(id)];
    assert.deepEqual(
      await historyOf({ markets: [...names, "rains", "\ud800", "\0", "9".repeat(15)] }),
      Object.fromEntries(names.map((name) => [name, ALL])),
    );
    for (const name of names)
      assert.deepEqual(await pointsOf(`market=${name}&interval=1m`, "polymarket"), ALL);
  });

  void it("has an empty history of what is unknown, or no id at all", async () => {
    for (const market of [tokenOf("nothing"), hashOf("nothing"), "abc", "__proto__", "-1"])
      assert.deepEqual(await pointsOf(`market=${market}&interval=1h`, "polymarket"), []);
  });

  void it("refuses a malformed request, and says why", async () => {
    const rows: [query: string, hint: RegExp][] = [
      [`market=${YES}&startTs=${Date.now()}`, /startTs/],
      [`market=${YES}&startTs=2&endTs=1`, /start_ts/],
      [`market=${YES}&interval=1h&endTs=1`, /interval/],
    ];
    for (const [query, expected] of rows) {
      const reply = await exchange.get(`${SINGLE}?${query}`);
      assert.match(assertRefused(reply, { status: 400, code: "invalid_payload" }), expected);
    }
    const both = `market=${YES}&interval=1h&startTs=1&endTs=2`;
    assert.deepEqual(await pointsOf(both, "polymarket"), ALL);
  });
});

void describe("The minutes of a price history", () => {
  let quoted: TestExchange;
  before(async () => {
    quoted = await startTestExchange({ endpoints: tradingEndpoints("sandbox") });
    await quoted.list(testListing([{ name: "rain", tick: ticks(1) }]));
    await quoted.open(MAKER, "100000");
  });
  after(() => quoted.close());

  const place = (token: string, price: string) =>
    quoted.place({ account: MAKER, tokenId: token, side: "BUY", price, size: "10" });
  const history = async (query = ""): Promise<Point[]> =>
    (await quoted.get(`/prices-history?market=${YES}${query}`)).body.history;
  const at = (seconds: number, p: number): Point => ({ t: START + seconds, p });

  void it("begin after the first order, and are what stood at their end; the last point is that of now", async () => {
    assert.deepEqual(await history(), []);
    await quoted.wait(20_000);
    await place(YES, "0.4");
    assert.deepEqual(await history(), [at(20, 0.7)]);
    await place(NO, "0.5");
    assert.deepEqual(await history(), [at(20, 0.45)]);
    await quoted.wait(20_000);
    await place(YES, "0.42");
    assert.deepEqual(await history(), [at(40, 0.46)]);
    await quoted.wait(19_000);
    await place(YES, "0.44");
    assert.deepEqual(await history(), [at(59, 0.47)]);
    await quoted.wait(1_000);
    await place(YES, "0.46");
    assert.deepEqual(await history(), [at(60, 0.48)]);
    await quoted.wait(5_000);
    assert.deepEqual(await history(), [at(60, 0.47), at(65, 0.48)]);
    assert.deepEqual(await history("&fidelity=60"), [at(65, 0.48)]);
    assert.deepEqual(await history(`&end_ts=${START + 64}`), [at(60, 0.47)]);
    assert.deepEqual(await history(`&start_ts=${START + 62}`), [at(65, 0.48)]);
    assert.deepEqual(await history(`&start_ts=${START + 66}`), []);
  });

  void it("go on where no order comes for long, and after the last order was taken back", async () => {
    const minutes = (last: number) =>
      Array.from({ length: last - 1 }, (_, index) => at((index + 2) * 60, 0.48));
    const engine = quoted.context.engine;
    quoted.clock.now += 10 * MINUTE_MS;
    await engine.tick();
    assert.deepEqual(await history(), [at(60, 0.47), ...minutes(11), at(665, 0.48)]);
    await quoted.submit({ type: "cancel-orders", owner: MAKER, reason: "by-owner" });
    assert.deepEqual(await history(), [at(60, 0.47), ...minutes(11), at(665, 0.48)]);
    await quoted.wait(MINUTE_MS);
    assert.deepEqual(await history(), [at(60, 0.47), ...minutes(12), at(725, 0.48)]);
  });
});
