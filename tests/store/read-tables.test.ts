/**
 * The first start of a release with other read tables makes them anew, every other start leaves them alone; and all take
 * the time that they need.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { readConfig } from "../../src/settings/config.ts";
import { createContext } from "../../src/context.ts";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../src/store/verify/verify-exchange.ts";
import { machineClocks } from "../support/clocks.ts";
import type { TestDatabase } from "../support/database.ts";
import { atDepth, deepTest } from "../support/depth.ts";
import { copyDatabase, createHistory, withSql } from "../support/history.ts";

let history: TestDatabase;

before(async () => {
  history = await createHistory();
});

after(() => history.close());

const SECRETS = { PRESAGE_MASTER_KEY: "5e".repeat(32), PRESAGE_ADMIN_TOKEN: "ad".repeat(32) };

async function startAndStop(databaseUrl: string): Promise<void> {
  const exchange = await createContext({
    config: readConfig(SECRETS, []),
    log: pino({ level: "silent" }),
    clocks: machineClocks(),
    databaseUrl,
    onFailure: (error) => {
      throw error;
    },
  });
  await exchange.close();
}

async function listDifferences(url: string): Promise<readonly string[]> {
  return (await inSnapshot(url, "read tables test", verifyExchange)).differences;
}

/** A copy of the history after these statements and a start. */
async function startAfter(
  context: TestContext,
  name: string,
  statements: readonly string[],
): Promise<string> {
  const copy = await copyDatabase(history.url, name);
  context.after(() => copy.close());
  await withSql(copy.url, async (sql) => {
    for (const statement of statements) await sql.unsafe(statement);
  });
  await startAndStop(copy.url);
  return copy.url;
}

const OTHER_TABLES = ["truncate event_entries, market_entries, event_figures, tags, search_words"];

const EARLIER = [
  ["an older release", "update read_tables set version = 1"],
  ["a release that did not count its tables yet", "delete from read_tables"],
] as const;

for (const [what, change] of EARLIER.slice(0, atDepth({ quick: 1, deep: EARLIER.length }))) {
  test(`the tables of ${what} are made anew`, async (context) => {
    const url = await startAfter(context, `tables_${change.length}`, [...OTHER_TABLES, change]);
    assert.deepEqual(await listDifferences(url), []);
  });
}

test("tables of this release are left as they are", async (context) => {
  const url = await startAfter(context, "tables_same", [
    "update event_figures set volume = 5 where event = 8",
  ]);
  assert.deepEqual(await listDifferences(url), ["figures of event 8: volume is 5, by the journal 0"]);
});

/** A little more than the longest time that a read may take. */
const LONG_MS = 10_500;

deepTest("a start takes as long as it must, more than reads may", async (context) => {
  const copy = await copyDatabase(history.url, "tables_slow");
  context.after(() => copy.close());
  await withSql(copy.url, async (sql) => {
    const holder = await sql.reserve();
    await holder`begin`;
    await holder`lock table orders in access exclusive mode`;
    const started = startAndStop(copy.url);
    try {
      await Promise.race([started, delay(LONG_MS)]);
    } finally {
      await holder`commit`;
      holder.release();
    }
    await started;
  });
});
