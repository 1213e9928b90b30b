/** Backups, stops and listings while the read tables are held, so that they stand behind what was acknowledged. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import type { TestContext } from "node:test";
import type { Context } from "../../src/context.ts";
import { lots, micros } from "../../src/core/units.ts";
import { openBackupFile, writeBackupFile } from "../../src/operate/backup/backup-file.ts";
import { restoreBackup } from "../../src/operate/backup/restore-backup.ts";
import { streamDurably } from "../../src/operate/backup/framed-file.ts";
import { readBackupContent } from "../../src/operate/backup/write-backup.ts";
import { PROJECTOR_LIMITS } from "../../src/store/projector/projector-limits.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../src/store/verify/verify-exchange.ts";
import { createTestDatabase } from "../support/database.ts";
import { atDepth } from "../support/depth.ts";
import { hashOf, startTestExchange, testListing, tokenOf, walletOf } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";
import { withSql } from "../support/history.ts";
import { until } from "../support/until.ts";
import { withExchange } from "../support/with-exchange.ts";
import { listDifferences, readTables } from "./compared-tables.ts";

const MAX_ROWS = 5;
/** More commands than one batch takes. */
const WAITING = 2_001;
const KEY = "5e".repeat(32);
const [ANN, BOB] = ["ann", "bob"].map(walletOf) as [string, string];
const YES = tokenOf("rain yes");

async function emptyDatabase(test: TestContext): Promise<string> {
  const database = await createTestDatabase();
  test.after(() => database.close());
  return database.url;
}

/** Keeps flushes from being committed while it runs. */
const whileHeld = <T>(url: string, hold: (sql: Sql) => Promise<unknown>, run: () => Promise<T>): Promise<T> =>
  withSql(url, async (sql) => {
    await sql`begin`;
    await hold(sql);
    const result = await run();
    await sql`commit`;
    return result;
  });

/** The server notices that the stop left a flush alone once that was let go. */
const untilEnded = (url: string): Promise<void> =>
  withSql(url, (sql) =>
    until("the flush is undone", async () => {
      const sessions = await sql`
        select from pg_stat_activity where datname = current_database() and application_name = 'presage tables'`;
      return sessions.length === 0;
    }),
  );

async function verify(url: string) {
  const { differences, batches, tables } = await inSnapshot(url, "held tables", verifyExchange);
  return { differences, batches, tables };
}

async function writeBackup(url: string, path: string): Promise<void> {
  await inSnapshot(url, "held tables", async (sql) => {
    const options = { version: "1.2.3", time: new Date(0), masterKey: KEY, withKeys: false };
    const { header, lines } = await readBackupContent(sql, options);
    await streamDurably(path, writeBackupFile(header, lines));
  });
}

async function restore(url: string, path: string): Promise<void> {
  const backup = await openBackupFile(path);
  await restoreBackup({ url, backup, lastSeq: backup.header.seq });
}

/** Orders that rest, fill and end, a movement and an audited decision; gives the ids of those that rest. */
async function trade({ place, submit }: TestExchange): Promise<string[]> {
  const terms = { tokenId: YES, size: "10" } as const;
  const rests = await place({ ...terms, account: ANN, side: "BUY", price: "0.4" });
  await place({ ...terms, account: BOB, side: "SELL", price: "0.4", size: "3" });
  const ended = await place({ ...terms, account: BOB, side: "SELL", price: "0.9" });
  await submit({ type: "cancel-order", id: ended, owner: BOB });
  await submit({ type: "withdraw", address: ANN, owner: ANN, amount: micros(1_000_000) });
  const said = { operator: "olga", action: "ban", subject: "eve", reason: "Because it is so.", details: {} };
  await submit({ type: "operate", ...said, command: { type: "ban", address: walletOf("eve") } });
  return [rests, await place({ ...terms, account: BOB, side: "SELL", price: "0.6" })];
}

it("a backup has what was acknowledged while the tables stood behind, and comes back with all its rows", async (test) => {
  const directory = mkdtempSync(join(tmpdir(), "presage-held-"));
  test.after(() => rmSync(directory, { recursive: true }));
  const [file, elsewhere] = [join(directory, "backup"), await emptyDatabase(test)];
  const exchange = await startTestExchange({ endpoints: [] });
  test.after(() => exchange.close());
  const { tables, engine } = exchange.context;
  await exchange.list(testListing([{ name: "rain" }]));
  for (const wallet of [ANN, BOB]) await exchange.open(wallet, "100");
  await exchange.submit({
    type: "split",
    address: BOB,
    owner: BOB,
    conditionId: hashOf("rain"),
    lots: lots(5_000),
  });
  const earlier = await trade(exchange);
  await tables.reach();
  const hold = (sql: Sql) => sql`lock table orders in access exclusive mode`;
  const placed = await whileHeld(exchange.databaseUrl, hold, async () => {
    const ids = [...earlier, ...(await trade(exchange))];
    assert.ok(tables.standing().behind > 0);
    await writeBackup(exchange.databaseUrl, file);
    return ids;
  });
  const { seq, hash } = engine.head();
  await tables.reach();
  await restore(elsewhere, file);
  assert.deepEqual(await verify(elsewhere), { differences: [], batches: seq, tables: seq });
  assert.deepEqual(listDifferences(await readTables(exchange.databaseUrl), await readTables(elsewhere)), []);
  await withExchange(elsewhere, KEY, async (restored) => {
    assert.deepEqual(restored.engine.head().hash, hash);
    const resting = [...restored.engine.exchange.orders.values()].map(({ id }) => id);
    assert.deepEqual(resting.sort(), placed.sort());
  });
});

it("a stop waits for no room in the tables: what was taken is committed, and the next start writes it", async (test) => {
  const url = await emptyDatabase(test);
  const credit = ({ engine }: Context) => engine.submit({ type: "credit", address: ANN, amount: micros(1) });
  await withExchange(url, KEY, async ({ engine }) => {
    await engine.submit({ type: "open-account", address: ANN, owner: ANN, credit: micros(0) });
  });
  const stopAtBound = async (context: Context) => {
    const { tables } = context;
    while (tables.standing().rows < MAX_ROWS) await credit(context);
    const waiting = Promise.all(Array.from({ length: WAITING }, () => credit(context)));
    await until("the writer waits", () => tables.standing().holdsWriter);
    return { waiting, filled: context.engine.head().seq };
  };
  const limits = { ...PROJECTOR_LIMITS, mostRows: MAX_ROWS, closeMs: 0 };
  const hold = (sql: Sql) => sql`select from read_tables for update`;
  const { waiting, filled } = await whileHeld(url, hold, () => withExchange(url, KEY, stopAtBound, limits));
  await untilEnded(url);
  const taken = (await waiting).map((outcome) => outcome.type === "committed" && outcome.committed.seq);
  const batches = filled + 2;
  assert.deepEqual([taken[0], taken.at(-1)], [filled + 1, batches]);
  // The flush that waited may be written still when the tables are let go.
  const { tables, ...journal } = await verify(url);
  assert.deepEqual(journal, { differences: [], batches });
  assert.ok(tables < batches);
  await withExchange(url, KEY, async () => {});
  assert.deepEqual(await verify(url), { differences: [], batches, tables: batches });
});

const MEBIBYTE = 2 ** 20;
/** The bound in bytes, and the characters of each listing, of which one takes two bytes. */
const [MAX_BYTES, LISTED] = atDepth({
  quick: [MEBIBYTE, MEBIBYTE / 16],
  deep: [PROJECTOR_LIMITS.mostBytes, MEBIBYTE],
});

it("listings that wait hold the writer at the bound in bytes, and are all there later", async (test) => {
  const tableLimits = { ...PROJECTOR_LIMITS, mostBytes: MAX_BYTES };
  const exchange = await startTestExchange({ endpoints: [], tableLimits });
  test.after(() => exchange.close());
  const { tables, engine } = exchange.context;
  const description = "word ".repeat(LISTED / 5 + 1);
  const list = (no: number): Promise<void> =>
    exchange.list(testListing([{ name: `market ${no}` }], { id: `${no}`, slug: `event-${no}`, description }));
  const count = MAX_BYTES / (2 * LISTED);
  const hold = (sql: Sql) => sql`select from read_tables for update`;
  const { waiting } = await whileHeld(exchange.databaseUrl, hold, async () => {
    for (let no = 1; no <= count; no += 1) await list(no);
    const listed = list(count + 1);
    await until("the writer waits", () => tables.standing().holdsWriter);
    assert.equal(engine.head().seq, count);
    return { waiting: listed };
  });
  await waiting;
  await until("the tables have all", () => tables.standing().behind === 0);
  const batches = count + 1;
  assert.deepEqual(await verify(exchange.databaseUrl), { differences: [], batches, tables: batches });
});
