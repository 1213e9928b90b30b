/** Candles beside the trades that they are made of, over more trades than one statement sums up. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { listCandles } from "../../src/store/reads/prices.ts";
import type { Candle } from "../../src/store/reads/prices.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";

const MARKET = 3;
const MINUTE = 60_000;
const BEGIN = 29_000_000 * MINUTE;
const TRADES = 20_000;

type Trade = { readonly at: number; readonly price: number; readonly lots: number };

let database: TestDatabase;
let sql: Sql;
let trades: readonly Trade[];

before(async () => {
  database = await createTestDatabase();
  sql = openDatabase(database.url, { maxConnections: 1 });
  // Three markets in turn, with numbers that are missing, hours without trades, and bursts within a millisecond.
  await sql`
    insert into trades (no, batch, at, market, taker, maker, taker_account, maker_account, lots, price)
    select no * 2 + no / 1000, no, ${BEGIN}::bigint + no / 10 * 7919 + no / 9000 * 86400000, 2 + no % 3, 1, 2, 1, 2,
      1 + no % 977, 1 + (no * 7919) % 9999
    from generate_series(1, ${3 * TRADES}::int) as no`;
  await sql`analyze trades`;
  trades = await sql<Trade[]>`select at, price, lots from trades where market = ${MARKET} order by no`;
});
after(async () => {
  await sql?.end();
  await database?.close();
});

/** The candles of these trades, made one trade after the other; the newest first. */
function candlesOf(given: readonly Trade[], size: number): Candle[] {
  const candles = new Map<number, { -readonly [Key in keyof Candle]: number }>();
  for (const { at, price, lots } of given) {
    const period = Math.floor(at / size);
    const candle = candles.get(period);
    if (candle === undefined)
      candles.set(period, { period, open: price, high: price, low: price, close: price, lots, trades: 1 });
    else {
      candle.high = Math.max(candle.high, price);
      candle.low = Math.min(candle.low, price);
      candle.close = price;
      candle.lots += lots;
      candle.trades += 1;
    }
  }
  return [...candles.values()].reverse() as unknown as Candle[];
}

for (const minutes of [1, 5, 15, 60, 240, 1_440])
  test(`candles of ${minutes} minutes are those of the trades, with and without bounds and limits`, async () => {
    const size = minutes * MINUTE;
    const all = candlesOf(trades, size);
    assert.ok(all.length > 5);
    const unbounded = { market: MARKET, size, from: undefined, until: undefined };
    assert.deepEqual([...(await listCandles(sql, { ...unbounded, limit: 100_000 }))], all);
    const [newest, oldest] = [all[2]!.period, all.at(-3)!.period];
    const bounded = { market: MARKET, size, from: oldest * size, until: (newest + 1) * size };
    for (const limit of [1, 3, all.length - 4, all.length])
      assert.deepEqual(
        [...(await listCandles(sql, { ...bounded, limit }))],
        all.slice(2, -2).slice(0, limit),
      );
  });

test("spans without trades have no candles", async () => {
  const size = MINUTE;
  const page = { market: MARKET, size, limit: 10 };
  assert.deepEqual([...(await listCandles(sql, { ...page, from: undefined, until: BEGIN }))], []);
  assert.deepEqual([...(await listCandles(sql, { ...page, from: BEGIN * 2, until: undefined }))], []);
  assert.deepEqual(
    [...(await listCandles(sql, { ...page, market: 9, from: undefined, until: undefined }))],
    [],
  );
  await sql`truncate trades`;
  assert.deepEqual([...(await listCandles(sql, { ...page, from: BEGIN, until: 2 * BEGIN }))], []);
});
