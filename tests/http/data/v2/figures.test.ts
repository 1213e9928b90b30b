/** Figures of markets, wallets and rankings in version 2, beside those of version 1 and of the trades themselves. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { hashOf, tokenOf, walletOf } from "../../../support/exchange.ts";
import type { TestExchange } from "../../../support/exchange.ts";
import { assertRefused } from "../world.ts";
import { ANN, BOB, CID, RAIN, read, RED, SNOW, startStory, walk } from "./world.ts";
import type { Page } from "./world.ts";

type Row = Readonly<Record<string, number | string | boolean>>;

let exchange: TestExchange;
before(async () => {
  exchange = await startStory();
});
after(() => exchange.close());

async function earlier<Body>(path: string): Promise<Body> {
  const { status, body } = await exchange.get(path, "polymarket");
  assert.equal(status, 200);
  return body;
}

const dataOf = async <Data>(path: string): Promise<Data> => (await read<{ data: Data }>(exchange, path)).data;

void describe("GET /v2/oi", () => {
  for (const [asked, before1] of [
    ["", ""],
    [`condition_id=${RED},${SNOW}`, `market=${RED},${SNOW}`],
    [`condition=${hashOf("none")}`, `market=${hashOf("none")}`],
  ] as const)
    void it(`is that of version 1 with ${asked || "nothing asked"}`, async () => {
      const old = await earlier<readonly Row[]>(`/oi?${before1}`);
      assert.deepEqual(
        await dataOf(`/v2/oi?${asked}`),
        old.map(({ market, value }) => ({ condition_id: market, value })),
      );
    });
});

void describe("GET /v2/live-volume", () => {
  void it("sums the shares of the incoming orders, the most traded market first", async () => {
    type Volume = { readonly taker_volume_total: number; readonly conditions: readonly Row[] };
    const trades = await dataOf<readonly Row[]>("/v2/trades?limit=1000");
    const found = await dataOf<Volume>("/v2/live-volume?event_id=7,8");
    const sum = (rows: readonly Row[]) =>
      rows.reduce((total, { size }) => total + Math.round(Number(size) * 100), 0);
    assert.equal(Math.round(found.taker_volume_total * 100), sum(trades));
    assert.deepEqual(
      found.conditions.map(({ condition_id: id, taker_volume: volume }) => [
        id,
        Math.round(Number(volume) * 100),
      ]),
      found.conditions.map(({ condition_id: id }) => [
        id,
        sum(trades.filter((one) => one["condition_id"] === id)),
      ]),
    );
    const volumes = found.conditions.map(({ taker_volume: volume }) => Number(volume));
    assert.deepEqual(
      volumes,
      volumes.toSorted((a, b) => b - a),
    );
    assert.ok(volumes.length === 5 && volumes[0]! > 0);
  });

  void it("needs an event", async () => {
    assertRefused(await exchange.get("/v2/live-volume", "polymarket"), "missing_field: event_id");
  });
});

void describe("GET /v2/user-volume", () => {
  for (const wallet of [ANN, BOB, CID, walletOf("nobody")])
    void it(`sums the fills of ${wallet}`, async () => {
      const trades = await dataOf<readonly Row[]>(`/v2/trades?user=${wallet}&taker_only=false&limit=1000`);
      const found = await dataOf<Row>(`/v2/user-volume?user=${wallet}`);
      const shares = trades.reduce((total, { size }) => total + Math.round(Number(size) * 100), 0);
      const cash = trades.reduce(
        (total, { size, price }) =>
          total + Math.round(Number(size) * 100) * Math.round(Number(price) * 10_000),
        0,
      );
      assert.equal(found["trade_count"], trades.length);
      assert.equal(Math.round(Number(found["volume"]) * 100), shares);
      assert.ok(Math.abs(Number(found["volume_usdc"]) - cash / 1_000_000) <= 0.00005);
    });

  void it("counts what lies within both bounds", async () => {
    const trades = await dataOf<readonly Row[]>(`/v2/trades?user=${BOB}&taker_only=false&limit=1000`);
    const [latest] = trades.map(({ timestamp }) => timestamp);
    for (const [span, isIn] of [
      [`start=${latest}`, ({ timestamp }: Row) => timestamp === latest],
      [`end=${Number(latest) - 1}`, ({ timestamp }: Row) => timestamp !== latest],
    ] as const) {
      const found = await dataOf<Row>(`/v2/user-volume?user=${BOB}&${span}`);
      assert.equal(found["trade_count"], trades.filter(isIn).length);
    }
  });
});

void describe("GET /v2/user-stats", () => {
  type Stats = { readonly proxy_wallet: string; readonly all_time_pnl: Row } & Row;

  for (const wallet of [ANN, BOB, CID])
    void it(`tells of ${wallet} what other reads tell`, async () => {
      const { all_time_pnl: point, ...stats } = await dataOf<Stats>(`/v2/user-stats?user=${wallet}`);
      const { traded } = await earlier<Row>(`/traded?user=${wallet}`);
      const closed = await dataOf<readonly Row[]>(
        `/v2/positions?user=${wallet}&status=CLOSED&sort_by=REALIZED_PNL`,
      );
      const largest = Number(closed.at(0)?.["realized_pnl"] ?? 0);
      assert.deepEqual(stats, {
        proxy_wallet: wallet,
        trades: traded,
        biggest_win: largest > 1 ? largest : 0,
        views: 0,
        join_date: null,
      });
      const { points } = await dataOf<{ points: readonly Row[] }>(`/v2/user-pnl?user=${wallet}`);
      assert.deepEqual(point, points.at(-1));
    });

  void it("knows a win of more than 1, and nothing of an unknown wallet", async () => {
    const wins = await Promise.all(
      [ANN, BOB, CID].map(
        async (wallet) => (await dataOf<Stats>(`/v2/user-stats?user=${wallet}`))["biggest_win"],
      ),
    );
    assert.ok(wins.some((win) => Number(win) > 1) && wins.includes(0));
    assert.equal(await dataOf(`/v2/user-stats?user=${walletOf("nobody")}`), null);
  });
});

void describe("GET /v2/leaderboard", () => {
  const OLD = { day: "DAY", week: "WEEK", month: "MONTH", all: "ALL" } as const;

  for (const [sort, oldSort] of [
    ["PNL", "PNL"],
    ["VOLUME", "VOL"],
  ] as const)
    for (const period of ["day", "week", "month", "all"] as const)
      void it(`ranks as version 1 by ${sort} in ${period}, in pages, too`, async () => {
        const old = await earlier<readonly Row[]>(
          `/v1/leaderboard?timePeriod=${OLD[period]}&orderBy=${oldSort}`,
        );
        const path = `/v2/leaderboard?time_period=${period}&sort_by=${sort}`;
        const rows = await dataOf<readonly Row[]>(path);
        assert.ok(rows.length > 1);
        assert.deepEqual(
          rows.map(({ rank, user_id: id, pnl, volume }) => [rank, id, pnl, volume]),
          old.map(({ rank, proxyWallet, pnl, vol }) => [Number(rank), proxyWallet, pnl, vol]),
        );
        assert.deepEqual(await walk(exchange, path, 1), rows);
      });

  void it("tells a wallet's ranks in both orders, or null", async () => {
    const rankIn = async (sort: string) =>
      (await dataOf<readonly Row[]>(`/v2/leaderboard?time_period=all&sort_by=${sort}`)).find(
        ({ user_id: id }) => id === BOB,
      )?.["rank"];
    const standing = await dataOf<Row>(`/v2/leaderboard?time_period=all&user=${BOB}`);
    assert.deepEqual(
      [standing["rank_pnl"], standing["rank_volume"]],
      [await rankIn("PNL"), await rankIn("VOLUME")],
    );
    assert.equal(await dataOf(`/v2/leaderboard?user=${walletOf("nobody")}`), null);
  });

  for (const [query, error] of [
    [`user=${BOB}&sort_by=PNL`, "invalid_field: sort_by: expected none with user, got PNL"],
    [`user=${BOB}&limit=7`, "invalid_field: limit: expected none with user, got 7"],
    [`user=${BOB}&cursor=x`, "invalid_field: cursor: expected none with user, got one"],
  ] as const)
    void it(`refuses ${query}`, async () => {
      assertRefused(await exchange.get(`/v2/leaderboard?${query}`, "polymarket"), error);
    });

  void it("refuses a cursor of another period or category", async () => {
    const page = await read<Page<Row>>(exchange, "/v2/leaderboard?time_period=all&limit=1");
    for (const other of ["time_period=week", "time_period=all&category=sports"]) {
      const { status, body } = await exchange.get(
        `/v2/leaderboard?${other}&cursor=${page.pagination.next_cursor}`,
        "polymarket",
      );
      assert.equal(status, 400);
      assert.match(body.error, /^invalid_field: cursor: /);
    }
  });
});

void describe("GET /v2/tokens", () => {
  void it("describes both tokens of a market", async () => {
    const [yes, no] = await dataOf<readonly Row[]>(`/v2/tokens?condition=${RAIN}`);
    assert.deepEqual(
      [yes, no].map((token) => [token?.["token_id"], token?.["opposite_token_id"], token?.["final_price"]]),
      [
        [tokenOf("rain yes"), tokenOf("rain no"), 0],
        [tokenOf("rain no"), tokenOf("rain yes"), 1],
      ],
    );
    assert.deepEqual([yes?.["resolved"], yes?.["closed"], yes?.["event_id"]], [true, true, 7]);
  });

  void it("describes tokens in the order of the request, and leaves unknown ones out", async () => {
    const ids = [tokenOf("red no"), tokenOf("none yes"), tokenOf("snow yes"), tokenOf("red no")];
    const found = await dataOf<readonly Row[]>(`/v2/tokens?token_id=${ids.join()}`);
    assert.deepEqual(
      found.map((token) => [token["token_id"], token["resolved"], token["final_price"], token["neg_risk"]]),
      [
        [tokenOf("red no"), false, null, true],
        [tokenOf("snow yes"), false, null, false],
      ],
    );
  });

  for (const query of ["", `token_id=1&condition=${RAIN}`])
    void it(`refuses ${query || "nothing"}`, async () => {
      assertRefused(
        await exchange.get(`/v2/tokens?${query}`, "polymarket"),
        "invalid_field: token_id: expected either token_id or condition",
      );
    });
});

void describe("GET /v2/resolutions", () => {
  void it("tells of resolved markets, and of proposals and disputes", async () => {
    const open = { conditionId: SNOW } as const;
    const statusOf = async () => {
      const rows = await dataOf<readonly Row[]>(`/v2/resolutions?condition_id=${SNOW}`);
      return rows.map((row) => [row["status"], row["proposed_price"], row["was_disputed"]]);
    };
    assert.deepEqual(await statusOf(), []);
    const reason = { evidence: "It snowed", link: "https://snow.test" };
    await exchange.submit({ type: "propose-resolution", ...open, payout: [1, 0], ...reason });
    assert.deepEqual(await statusOf(), [["proposed", "1", false]]);
    await exchange.submit({ type: "dispute-resolution", ...open });
    assert.deepEqual(await statusOf(), [["disputed", "1", true]]);
    const [rain, snow] = await dataOf<readonly Row[]>("/v2/resolutions?event_id=7");
    assert.deepEqual(
      [rain?.["status"], rain?.["price"], rain?.["payouts"]],
      ["resolved", "0", [0, 1_000_000]],
    );
    assert.equal(snow?.["condition_id"], SNOW);
    const asked = await dataOf<readonly Row[]>(`/v2/resolutions?question_id=${rain?.["question_id"]}`);
    assert.deepEqual(asked, [rain]);
  });

  for (const query of ["", `question_id=x&event_id=7`])
    void it(`refuses ${query || "nothing"}`, async () => {
      assertRefused(
        await exchange.get(`/v2/resolutions?${query}`, "polymarket"),
        "invalid_field: question_id: expected one of question_id, condition_id and event_id",
      );
    });
});

void describe("GET /v2/status", () => {
  void it("is ok", async () => {
    assert.deepEqual(await read(exchange, "/v2/status"), {
      data: {
        status: "ok",
        computed_at: new Date(exchange.clock.now).toISOString(),
        age_seconds: 0,
        ingestion: { chain_id: 137, cursors: 0, lagging: [] },
        serving: { lag_seconds: 0, mechanisms: [] },
      },
    });
  });
});
