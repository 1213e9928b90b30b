/** Prices, profits and builders over time in version 2, beside what trading and version 1 tell. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { dataEndpoints } from "../../../../src/http/data/endpoints.ts";
import type { Dialect } from "../../../../src/http/dialects/dialect.ts";
import { tradingEndpoints } from "../../../../src/http/trading/endpoints.ts";
import { testListing, tokenOf, walletOf } from "../../../support/exchange.ts";
import type { TestExchange } from "../../../support/exchange.ts";
import { createTrader } from "../../../support/trader.ts";
import type { Trader } from "../../../support/trader.ts";
import { answered, assertRefused, startData } from "../world.ts";
import { read, walk } from "./world.ts";
import type { Page } from "./world.ts";

const BUILDER = `0x${"b1".repeat(32)}` as const;
const OTHER = `0x${"02".repeat(32)}` as const;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const YES = tokenOf("rain yes");
const NO = tokenOf("rain no");

type Row = Readonly<Record<string, number | string | boolean>>;

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;

async function trade(price: string, size: string, builder?: typeof BUILDER | typeof OTHER): Promise<void> {
  const bought = { side: "BUY", size, tokenId: NO, price: String(1 - Number(price)) } as const;
  await ann.place(bought);
  const taken = { side: "BUY", size, tokenId: YES, price } as const;
  const reply = await ben.place({ ...taken, ...(builder && { builder }) });
  assert.equal(reply.body.status, "matched", reply.text);
}

async function quote(bid: string, ask: string): Promise<void> {
  await ann.place({ side: "BUY", size: "5", tokenId: YES, price: bid });
  await ann.place({ side: "BUY", size: "5", tokenId: NO, price: ask });
  await exchange.wait(10 * MINUTE_MS);
}

before(async () => {
  const own = new Set(dataEndpoints.map(({ path }) => path));
  const trading = tradingEndpoints("sandbox").filter(({ path }) => !own.has(path));
  exchange = await startData({ endpoints: [...dataEndpoints, ...trading] });
  await exchange.list(testListing([{ name: "rain" }]));
  ann = await createTrader(exchange, "ann");
  ben = await createTrader(exchange, "ben");
  await trade("0.25", "10", BUILDER);
  await trade("0.5", "6");
  await exchange.wait(DAY_MS);
  await trade("0.75", "8", BUILDER);
  await trade("0.25", "7", OTHER);
  await quote("0.2", "0.6");
  await quote("0.25", "0.65");
  await quote("0.3", "0.68");
});
after(() => exchange.close());

const dataOf = async <Data>(path: string): Promise<Data> => (await read<{ data: Data }>(exchange, path)).data;

void describe("GET /v2/prices-history", () => {
  for (const token of [YES, NO])
    for (const [asked, old] of [
      ["interval=max", "interval=max&fidelity=10"],
      ["interval=1d&bucket_seconds=1200", "interval=1d&fidelity=20"],
      ["interval=6h", "interval=6h&fidelity=1"],
    ] as const)
      void it(`has the points of trading with ${asked}, of ${token}`, async () => {
        const { body } = await exchange.get(`/prices-history?market=${token}&${old}`, "polymarket");
        const expected = (body.history as readonly { t: number; p: number }[]).map(({ t, p }) => [t, p]);
        const path = `/v2/prices-history?token_id=${token}&${asked}`;
        const points = await dataOf<readonly Row[]>(path);
        assert.ok(points.length > 1);
        assert.deepEqual(
          points.map(({ timestamp, price }) => [timestamp, price]),
          expected,
        );
        assert.deepEqual(await walk(exchange, path, 40), points);
      });

  void it("takes two times, or one", async () => {
    const all = await dataOf<readonly Row[]>(`/v2/prices-history?token_id=${YES}&interval=1d`);
    const [first, second] = all.map(({ timestamp }) => Number(timestamp)).slice(-3, -1);
    const between = await dataOf<readonly Row[]>(
      `/v2/prices-history?token_id=${YES}&start=${first}&end=${second}`,
    );
    assert.deepEqual(
      between.map(({ timestamp }) => timestamp),
      [first, second],
    );
    const at = await dataOf<readonly Row[]>(`/v2/prices-history?token_id=${YES}&as_of=${Number(second) + 1}`);
    assert.deepEqual(
      at.map(({ price }) => price),
      between.slice(-1).map(({ price }) => price),
    );
  });

  void it("says how many seconds lie between two points", async () => {
    for (const [asked, seconds] of [
      ["interval=1h", 60],
      ["interval=1w", 300],
      ["interval=all", 600],
      ["interval=1h&bucket_seconds=61", 120],
    ] as const) {
      const [point] = await dataOf<readonly Row[]>(`/v2/prices-history?token_id=${YES}&${asked}`);
      assert.equal(point?.["resolution_seconds"], seconds);
    }
  });

  void it("has no points of an unknown token", async () => {
    assert.deepEqual(await dataOf("/v2/prices-history?token_id=1&interval=max"), []);
  });

  for (const [query, error] of [
    ["", "interval: expected one of interval, start and as_of"],
    ["interval=1d&start=1", "interval: expected one of interval, start and as_of"],
    ["interval=1d&end=1", "end: expected start with it, got none"],
    ["start=5&end=4", "end: expected 0 to 15 days after start 5, got 4"],
    ["start=5&end=1296006", "end: expected 0 to 15 days after start 5, got 1296006"],
    ["as_of=5&bucket_seconds=60", "bucket_seconds: expected none with as_of, got it"],
    ["interval=1w&bucket_seconds=299", "bucket_seconds: expected at least 300 with interval 1w, got 299"],
  ] as const)
    void it(`refuses ${query || "a token alone"}`, async () => {
      const reply = await exchange.get(`/v2/prices-history?token_id=${YES}&${query}`, "polymarket");
      assertRefused(reply, `invalid_field: ${error}`);
    });
});

void describe("GET /v2/user-pnl", () => {
  type Series = { readonly interval: string; readonly fidelity: string; readonly points: readonly Row[] };

  void it("ends with the sums of now, as the leaderboard and the volume have them", async () => {
    const wallet = ben.account.address.toLowerCase();
    const { points } = await dataOf<Series>(`/v2/user-pnl?user=${wallet}`);
    const standing = await dataOf<Row>(`/v2/leaderboard?time_period=all&user=${wallet}`);
    const volume = await dataOf<Row>(`/v2/user-volume?user=${wallet}`);
    const last = points.at(-1) ?? assert.fail("no points");
    assert.deepEqual(
      [last["realized_pnl"], last["volume_usdc"], last["volume"], last["trade_count"]],
      [standing["pnl"], standing["volume"], volume["volume"], volume["trade_count"]],
    );
  });

  void it("steps where days end", async () => {
    const { points, fidelity } = await dataOf<Series>(
      `/v2/user-pnl?user=${ben.account.address}&interval=max&fidelity=1d`,
    );
    assert.equal(fidelity, "1d");
    assert.deepEqual(
      points.map((point) => point["trade_count"]),
      [0, 2, 4].slice(-points.length),
    );
    const hourly = await dataOf<Series>(`/v2/user-pnl?user=${ben.account.address}&interval=6h&fidelity=3h`);
    assert.equal(hourly.points.length, 3);
  });

  void it("has no points of a wallet that never traded, and calls all max", async () => {
    const series = await dataOf<Series>(`/v2/user-pnl?user=${walletOf("nobody")}&interval=all`);
    assert.deepEqual([series.points, series.interval], [[], "max"]);
  });
});

void describe("GET /v2/builders/leaderboard", () => {
  const shown = (rows: readonly Row[]) =>
    rows.map(({ rank, builder_code: code, volume, active_users: users }) => [rank, code, volume, users]);

  void it("ranks builders by what their orders traded, in pages, too", async () => {
    const path = "/v2/builders/leaderboard?time_period=all";
    const rows = await dataOf<readonly Row[]>(path);
    assert.deepEqual(shown(rows), [
      [1, BUILDER, 8.5, 1],
      [2, OTHER, 1.75, 1],
    ]);
    assert.deepEqual(await walk(exchange, path, 1), rows);
  });

  void it("counts a day alone", async () => {
    assert.deepEqual(shown(await dataOf<readonly Row[]>("/v2/builders/leaderboard?time_period=day")), [
      [1, BUILDER, 6, 1],
      [2, OTHER, 1.75, 1],
    ]);
  });

  void it("refuses a cursor of another period", async () => {
    const page = await read<Page<Row>>(exchange, "/v2/builders/leaderboard?time_period=all&limit=1");
    const cursor = page.pagination.next_cursor ?? assert.fail("one page only");
    const { status, body } = await exchange.get(`/v2/builders/leaderboard?cursor=${cursor}`, "polymarket");
    assert.equal(status, 400);
    assert.match(body.error, /^invalid_field: cursor: /);
  });
});

void describe("GET /v2/builders/volume", () => {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, "1970-01-01".length);
  const volumesOf = async (query: string) =>
    (await dataOf<readonly Row[]>(`/v2/builders/volume?${query}`)).map((row) => [
      row["date"],
      row["rank"],
      row["builder_code"],
      row["volume"],
      row["active_users"],
    ]);
  const today = () => dayOf(exchange.clock.now);
  const latest = () => [
    [today(), 1, BUILDER, 6, 1],
    [today(), 2, OTHER, 1.75, 1],
  ];

  void it("has the volume of each day, the latest first", async () => {
    const yesterday = dayOf(exchange.clock.now - DAY_MS);
    assert.deepEqual(await volumesOf(""), [...latest(), [yesterday, 1, BUILDER, 2.5, 1]]);
  });

  void it("counts days and not rows", async () => {
    assert.deepEqual(await volumesOf("limit=1"), latest());
  });

  void it("sums weeks from Monday on, months and years", async () => {
    const monday = exchange.clock.now - ((new Date(exchange.clock.now).getUTCDay() + 6) % 7) * DAY_MS;
    const sums = (date: string) => [
      [date, 1, BUILDER, 8.5, 1],
      [date, 2, OTHER, 1.75, 1],
    ];
    assert.deepEqual(await volumesOf("interval=week"), sums(dayOf(monday)));
    assert.deepEqual(await volumesOf("interval=month"), sums(`${today().slice(0, "1970-01".length)}-01`));
    assert.deepEqual(await volumesOf("interval=all"), sums(`${today().slice(0, "1970".length)}-01-01`));
  });
});

void describe("builders of version 1", () => {
  type Ranked = Readonly<Record<string, unknown>>;
  const ask = async (
    path: string,
    query: string,
    dialect: Dialect = "polymarket",
  ): Promise<readonly Ranked[]> => answered(await exchange.get(path + query, dialect), path, dialect);
  const shown = (rows: readonly Ranked[]) =>
    rows.map(({ dt, rank, builder, volume, activeUsers }) => [dt, rank, builder, volume, activeUsers]);

  void it("are ranked as those of version 2", async () => {
    for (const dialect of ["polymarket", "kuest"] as const) {
      const path = "/v1/builders/leaderboard";
      assert.deepEqual(shown(await ask(path, "?timePeriod=ALL", dialect)), [
        [undefined, "1", BUILDER, 8.5, 1],
        [undefined, "2", OTHER, 1.75, 1],
      ]);
      assert.deepEqual(shown(await ask(path, "", dialect)), [
        [undefined, "1", BUILDER, 6, 1],
        [undefined, "2", OTHER, 1.75, 1],
      ]);
      assert.deepEqual(shown(await ask(path, "?limit=1&offset=1", dialect)), [
        [undefined, "2", OTHER, 1.75, 1],
      ]);
    }
  });

  void it("have the volume of each day, the latest first", async () => {
    const [today, yesterday] = [0, 1].map((days) =>
      new Date(Math.floor(exchange.clock.now / DAY_MS - days) * DAY_MS).toISOString().replace(".000Z", "Z"),
    );
    const latest = [
      [today, "1", BUILDER, 6, 1],
      [today, "2", OTHER, 1.75, 1],
    ];
    assert.deepEqual(shown(await ask("/v1/builders/volume", "")), latest);
    assert.deepEqual(shown(await ask("/v1/builders/volume", "?timePeriod=WEEK", "kuest")), [
      ...latest,
      [yesterday, "1", BUILDER, 2.5, 1],
    ]);
  });
});
