/** Prices at the steps of a range, beside a plain look at each, and pages of a long history. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import postgres from "postgres";
import { listPriceHistories } from "../../src/store/reads/prices.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";

const MARKET = 3;
const FIRST = 29_000_000;
const MINUTES = 60_000;

let database: TestDatabase;
let sql: Sql;
let sent: { readonly text: string; readonly parameters: unknown[] } | undefined;

before(async () => {
  database = await createTestDatabase();
  sql = postgres(database.url, {
    max: 1,
    onnotice: () => {},
    debug: (_connection, text, parameters) => void (sent = { text, parameters }),
    types: { int8: { to: 20, from: [20], serialize: String, parse: Number } },
  });
  // Gaps of different lengths, from minutes to hours.
  await sql`
    insert into price_history (market, minute, midpoint)
    select market, ${FIRST}::int + minute, 1 + (minute * 7919) % 19999
    from generate_series(${MARKET - 1}::int, ${MARKET + 1}::int) as market, generate_series(1, ${MINUTES}::int) as minute
    where minute % 3 = 0 or minute % 7 = 1 or minute / 500 % 4 = 1`;
  await sql`analyze price_history`;
});
after(async () => {
  await sql?.end();
  await database?.close();
});

const all = () =>
  sql<{ minute: number; midpoint: number }[]>`
    select minute, midpoint from price_history where market = ${MARKET} order by minute`;

for (const step of [1, 2, 5, 7, 60, 1_440])
  for (const [from, to] of [
    [-500, 3_000],
    [700, 4_001],
    [1_999, 60_000],
    [60_010, 70_000],
  ] as const)
    test(`steps of ${step} minutes from ${from} to ${to} have what held at each`, async () => {
      const prices = await all();
      const [first, last] = [FIRST + from, FIRST + to];
      for (const most of [{ points: 1_000_000 }, { points: 100 }, { first: 1 }, { first: 50 }]) {
        const [found] = await listPriceHistories(sql, { first, last, step, markets: [MARKET], most });
        assert.ok(found !== undefined);
        assert.equal(found.low, Math.max(first, prices[0]!.minute));
        assert.equal(found.high, "first" in most ? Math.min(last, found.low + step * most.first) : last);
        if ("points" in most) assert.ok((found.high - found.low) / found.step < most.points);
        assert.ok(found.step >= step);
        for (let minute = Math.ceil(found.low / found.step) * found.step; minute <= found.high;) {
          const held = prices.findLast((price) => price.minute <= minute)!.midpoint;
          const index = found.minutes.findLastIndex((change) => change <= minute);
          assert.equal(found.midpoints[index], held, `minute ${minute} of steps of ${found.step}`);
          minute += found.step * Math.ceil((found.high - found.low) / found.step / 200 || 1);
        }
      }
    });

test("nothing is no history", async () => {
  const range = { first: FIRST, last: FIRST, step: 5, most: { first: 10 } };
  assert.deepEqual(await listPriceHistories(sql, { ...range, markets: [MARKET] }), []);
  assert.deepEqual(await listPriceHistories(sql, { ...range, last: FIRST + 9, markets: [99] }), []);
});

type Plan = {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly Plan[];
};

type Explained = { readonly "QUERY PLAN": readonly [{ readonly Plan: Plan }] };

/** Rows that a plan read off the table. */
const rowsRead = (plan: Plan): number =>
  (plan["Relation Name"] === "price_history" ? plan["Actual Rows"] * plan["Actual Loops"] : 0) +
  (plan.Plans ?? []).reduce((sum, inner) => sum + rowsRead(inner), 0);

test("a page reads two rows of the table for each of its points", async () => {
  const range = { first: 0, last: FIRST + MINUTES, step: 1, most: { first: 100 } };
  await listPriceHistories(sql, { ...range, markets: [MARKET] });
  const { text, parameters } = sent ?? assert.fail();
  const explain = `explain (analyze, timing off, format json) ${text}`;
  const [answer] = await sql.unsafe<Explained[]>(explain, parameters as string[]);
  const [{ Plan: plan }] = answer!["QUERY PLAN"];
  const rows = rowsRead(plan);
  assert.ok(rows > 10 && rows <= 205, `${rows} rows`);
});
