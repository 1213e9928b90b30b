import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { createDifferences } from "../../src/store/journal/differences.ts";
import { loadTables } from "../../src/store/projector/load-tables.ts";
import { READ_TABLES } from "../../src/store/projector/rebuild-tables.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../src/store/verify/verify-exchange.ts";
import type { Verification } from "../../src/store/verify/verify-exchange.ts";
import { checkMoney } from "../../src/store/verify/verify-money.ts";
import { atDepth } from "../support/depth.ts";
import type { TestDatabase } from "../support/database.ts";
import { copyDatabase, createHistory, withSql } from "../support/history.ts";
import { runPresage } from "../support/presage.ts";
import type { Finished } from "../support/presage.ts";
import {
  CATALOG_DAMAGES,
  HISTORY_DAMAGES,
  JOURNAL_DAMAGES,
  MONEY_DAMAGES,
  TABLE_DAMAGES,
} from "./damages.ts";

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

/** Verifies the history after these statements, in a transaction that is undone. */
async function verifyDamaged(statements: readonly string[]): Promise<Verification> {
  const sql = openDatabase(history.url, { maxConnections: 1 });
  try {
    await sql`begin isolation level repeatable read`;
    await damage(sql, statements);
    // Damage is found before the state is loaded, which other connections do, who do not see it.
    return await verifyExchange(Object.assign(sql, { url: history.url }));
  } finally {
    await sql`rollback`;
    await sql.end();
  }
}

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

const EVERY = [...JOURNAL_DAMAGES, ...TABLE_DAMAGES, ...HISTORY_DAMAGES, ...CATALOG_DAMAGES];
const DAMAGES = EVERY.filter((_, no) => no % atDepth({ quick: 3, deep: 1 }) === 0);

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

  for (const [what, statement, says] of [
    [
      "no row that says where the tables stand",
      "delete from read_tables",
      /^read_tables has no row, without which the tables cannot be compared$/,
    ],
    [
      "tables that stand after the journal's end",
      "update read_tables set seq = seq + 5",
      /^the read tables stand at batch \d+, and the journal ends with batch \d+: either .* presage rebuild mends, .* a backup has$/,
    ],
  ] as const)
    it(`finds ${what}, which presage rebuild mends`, async (test) => {
      const url = await damagedCopy(test, [statement]);
      const { differences, journalDamaged } = await verifyUrl(url);
      assert.equal(journalDamaged, false);
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
    it(`finds ${what}`, async () => {
      const verification = await verifyDamaged(statements);
      assert.equal(verification.ok, false);
      assert.match(verification.differences.join("\n"), says);
    });
  }
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
      const others = ["journal", "migrations", "read_tables", "master_key", "sites"];
      const ofClients = ["api_keys", "further_keys", "heartbeats", "dropped_notifications"];
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
    assert.match(stdout, /^The read tables were written anew from \d+ batches\. Head: [0-9a-f]{64}\n$/);
    assert.deepEqual(await contentOf(url), written);
    assert.equal((await verifyUrl(url)).ok, true);
  });

  it("mends tables that were changed", async (test) => {
    const url = await damagedCopy(test, [
      "update accounts set collateral = 0, held = 0, volume = 0, realized = 0 where no = 1",
      "update market_states set burned = 7, redeemed = 7, fee_rate = 7, disputed = true where market = 1",
      "truncate trades, positions, operations, account_days, builder_volumes, event_states, bans, audit, resolution_steps",
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
    assert.match(stderr, /^presage: The database is in use by another Presage[^\n]*\n$/);
  });
});
