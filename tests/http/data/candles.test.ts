/** GET /candles: both tokens of a market beside its trades, page after page, and its refusals. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { hashOf, START_AT, testListing, tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, assertRefused, DIALECTS, startData } from "./world.ts";
import { ANN, BOB, read, trade, walk } from "./v2/world.ts";
import type { Page } from "./v2/world.ts";
import { lots } from "../../../src/core/units.ts";

const MINUTE_MS = 60_000;
const RAIN = hashOf("rain");
const YES = tokenOf("rain yes");
const NO = tokenOf("rain no");
const START = START_AT / 1000;

type Candle = {
  readonly timestamp: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly trades: number;
};

let exchange: TestExchange;

before(async () => {
  exchange = await startData();
  await exchange.list(testListing([{ name: "rain" }]));
  for (const wallet of [ANN, BOB]) await exchange.open(wallet, "1000");
  await exchange.submit({ type: "split", address: ANN, owner: ANN, conditionId: RAIN, lots: lots(50_000) });
  await trade(exchange, "rain yes", "0.4", "10");
  await trade(exchange, "rain yes", "0.55", "5.25");
  await trade(exchange, "rain no", "0.7", "6");
  await exchange.wait(MINUTE_MS);
  await trade(exchange, "rain yes", "0.5", "7");
  await exchange.wait(90 * MINUTE_MS);
  await trade(exchange, "rain no", "0.2", "8");
});
after(() => exchange.close());

const candlesOf = async (query: string): Promise<readonly Candle[]> =>
  (await read<Page<Candle>>(exchange, `/candles?${query}`)).data;

const FIRST = { timestamp: START, open: 0.4, high: 0.55, low: 0.3, close: 0.3, volume: 21.25, trades: 3 };
const SECOND = { timestamp: START + 60, open: 0.5, high: 0.5, low: 0.5, close: 0.5, volume: 7, trades: 1 };
const LAST = { ...SECOND, timestamp: START + 91 * 60, open: 0.8, high: 0.8, low: 0.8, close: 0.8, volume: 8 };
const HOUR = { ...FIRST, close: 0.5, volume: 28.25, trades: 4 };

void describe("GET /candles", () => {
  void it("sums up the trades of each period, and has none for a period without trades", async () => {
    assert.deepEqual(await candlesOf(`token_id=${YES}&resolution=1m`), [LAST, SECOND, FIRST]);
    assert.deepEqual(await candlesOf(`token_id=${YES}`), [{ ...LAST, timestamp: START + 3_600 }, HOUR]);
    const [day, ...more] = await candlesOf(`token_id=${YES}&resolution=1d`);
    assert.deepEqual([day?.timestamp, day?.high, day?.trades, more.length], [START - 43_200, 0.8, 5, 0]);
  });

  void it("has the prices of the other outcome for its token", async () => {
    const [last, , first] = await candlesOf(`token_id=${NO}&resolution=1m`);
    assert.deepEqual(last, { ...LAST, open: 0.2, high: 0.2, low: 0.2, close: 0.2 });
    assert.deepEqual(first, { ...FIRST, open: 0.6, high: 0.7, low: 0.45, close: 0.7 });
  });

  void it("is the same in every dialect, for each form of a token", async () => {
    const wanted = await candlesOf(`token_id=${NO}`);
    for (const dialect of DIALECTS)
      for (const token of [NO, `${RAIN}:1`]) {
        const reply = await exchange.get(`/candles?token_id=${token}`, dialect);
        const page: Page<Candle> = answered(reply, "/candles", dialect);
        assert.deepEqual(page.data, wanted);
      }
  });

  void it("has the shares and the fills of GET /trades", async () => {
    const trades = await read<readonly { readonly size: number }[]>(exchange, `/trades?market=${RAIN}`);
    const candles = await candlesOf(`token_id=${YES}&resolution=1m`);
    const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
    assert.equal(sum(candles.map((candle) => candle.trades)), trades.length);
    assert.equal(sum(candles.map(({ volume }) => volume)), sum(trades.map(({ size }) => size)));
  });

  void it("begins and ends with whole periods", async () => {
    const minutes = `token_id=${YES}&resolution=1m`;
    assert.deepEqual(await candlesOf(`${minutes}&start=${START + 1}`), [LAST, SECOND]);
    assert.deepEqual(await candlesOf(`${minutes}&start=${START}&end=${START + 60}`), [SECOND, FIRST]);
    assert.deepEqual(await candlesOf(`${minutes}&end=${START + 59}`), [FIRST]);
    assert.deepEqual(await candlesOf(`${minutes}&end=${START - 1}`), []);
    assert.deepEqual(await candlesOf(`token_id=${YES}&start=${START + 1}&end=${START + 3_599}`), []);
  });

  void it("is walked in pages that new trades do not shift", async () => {
    const traded = (): Promise<void> => trade(exchange, "rain yes", "0.5", "1");
    await exchange.wait(MINUTE_MS);
    const pages = await walk<Candle>(exchange, `/candles?token_id=${YES}&resolution=1m`, 1, traded);
    assert.deepEqual(pages, [LAST, SECOND, FIRST]);
  });

  void it("cuts a page to 5,000 candles, and says how many applied", async () => {
    const { body, headers } = await exchange.get(`/candles?token_id=${YES}&limit=5001`);
    assert.equal(body.pagination.limit, 5_000);
    assert.equal(headers.get("x-page-limit"), "5000");
  });

  void it("refuses what goes with nothing else that is asked, and says what it expects", async () => {
    const cursor = (await read<Page<Candle>>(exchange, `/candles?token_id=${YES}&resolution=1m&limit=1`))
      .pagination.next_cursor;
    const other =
      "cursor: expected next_cursor of a page that was asked for with the same filters and order, got ";
    const REFUSED = [
      [`token_id=${YES}&start=60&end=59`, "invalid_field: end: expected at least start 60, got 59"],
      [`token_id=${YES}&cursor=${cursor}`, `invalid_field: ${other}"${cursor}"`],
      [
        `token_id=${RAIN}`,
        `invalid_field: token_id: expected a token id, got "${RAIN}"; it is a condition id: its market's tokens are ${YES} and ${NO}`,
      ],
      [
        `token_id=${RAIN}:2`,
        `invalid_field: token_id: expected a token id, got "${RAIN}:2"; no market has it`,
      ],
    ] as const;
    for (const dialect of DIALECTS)
      for (const [query, error] of REFUSED)
        assertRefused(await exchange.get(`/candles?${query}`, dialect), error);
  });
});
