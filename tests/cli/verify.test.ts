import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { rejectFullDisk } from "../../src/cli/database/verify.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import type { Batch } from "../../src/store/journal/journal.ts";
import { createDifferences } from "../../src/store/journal/differences.ts";
import { batchHash, GENESIS_HASH } from "../../src/store/journal/journal.ts";
import { loadTables } from "../../src/store/projector/load-tables.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { READ_TABLES } from "../../src/store/tables/read-tables.ts";
import { verifyExchange, withScratchTables } from "../../src/store/verify/verify-exchange.ts";
import type { Verification } from "../../src/store/verify/verify-exchange.ts";
import { checkMoney } from "../../src/store/verify/verify-money.ts";
import { atDepth } from "../support/depth.ts";
import type { TestDatabase } from "../support/database.ts";
import { copyDatabase, createHistory, withSql } from "../support/history.ts";
import { runPresage } from "../support/presage.ts";
import type { Finished } from "../support/presage.ts";
import { until } from "../support/until.ts";
import {
  CATALOG_DAMAGES,
  HISTORY_DAMAGES,
  JOURNAL_DAMAGES,
  MONEY_DAMAGES,
  TABLE_DAMAGES,
} from "./damages.ts";
import { FIGURE_DAMAGES } from "./figure-damages.ts";
import { PERIOD_DAMAGES } from "./period-damages.ts";

let history: TestDatabase;
const root = mkdtempSync(join(tmpdir(), "presage-verify-"));

before(async () => {
  history = await createHistory();
});

after(async () => {
  await history.close();
  rmSync(root, { recursive: true });
});

const run = (test: TestContext, url: string, args: readonly string[]): Promise<Finished> =>
  runPresage(test, [...args, "--data-dir", join(root, "data")], { DATABASE_URL: url });

/** Name of the connections in PostgreSQL. */
const NAME = "verify test";

const verifyUrl = (url: string): Promise<Verification> => inSnapshot(url, NAME, verifyExchange);

let copies = 0;

/** Copies the history and changes it by these statements; the copy is dropped when the test ends. */
async function damagedCopy(test: TestContext, statements: readonly string[]): Promise<string> {
  copies += 1;
  const copy = await copyDatabase(history.url, `copy${copies}`);
  test.after(() => copy.close());
  await withSql(copy.url, (sql) => damage(sql, statements));
  return copy.url;
}

async function damage(sql: Sql, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    const { count } = await sql.unsafe(statement);
    if (/^(update|delete)/.test(statement)) assert.equal(count, 1, `${statement} changes one row`);
  }
}

/** Replaces text of the first batch that has it, and makes the chain of hashes anew from there. */
const forgeJournal = (url: string, found: RegExp, replaced: string): Promise<void> =>
  withSql(url, async (sql) => {
    const rows = await sql<Batch[]>`select seq, at, events from journal order by seq`;
    const forged = rows.find(({ events }) => found.test(events));
    assert.ok(forged !== undefined, `a batch has ${found}`);
    let previous = GENESIS_HASH;
    for (const { seq, at, events: written } of rows) {
      const events = seq === forged.seq ? written.replace(found, replaced) : written;
      previous = batchHash(previous, seq, at, events);
      if (seq >= forged.seq)
        await sql`update journal set events = ${events}, hash = ${previous} where seq = ${seq}`;
    }
    await sql`update read_tables set hash = ${previous}`;
  });

/** Reads every row of every table that the journal determines, as text. */
async function contentOf(url: string): Promise<Record<string, string[]>> {
  const sql = openDatabase(url, { maxConnections: 1 });
  try {
    const content: Record<string, string[]> = {};
    for (const table of READ_TABLES) {
      const rows = await sql<{ text: string }[]>`
        select row_to_json(t)::text as text from ${sql(table)} t order by row_to_json(t)::text`;
      content[table] = rows.map(({ text }) => text);
    }
    return content;
  } finally {
    await sql.end();
  }
}

const EVERY = [
  ...JOURNAL_DAMAGES,
  ...TABLE_DAMAGES,
  ...HISTORY_DAMAGES,
  ...PERIOD_DAMAGES,
  ...FIGURE_DAMAGES,
  ...CATALOG_DAMAGES,
];
const DAMAGES = EVERY.filter((_, no) => no % atDepth({ quick: 6, deep: 3, long: 1 }) === 0);

describe("presage verify", () => {
  it("agrees with an exchange that did everything, and says how much that was", async (test) => {
    const finished = await run(test, history.url, ["verify", "--json"]);
    assert.equal(finished.stderr, "");
    const verification: Verification = JSON.parse(finished.stdout);
    assert.deepEqual([verification.ok, verification.differences], [true, []]);
    assert.ok(verification.orders > 250 && verification.trades > 100, "there is something to verify");
    assert.deepEqual([verification.accounts, verification.markets], [5, 10]);
    assert.match(verification.head, /^[0-9a-f]{64}$/);
    assert.equal(finished.code, 0);
    const text = await run(test, history.url, ["verify"]);
    const { batches, events, orders, trades } = verification;
    assert.equal(
      text.stdout,
      `All agrees: ${batches} batches, ${events} events, ${orders} orders, ${trades} trades, 5 accounts. Head: ${verification.head}\n`,
    );
  });

  it("exits with 1 and names what it found", async (test) => {
    const url = await damagedCopy(test, [
      "update accounts set collateral = collateral + 1 where no = 2",
      "update trades set maker_account = 99 where no = 6",
    ]);
    const text = await run(test, url, ["verify"]);
    assert.deepEqual([text.code, text.stderr], [1, ""]);
    assert.match(
      text.stdout,
      /^2 differences found \(\d+ batches, .*\):\n {2}trade 6: .*\n {2}account 2: .*\nNo batch of the journal is damaged: .*presage rebuild.*\n$/,
    );
    const { ok, differenceCount, differences } = JSON.parse(
      (await run(test, url, ["verify", "--json"])).stdout,
    );
    assert.deepEqual([ok, differenceCount, differences.length], [false, 2, 2]);
  });

  for (const [what, statement, says, named] of [
    [
      "no row that says where the tables stand",
      "delete from read_tables",
      /^read_tables has no row, without which the tables cannot be compared$/,
      "tables",
    ],
    [
      "tables that stand after the journal's end",
      "update read_tables set seq = seq + 5",
      /^the read tables stand at batch \d+, and the journal ends with batch \d+: either .* presage rebuild mends, .* a backup has$/,
      "tables-ahead",
    ],
  ] as const)
    it(`finds ${what}, which presage rebuild mends`, async (test) => {
      const url = await damagedCopy(test, [statement]);
      const { differences, fault } = await verifyUrl(url);
      assert.equal(fault, named);
      assert.equal(differences.length, 1);
      assert.match(differences.join(), says);
      assert.equal((await run(test, url, ["rebuild"])).code, 0);
      assert.deepEqual((await verifyUrl(url)).differences, []);
    });

  it("lists the first of many differences only", async (test) => {
    const url = await damagedCopy(test, ["truncate trades"]);
    const { differenceCount, differences } = await verifyUrl(url);
    assert.ok(differenceCount > 100);
    assert.equal(differences.length, 50);
  });

  it("refuses a database without an exchange", async (test) => {
    const empty = new URL(history.url);
    empty.pathname = "/postgres";
    const { code, stderr } = await run(test, empty.href, ["verify"]);
    assert.equal(code, 1);
    assert.match(stderr, /^presage: The database holds no exchange[^\n]*\n$/);
  });

  for (const [what, statements, says] of DAMAGES) {
    it(`finds ${what}`, async (test) => {
      const verification = await verifyUrl(await damagedCopy(test, statements));
      assert.equal(verification.ok, false);
      assert.match(verification.differences.join("\n"), says);
    });
  }
});

/** A contradiction of the journal: its name, the text of a batch's events that is replaced, and the report. */
type Contradiction = readonly [what: string, found: RegExp, replaced: string, says: RegExp];

/** Changes after which the chain of hashes is made anew. */
const CONTRADICTIONS: readonly Contradiction[] = [
  [
    "money that an account did not have",
    /(?<="type":"debited","account":3,"amount":)\d+/,
    "900000000000",
    /^journal: by its batches account 3 has -\d+, and holds \d+ of it$/m,
  ],
  [
    "a payout that nothing backs",
    /(?<="type":"redeemed","account":1,.*"paid":)\d+/,
    "1",
    /^journal: by its batches shares of market 3 can claim \d+, and \d+ backs them$/m,
  ],
];

describe("a journal that contradicts itself", () => {
  for (const [what, found, replaced, says] of CONTRADICTIONS)
    it(`is named, and no rebuild is advised: ${what}`, async (test) => {
      const url = await damagedCopy(test, []);
      await forgeJournal(url, found, replaced);
      const { fault, differences } = await verifyUrl(url);
      assert.equal(fault, "journal-contradicts-itself");
      assert.match(differences.join("\n"), says);
      const rebuilt = await run(test, url, ["rebuild"]);
      const { code, stdout } = await run(test, url, ["verify"]);
      assert.equal(code, 1);
      assert.match(
        stdout,
        /\nThe journal contradicts itself, .* presage restore, and report this output\.\n$/,
      );
      assert.match(rebuilt.stderr, /^(presage: [^\n]*violates check constraint[^\n]*\n)?$/);
    });

  it("says of a journal that lost its end which backup has it", async (test) => {
    const lost = "delete from journal where seq = (select max(seq) from journal)";
    const { stdout } = await run(test, await damagedCopy(test, [lost]), ["verify"]);
    assert.match(stdout, /\nThe tables have more than the journal: restore the backup that has its end /);
  });
});

/** Counts the temporary tables of all sessions. */
const countTemporary = (url: string): Promise<number> =>
  withSql(url, async (sql) => {
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*)::int as count from pg_class where relpersistence = 't' and relkind = 'r'`;
    return count;
  });

/** Makes a role that may only read this database, after these statements; returns its URL. */
async function createReader(
  test: TestContext,
  databaseUrl: string,
  statements: (role: string, database: string) => readonly string[],
): Promise<string> {
  const url = new URL(databaseUrl);
  const role = `reader_${copies}`;
  const database = url.pathname.slice(1);
  // Both roles of the embedded server have the same password.
  url.username = "postgres";
  const makeRole = `create role ${role} login password '${url.password}' in role pg_read_all_data`;
  await withSql(url.href, async (sql) => {
    for (const statement of [makeRole, ...statements(role, database)]) await sql.unsafe(statement);
  });
  const neutral = new URL("/postgres", url);
  test.after(() => withSql(neutral.href, (sql) => sql.unsafe(`drop role ${role}`)));
  url.username = role;
  return url.href;
}

describe("the tables that a verification rebuilds", () => {
  it("are gone when it ends, and when its session is killed", async () => {
    await inSnapshot(history.url, NAME, async (snapshot) => {
      const killed = withScratchTables(snapshot, async ({ client }) => {
        assert.ok((await countTemporary(history.url)) >= READ_TABLES.length);
        await client.query("select pg_terminate_backend(pg_backend_pid())");
      });
      await assert.rejects(killed);
    });
    assert.equal((await verifyUrl(history.url)).ok, true);
    await until("no temporary table is left", async () => (await countTemporary(history.url)) === 0);
  });

  it("are all that its session can write", async () => {
    await inSnapshot(history.url, NAME, (snapshot) =>
      withScratchTables(snapshot, async ({ client, tables }) => {
        await client.query("delete from bans");
        const [{ live }] = tables as [(typeof tables)[0]];
        await assert.rejects(client.query(`delete from ${live}`), /read-only transaction/);
      }),
    );
  });

  it("can be made by a role that only reads, even if its transactions are read-only", async (test) => {
    const reader = await createReader(test, await damagedCopy(test, []), (role) => [
      `alter role ${role} set default_transaction_read_only = on`,
    ]);
    assert.equal((await verifyUrl(reader)).ok, true);
  });

  it("need a privilege, which is named where a role lacks it", async (test) => {
    const reader = await createReader(test, await damagedCopy(test, []), (_role, database) => [
      `revoke temporary on database ${database} from public`,
    ]);
    const { code, stderr } = await run(test, reader, ["verify"]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^presage: Replayed tables are temporary ones, and the role reader_\d+ may make none in this database: grant it TEMPORARY on it\.\n$/,
    );
  });

  it("are not begun on a disk that they could fill", () =>
    inSnapshot(history.url, NAME, async (sql) => {
      await rejectFullDisk(sql, root, async () => 2 ** 40);
      await assert.rejects(
        rejectFullDisk(sql, root, async () => 2 ** 28),
        /^Error: The verification needs \d+ \wi?B in \S+, and \d+ \wi?B are free: make room first\.$/,
      );
    }));
});

describe("the check of money", () => {
  for (const [what, statements, says] of MONEY_DAMAGES) {
    it(`finds ${what}`, async (test) => {
      const found = await inSnapshot(await damagedCopy(test, statements), NAME, async (sql) => {
        const { exchange } = await loadTables(sql, {
          selfTrade: "allow",
          autoRedeem: false,
          limits: STANDARD_LIMITS,
        });
        const differences = createDifferences();
        await checkMoney(sql, exchange, differences);
        return differences.found;
      });
      assert.match(found.join("\n"), says);
    });
  }
});

describe("presage rebuild", () => {
  it("knows every table", async () => {
    await withSql(history.url, async (sql) => {
      const rows = await sql<{ name: string }[]>`
        select tablename as name from pg_tables where schemaname = 'public' order by tablename`;
      const others = [
        "journal",
        "migrations",
        "releases",
        "read_tables",
        "master_key",
        "sites",
        "images",
        "wallet_names",
        "invite_names",
        "ended_names",
        "forbidden_names",
        "virtual_clock",
        "snapshots",
        "run_mode",
        "leadership",
        "resident_settings",
        "brand_images",
        "delayed_orders",
        "failing_settlements",
        "webhooks",
        "webhook_feeds",
        "webhook_deliveries",
      ];
      const ofClients = ["api_keys", "further_keys", "heartbeats", "connected_keys", "dropped_notifications"];
      const expected = [...READ_TABLES, ...others, ...ofClients].sort();
      assert.deepEqual(
        rows.map(({ name }) => name),
        expected,
      );
    });
  });

  it("writes the very rows that trading wrote", async (test) => {
    const url = await damagedCopy(test, []);
    const written = await contentOf(url);
    for (const table of READ_TABLES) assert.notDeepEqual(written[table], [], `${table} holds something`);
    const { code, stdout, stderr } = await run(test, url, ["rebuild"]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /^The read tables were rebuilt from \d+ batches\. Head: [0-9a-f]{64}\n$/);
    assert.deepEqual(await contentOf(url), written);
    assert.equal((await verifyUrl(url)).ok, true);
  });

  it("mends tables that were changed", async (test) => {
    const url = await damagedCopy(test, [
      "update accounts set collateral = 0, held = 0, volume = 0, realized = 0 where no = 1",
      "update market_states set burned = 7, redeemed = 7, fee_rate = 7, disputed = true where market = 1",
      "truncate trades, positions, position_history, shown_prices, operations, account_days, account_market_days, market_figures, account_figures, builder_volumes, event_states, bans, audit, resolution_steps",
    ]);
    const { code, stdout } = await run(test, url, ["rebuild", "--json"]);
    assert.equal(code, 0);
    const { ok, head, batches } = await verifyUrl(url);
    assert.equal(ok, true);
    assert.deepEqual(JSON.parse(stdout), { batches, head });
    assert.deepEqual(await contentOf(url), await contentOf(history.url));
  });

  it("leaves the tables as they are when the journal is damaged", async (test) => {
    const url = await damagedCopy(test, ["update journal set at = at + 1 where seq = 30"]);
    const written = await contentOf(url);
    const { code, stdout, stderr } = await run(test, url, ["rebuild"]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(
      stderr,
      /^presage: journal: batch 30 does not have the hash [^\n]*tables were left as they are[^\n]*\n$/,
    );
    assert.deepEqual(await contentOf(url), written);
  });

  it("refuses while an exchange works on the database", async (test) => {
    const url = await damagedCopy(test, []);
    const holder = openDatabase(url, { maxConnections: 1 });
    await holder`select pg_advisory_lock(7265739002)`;
    const { code, stderr } = await run(test, url, ["rebuild"]);
    await holder.end();
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^(?:presage: waiting for locks [^\n]*\n)*presage: The database is in use by another Presage[^\n]*\n$/,
    );
  });
});
