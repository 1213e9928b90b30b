/** Reads of trades among many: each looks at few rows, whatever it is asked for, and no execution is cut in two. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import postgres from "postgres";
import type { TradeFilter } from "../../src/store/reads/fills.ts";
import { listExecutions, listTrades } from "../../src/store/reads/trades.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { generateCatalog } from "./generated-catalog.ts";
import * as generated from "./generated-trades.ts";

const EXECUTIONS = 12_000;
const PAGE = 100;

let database: TestDatabase;
let sql: Sql;

before(async () => {
  database = await createTestDatabase();
  sql = postgres(database.url, {
    max: 1,
    onnotice: () => {},
    types: { int8: { to: 20, from: [20], serialize: String, parse: Number } },
  });
  await generateCatalog(sql, 100);
  await generated.generateTrades(sql, EXECUTIONS);
});
after(async () => {
  await sql?.end();
  await database?.close();
});

/** Counts the rows of trades that a read looks at. */
async function rowsLookedAt(read: () => Promise<unknown>): Promise<number> {
  // The statistics of a session are its own within a transaction.
  await sql.unsafe("begin");
  const earlier = await countLooks();
  await read();
  const later = await countLooks();
  await sql.unsafe("commit");
  return later - earlier;
}

async function countLooks(): Promise<number> {
  const [counted] = await sql<{ rows: number }[]>`
    select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'trades'`;
  return counted!.rows;
}

const FILTERS: Readonly<Record<string, TradeFilter>> = {
  everybody: {},
  "an owner of half of all": { owner: generated.MARKET_MAKER },
  "an owner of the earliest": { owner: generated.EARLY_WALLET },
  "an owner of none": { owner: generated.IDLE_WALLET },
  "a party": { party: generated.EARLY_WALLET },
  "a taker": { taker: generated.EARLY_WALLET },
  "a maker": { maker: generated.EARLY_WALLET },
  "a token": { token: { market: 7, outcome: 0 } },
  "a token of an untraded market": { token: { market: 77, outcome: 0 } },
  "an id": { no: generated.LARGEST * 55 },
  "an id of an owner": { no: generated.LARGEST * 55, owner: generated.MARKET_MAKER },
  "a builder": { builder: generated.BUILDER },
  "a builder of none": { builder: "cc".repeat(32) },
};

for (const [name, filter] of Object.entries(FILTERS))
  test(`trades of ${name} are found without a look at many others`, async () => {
    const limit = PAGE + 1;
    const fills = await rowsLookedAt(() => listTrades(sql, { filter, offset: 0, limit }));
    assert.ok(fills <= 1_000, `${fills} rows for a page of fills`);
    const executions = await rowsLookedAt(() => listExecutions(sql, { filter, limit: PAGE }));
    assert.ok(executions <= 4 * generated.LARGEST, `${executions} rows for a page of executions`);
  });

test("trades of a market are found without a look at many others", async () => {
  const [market] = await sql<{ conditionId: string }[]>`
    select condition_id as "conditionId" from markets where no = 7`;
  const page = { filter: market!, limit: PAGE };
  assert.ok((await rowsLookedAt(() => listExecutions(sql, page))) <= 4 * generated.LARGEST);
});

test("a page ends before an execution that it cannot hold whole, which the next one has", async () => {
  const counts: number[] = [];
  let place = generated.LARGEST * 10_003;
  for (let page = 0; page < 4; page += 1) {
    const { rows, more } = await listExecutions(sql, { filter: { below: place }, limit: PAGE });
    assert.ok(more);
    for (const { no, fills } of rows) {
      const execution = no / generated.LARGEST;
      const isLarge = execution === 10_000 || execution === 10_001;
      assert.equal(fills.length, isLarge ? generated.LARGEST : 1 + (execution % 3));
    }
    counts.push(rows.length);
    place = rows.at(-1)!.no;
  }
  assert.deepEqual(counts, [1, 1, 1, PAGE]);
  assert.equal(place, generated.LARGEST * (10_000 - PAGE));
});
