/**
 * The read tables are the same, row for row, however many batches a flush merges; and as a rebuild writes them. Random
 * histories have every kind of command; those written here reach the bounds of many rows and of ages.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import type { Event } from "../../src/core/events/event.ts";
import { lots, micros } from "../../src/core/units.ts";
import { PROJECTOR_LIMITS } from "../../src/store/projector/projector-limits.ts";
import { createRandomHistory } from "../simulation/random-history.ts";
import { createTestDatabase } from "../support/database.ts";
import { atDepth } from "../support/depth.ts";
import { hashOf, START_AT, testListing, walletOf } from "../support/exchange.ts";
import { withSql } from "../support/history.ts";
import { flushAnew, listDifferences, readTables, rebuild, verifyTables } from "./compared-tables.ts";
import { createMadeJournal, openAccounts, placed } from "./made-journal.ts";
import type { MadeJournal } from "./made-journal.ts";

const HOUR_MS = 3_600_000;
const LATE = START_AT + 12 * HOUR_MS;

/** Batches that a flush takes. */
const SIZES = atDepth({
  quick: [1, Number.POSITIVE_INFINITY],
  deep: [1, 2, 3, 5, Number.POSITIVE_INFINITY],
});

async function assertSame(url: string): Promise<void> {
  await rebuild(url);
  const rebuilt = await readTables(url);
  for (const size of SIZES) {
    await flushAnew(url, size);
    assert.deepEqual(listDifferences(rebuilt, await readTables(url)), [], `${size} batches a flush`);
    assert.deepEqual(await verifyTables(url), [], `${size} batches a flush`);
  }
}

/** A database with this journal, whose tables are the same in all ways. */
async function sameTables(context: TestContext, make: (journal: MadeJournal) => void): Promise<string> {
  const journal = createMadeJournal();
  make(journal);
  const database = await createTestDatabase();
  context.after(() => database.close());
  await journal.write(database.url);
  await assertSame(database.url);
  return database.url;
}

const rows = (url: string, query: string): Promise<unknown[][]> =>
  withSql(url, async (sql) => [...(await sql.unsafe(query).values())]);

const opening = (journal: MadeJournal): void => {
  journal.batch(LATE, [
    { type: "list", listing: testListing([{ name: "rain" }, { name: "snow" }]) },
    ...openAccounts(["ann", "bob", "cid"]),
  ]);
  const split = { address: walletOf("bob"), owner: walletOf("bob"), conditionId: hashOf("rain") };
  journal.batch(LATE + 1, [{ type: "split", ...split, lots: lots(400_000) }]);
};

const order = { by: "ann", token: "rain yes", cents: 50, shares: 10 } as const;

const requested = (no: number): Event => ({
  type: "request-done",
  caller: walletOf("ann"),
  key: hashOf(`key ${no}`).slice(2),
  content: hashOf("content").slice(2),
  result: { no },
});

test("requests that are forgotten by their age", async (context) => {
  const hours = 30;
  const url = await sameTables(context, (journal) => {
    for (let no = 0; no < hours; no += 1)
      journal.batch(LATE + no * HOUR_MS, [], [requested(2 * no), requested(2 * no + 1)]);
  });
  const kept = await rows(url, "select count(*)::int, min(batch)::int, max(age)::float8 from requests");
  assert.deepEqual(kept, [[50, hours - 24, (hours - 1) * HOUR_MS]]);
});

/** More than a cancellation gathers row by row, and more rows than a statement takes. */
const MANY = 2_500;
const PER_BATCH = 250;

test("many orders that end together, some filled, some just placed", async (context) => {
  const url = await sameTables(context, (journal) => {
    opening(journal);
    let [no, at] = [0, LATE + 2];
    for (; no < MANY; at += 1) {
      const some = Array.from({ length: PER_BATCH }, (_, index) =>
        placed({ ...order, name: `order ${no + index}`, side: "BUY", cents: 1 + (index % 40), shares: 5 }),
      );
      no += some.length;
      journal.batch(at, some);
    }
    journal.batch(at, [placed({ ...order, name: "sale", by: "bob", side: "SELL", cents: 40, shares: 7 })]);
    journal.batch(at + 1, [
      placed({ ...order, name: "last", side: "BUY" }),
      { type: "cancel-orders", owner: walletOf("ann"), reason: "by-owner" },
    ]);
    journal.batch(at + 2, [placed({ ...order, name: "after it", side: "BUY" })]);
  });
  const counts = await rows(url, "select status, count(*)::int from orders group by status order by status");
  assert.deepEqual(counts, [
    ["canceled", MANY],
    ["live", 1],
    ["matched", 2],
  ]);
});

/** Ends beyond which their rows are made when they are written. */
const { manyEnds } = PROJECTOR_LIMITS;

test("a resolution that ends many orders and pays, in the middle of other batches", async (context) => {
  const resting = Array.from({ length: manyEnds }, (_, no) =>
    placed({ ...order, name: `order ${no}`, side: "BUY", cents: 1 + (no % 40), shares: 5 }),
  );
  const url = await sameTables(context, (journal) => {
    opening(journal);
    journal.batch(LATE + 2, [...resting, placed({ ...order, name: "sale", by: "bob", side: "SELL" })]);
    journal.batch(LATE + 3, [placed({ ...order, name: "buy", by: "cid", side: "BUY", shares: 4 })]);
    journal.batch(LATE + 4, [
      placed({ ...order, name: "last", by: "bob", side: "SELL" }),
      { type: "resolve-market", conditionId: hashOf("rain"), payout: [1, 0] },
    ]);
    journal.batch(LATE + 5, [
      { type: "credit", address: walletOf("cid"), amount: micros(5) },
      { type: "archive-market", conditionId: hashOf("rain") },
    ]);
  });
  const paid = "select kind, collateral from operations where kind = 'redemption' order by collateral";
  assert.deepEqual(await rows(url, paid), [
    ["redemption", 4_000_000],
    ["redemption", 3_996_000_000],
  ]);
  const left = "select count(*)::int from positions where lots > 0 or held > 0";
  assert.deepEqual(await rows(url, left), [[0]]);
});

for (const seed of atDepth({ quick: [31], deep: [31, 32], long: [31, 32, 33, 34, 35, 36] }))
  test(`the random history ${seed}`, async (context) => {
    const database = await createRandomHistory(seed, 500);
    context.after(() => database.close());
    const written = await readTables(database.url);
    await assertSame(database.url);
    assert.deepEqual(listDifferences(written, await readTables(database.url)), []);
  });
