/** The read tables are the same, row for row, however many batches a flush merges; and as a rebuild writes them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import type { Command } from "../../src/core/events/command.ts";
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

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
/** Half a minute before midnight. */
const LATE = START_AT + 12 * HOUR_MS - 30 * SECOND_MS;

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

const market = (type: "pause-market" | "resume-market", name: string): Command => ({
  type,
  conditionId: hashOf(name),
});

const TAGS = [
  { id: "5", label: "Weather", slug: "weather" },
  { id: "6", label: "Skies", slug: "skies" },
];

const listed = (title: string, active: boolean, tags = TAGS): Command => ({
  type: "list",
  listing: testListing([{ name: "rain", active, question: `${title}, rain?` }, { name: "snow" }], {
    title,
    tags,
  }),
});

test("listings that are listed again, between changes of their markets' status", async (context) => {
  const url = await sameTables(context, (journal) => {
    journal.batch(LATE, [listed("First words", false)]);
    journal.batch(LATE + 1, [market("pause-market", "snow")]);
    journal.batch(LATE + 2, [listed("Second names", true, TAGS.slice(1))]);
    journal.batch(LATE + 3, [market("pause-market", "rain"), market("resume-market", "snow")]);
    journal.batch(LATE + 4, [listed("Third title", true, [])]);
    journal.batch(LATE + 5, [market("pause-market", "snow")]);
    journal.batch(LATE + 6, [market("resume-market", "rain"), listed("Fourth heading", true)]);
  });
  const words =
    "select word from search_words where word in ('first', 'second', 'third', 'fourth') order by 1";
  assert.deepEqual(await rows(url, words), [["fourth"]]);
});

test("words of drafts, of markets that open, and of titles that another event keeps", async (context) => {
  const listing = (name: string, title: string, active: boolean, id: string): Command => ({
    type: "list",
    listing: testListing([{ name, active, question: `${name} asked` }], {
      id,
      slug: title,
      ticker: id,
      title,
    }),
  });
  const url = await sameTables(context, (journal) => {
    journal.batch(LATE, [
      listing("hail", "shared hidden", false, "8"),
      listing("fog", "shared open", true, "9"),
    ]);
    journal.batch(LATE + 1, [listing("fog", "renamed", true, "9")]);
    journal.batch(LATE + 2, [{ type: "open-market", conditionId: hashOf("hail") }]);
    journal.batch(LATE + 3, [listing("frost", "covered", false, "10")]);
  });
  const stored = await rows(url, "select word from search_words order by 1");
  const found = ["asked", "fog", "hail", "hidden", "renamed", "shared"];
  assert.deepEqual(
    stored.flat().filter((word) => !/^\d+$/.test(String(word))),
    found,
  );
});

test("a market that opens and is paused", async (context) => {
  const url = await sameTables(context, (journal) => {
    journal.batch(LATE, [listed("Later", false)]);
    journal.batch(LATE + 1, [listed("Now", true)]);
    journal.batch(LATE + 2, [market("pause-market", "rain")]);
    journal.batch(LATE + 3, [market("resume-market", "rain")]);
  });
  const opened = await rows(url, "select opened_at from market_states order by market");
  assert.deepEqual(opened, [[LATE + 1], [LATE]]);
});

const opening = (journal: MadeJournal): void => {
  journal.batch(LATE, [listed("Rain", true), ...openAccounts(["ann", "bob", "cid"])]);
  const split = { address: walletOf("bob"), owner: walletOf("bob"), conditionId: hashOf("rain") };
  journal.batch(LATE + 1, [{ type: "split", ...split, lots: lots(400_000) }]);
};

const order = { by: "ann", token: "rain yes", cents: 50, shares: 10 } as const;

test("volumes of a market and of a builder, over the ends of an hour and of a day", async (context) => {
  const url = await sameTables(context, (journal) => {
    opening(journal);
    for (const [no, at] of [2, 3, 40, 50, 3_700].map((seconds) => LATE + seconds * SECOND_MS).entries()) {
      journal.batch(at, [placed({ ...order, name: `sell ${no}`, by: "bob", side: "SELL" })]);
      journal.batch(at + 1, [placed({ ...order, name: `buy ${no}`, side: "BUY", builder: "a builder" })]);
    }
  });
  const volumes = await rows(url, "select volume from market_volumes order by hour");
  assert.deepEqual(volumes, [[10_000_000], [10_000_000], [5_000_000]]);
  const builders = await rows(url, "select volume from builder_volumes order by day");
  assert.deepEqual(builders, [[10_000_000], [15_000_000]]);
});

test("orders that are placed, filled in part and cancelled", async (context) => {
  await sameTables(context, (journal) => {
    opening(journal);
    journal.batch(LATE + 2, [
      placed({ ...order, name: "one", side: "BUY" }),
      placed({ ...order, name: "two", side: "BUY" }),
    ]);
    journal.batch(LATE + 3, [placed({ ...order, name: "three", by: "bob", side: "SELL", shares: 15 })]);
    journal.batch(LATE + 4, [{ type: "cancel-order", id: hashOf("two"), owner: walletOf("ann") }]);
    journal.batch(LATE + 5, [
      placed({ ...order, name: "four", by: "cid", side: "BUY" }),
      { type: "cancel-order", id: hashOf("four"), owner: walletOf("cid") },
    ]);
    journal.batch(LATE + 6, [{ type: "credit", address: walletOf("ann"), amount: micros(5) }]);
  });
});

test("bans that are lifted, and modes", async (context) => {
  const url = await sameTables(context, (journal) => {
    opening(journal);
    journal.batch(LATE + 2, [{ type: "ban", address: walletOf("ann") }]);
    journal.batch(LATE + 3, [
      { type: "ban", address: walletOf("eve") },
      { type: "unban", address: walletOf("ann") },
    ]);
    journal.batch(LATE + 4, [
      { type: "unban", address: walletOf("eve") },
      { type: "set-mode", mode: "cancel-only" },
    ]);
    journal.batch(LATE + 5, [{ type: "ban", address: walletOf("eve") }]);
    journal.batch(LATE + 6, [{ type: "set-mode", mode: "normal" }]);
  });
  assert.deepEqual(await rows(url, "select address, at from bans"), [[walletOf("eve"), LATE + 5]]);
  assert.deepEqual(await rows(url, "select mode, at from exchange_mode"), [["normal", LATE + 6]]);
});

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
