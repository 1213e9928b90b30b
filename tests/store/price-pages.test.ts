/** Pages of recorded prices, beside the whole history and over a long one. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import postgres from "postgres";
import { listFirstPrices, listPriceHistories } from "../../src/store/reads/price-history.ts";
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

for (const bucket of [1, 2, 5, 7, 60, 1_440])
  for (const [from, to] of [
    [0, 3_000],
    [700, 4_001],
    [1_999, 60_000],
  ] as const)
    test(`pages of buckets of ${bucket} minutes from ${from} to ${to} are the beginning of the whole`, async () => {
      const range = { first: FIRST + from, last: FIRST + to, bucket };
      const [whole] = await listPriceHistories(sql, { ...range, markets: [MARKET], maxPoints: 1_000_000 });
      assert.ok(whole !== undefined && whole.minutes.length > 1);
      for (const limit of [1, 2, 50, whole.minutes.length, 20_000]) {
        const page = await listFirstPrices(sql, { ...range, market: MARKET, limit });
        const { market, minutes, midpoints } = whole;
        const expected = { market, minutes: minutes.slice(0, limit), midpoints: midpoints.slice(0, limit) };
        assert.deepEqual(page, expected, `limit ${limit}`);
      }
    });

test("nothing is no history", async () => {
  const range = { first: FIRST + MINUTES + 1, last: FIRST + MINUTES + 9, bucket: 5, limit: 10 };
  assert.equal(await listFirstPrices(sql, { ...range, market: MARKET }), undefined);
  assert.equal(await listFirstPrices(sql, { ...range, first: FIRST, market: 99 }), undefined);
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
  await listFirstPrices(sql, { market: MARKET, first: 0, last: FIRST + MINUTES, bucket: 1, limit: 100 });
  const { text, parameters } = sent ?? assert.fail();
  const explain = `explain (analyze, timing off, format json) ${text}`;
  const [answer] = await sql.unsafe<Explained[]>(explain, parameters as string[]);
  const [{ Plan: plan }] = answer!["QUERY PLAN"];
  const rows = rowsRead(plan);
  assert.ok(rows >= 100 && rows <= 201, `${rows} rows`);
});
