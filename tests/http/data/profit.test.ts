/** GET /profit: the profit of a wallet over time, worked out by hand, and against what other reads tell of now. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { MAX_POINTS, computeProfitGrid } from "../../../src/http/data/history/profit.ts";
import { hashOf, START_AT, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, DIALECTS, startData } from "./world.ts";
import { twoTraders } from "./two-traders.ts";

const [ANN, BOB, IDLE, NOBODY] = ["ann", "bob", "idle", "nobody"].map((name) => walletOf(name)) as [
  string,
  string,
  string,
  string,
];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A full hour after the exchange began. */
const FIRST = Math.floor(START_AT / HOUR_MS + 2) * HOUR_MS;
const NOW = FIRST + 4 * HOUR_MS + 5 * MINUTE_MS;

let exchange: TestExchange;

const { deal, bid } = twoTraders(() => exchange);

before(async () => {
  exchange = await startData();
  await exchange.list(testListing([{ name: "traded" }, { name: "resolved" }]));
  exchange.clock.now = FIRST - 5 * MINUTE_MS;
  for (const wallet of [ANN, BOB, IDLE]) await exchange.open(wallet, "1000");
  exchange.clock.now = FIRST + 2 * MINUTE_MS;
  await deal("traded", "BUY", "0.4", "100");
  // In the same ten minutes: the later price is that of their end.
  await bid(ANN, "traded yes", "0.5");
  exchange.clock.now = FIRST + 9 * MINUTE_MS;
  await bid(BOB, "traded no", "0.46");
  exchange.clock.now = FIRST + HOUR_MS;
  await deal("resolved", "BUY", "0.25", "40");
  exchange.clock.now = FIRST + 2 * HOUR_MS;
  await exchange.submit({ type: "resolve-market", conditionId: hashOf("resolved"), payout: [1, 0] });
  exchange.clock.now = FIRST + 3 * HOUR_MS + MINUTE_MS;
  await exchange.place({
    account: ANN,
    side: "SELL",
    tokenId: tokenOf("traded yes"),
    price: "0.54",
    size: "60",
  });
  await exchange.place({
    account: BOB,
    side: "BUY",
    tokenId: tokenOf("traded yes"),
    price: "0.54",
    size: "60",
  });
  exchange.clock.now = NOW;
});
after(() => exchange.close());

type Point = {
  readonly t: number;
  readonly profit: number;
  readonly realizedProfit: number;
  readonly openProfit: number;
};
type Profit = { readonly proxyWallet: string; readonly step: number; readonly points: readonly Point[] };

const read = async (query: string, dialect: (typeof DIALECTS)[number] = "spec"): Promise<Profit> =>
  answered(await exchange.get(`/profit?${query}`, dialect), "/profit", dialect);

const point = (t: number, realizedProfit: number, openProfit: number): Point => ({
  t: t / 1_000,
  profit: Math.round((realizedProfit + openProfit) * 10_000) / 10_000,
  realizedProfit,
  openProfit,
});

void describe("GET /profit", () => {
  void it("counts what was held at the prices of then, and what was given up", async () => {
    const { step, points } = await read(`user=${ANN}`);
    assert.equal(step, 600);
    const at = (t: number) => points.find((one) => one.t === t / 1_000);
    assert.deepEqual(points[0], point(FIRST - 10 * MINUTE_MS, 0, 0));
    assert.deepEqual(at(FIRST), point(FIRST, 0, 0));
    // 100 bought at 0.40, quoted at 0.50 and 0.54 when the ten minutes ended.
    assert.deepEqual(at(FIRST + 10 * MINUTE_MS), point(FIRST + 10 * MINUTE_MS, 0, 12));
    // A trade of just then counts in the next point.
    assert.deepEqual(at(FIRST + HOUR_MS), point(FIRST + HOUR_MS, 0, 12));
    assert.deepEqual(at(FIRST + HOUR_MS + 10 * MINUTE_MS), point(FIRST + HOUR_MS + 10 * MINUTE_MS, 0, 12));
    // 40 bought at 0.25 are paid 1 each.
    assert.deepEqual(
      at(FIRST + 2 * HOUR_MS + 10 * MINUTE_MS),
      point(FIRST + 2 * HOUR_MS + 10 * MINUTE_MS, 30, 12),
    );
  });

  for (const wallet of [ANN, BOB, IDLE])
    void it(`ends with the profit that other reads show of ${wallet}`, async () => {
      for (const interval of ["1d", "1w", "1m", "all"]) {
        const { points } = await read(`user=${wallet}&interval=${interval}`);
        const reply = await exchange.get(`/wallets?user=${wallet}`, "spec");
        const [figures]: Record<string, number>[] = answered(reply, "/wallets", "spec");
        const { profit, realizedProfit, openProfit } = figures!;
        assert.deepEqual(points.at(-1), { t: NOW / 1_000, profit, realizedProfit, openProfit }, interval);
      }
    });

  for (const dialect of DIALECTS)
    void it(`has points at a steady pace from the first deposit until now (${dialect})`, async () => {
      const { proxyWallet, step, points } = await read(
        `user=${ANN.toUpperCase().replace("0X", "0x")}`,
        dialect,
      );
      assert.equal(proxyWallet, ANN);
      const times = points.map(({ t }) => t);
      assert.deepEqual(
        times.slice(1, -1).map((t, index) => t - times[index]!),
        times.slice(1, -1).map(() => step),
      );
      assert.equal(times.at(-1), NOW / 1_000);
    });

  void it("has no points of a wallet without an account", async () => {
    assert.deepEqual(await read(`user=${NOBODY}`), { proxyWallet: NOBODY, step: 600, points: [] });
  });
});

const DAY = 86_400;
const GRIDS = [
  ["a day", { interval: "1d", begun: 0, positions: 1 }, 600],
  ["a week", { interval: "1w", begun: 0, positions: 1 }, 3_600],
  ["a month", { interval: "1m", begun: 0, positions: 1 }, 21_600],
  ["all of 100 days", { interval: "all", begun: 900 * DAY, positions: 1 }, DAY],
  ["all of 1,000 days", { interval: "all", begun: 0, positions: 1 }, 6 * DAY],
  ["a month that began an hour ago", { interval: "1m", begun: 1_000 * DAY - 3_600, positions: 1 }, 600],
  ["a week of 2,000 positions", { interval: "1w", begun: 0, positions: 2_000 }, DAY],
  ["a day of a million positions", { interval: "1d", begun: 0, positions: 1_000_000 }, 21_600],
] as const;

void describe("times of points", () => {
  for (const [what, asked, step] of GRIDS)
    void it(`are ${step} s apart of ${what}`, () => {
      const now = 1_000 * DAY + 17;
      const grid = computeProfitGrid({ now, ...asked });
      assert.equal(grid.step, step);
      assert.ok(grid.periods.length >= 2 && grid.periods.length <= MAX_POINTS + 1);
      assert.ok(grid.periods.every((period) => period * 600 < now && (period * 600) % step === 0));
    });
});
