/** Upgrades from every earlier schema with what an exchange had then, and of what a newer release wrote. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { openBackupFile, writeBackupFile } from "../../src/operate/backup/backup-file.ts";
import { listBackedUpTables } from "../../src/operate/backup/backed-up-tables.ts";
import { assertBackupNotNewer, restoreBackup } from "../../src/operate/backup/restore-backup.ts";
import { streamDurably } from "../../src/operate/backup/framed-file.ts";
import { readBackupContent } from "../../src/operate/backup/write-backup.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { MIGRATIONS } from "../../src/store/sql/schema/migrate.ts";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { checkBackup, planUpgrade } from "../../src/operate/upgrade/plan-upgrade.ts";
import { upgradeDatabase } from "../../src/operate/upgrade/upgrade-database.ts";
import { verifyExchange } from "../../src/store/verify/verify-exchange.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { atDepth } from "../support/depth.ts";
import { createHistory, withSql } from "../support/history.ts";
import { scratchRoot } from "../support/scratch-directory.ts";
import { listDifferences, readTables } from "./compared-tables.ts";
import type { Rows } from "./compared-tables.ts";
import { createEarlierDatabase } from "./earlier-database.ts";

const NAMES = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith(".sql"))
  .sort();
const EARLIER = NAMES.slice(0, -1);
/** The first one whose backups say which master key the keys were made with. */
const FIRST_BACKUP = "0007_master_key.sql";
const EVERY_THIRD = EARLIER.filter((_, no) => no % 3 === 0);
const SAMPLE = ["0001_exchange.sql", "0019_delayed_orders.sql", EARLIER.at(-1)!];
const NAME = "upgrade test";

const root = mkdtempSync(join(scratchRoot(), "presage-upgrade-"));
let history: TestDatabase;
let written: Rows[];

before(async () => {
  history = await createHistory();
  await withSql(history.url, fillKeptTables);
  written = await readTables(history.url);
});

after(async () => {
  await history.close();
  rmSync(root, { recursive: true });
});

/** Gives the tables that no journal makes some rows. */
async function fillKeptTables(sql: Sql): Promise<void> {
  const [first, second] = ["0", "f"].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`);
  await sql`insert into api_keys (api_key, address, nonce) values (${first!}, '0xa1', 7)`;
  await sql`
    insert into api_keys (api_key, address, nonce, revoked_at) values (${second!}, '0xa1', 8, '2026-06-01 12:00:00+00')`;
  await sql`insert into further_keys (api_key, kind, address) values (${first!}, 'readonly', '0xa1')`;
  await sql`insert into heartbeats values (${first!}, '0xa1', ${second!})`;
  await sql`insert into sites select 'site-' || n, '0xa1' from generate_series(1, 20) as n`;
  await sql`insert into dropped_notifications values ('0xa1', 9007199254740991)`;
  await sql`insert into wallet_names (wallet, name, folded, look, chosen_at) values ('0xa1', 'Ann', 'ann', 'ann', 1)`;
  await sql`insert into images values (${"a".repeat(64)}, 'image/png', 1, 1, '\\x00ff', 1)`;
}

/** The rows of tables that no journal makes. */
const readKept = (url: string): Promise<Record<string, unknown[]>> =>
  withSql(url, async (sql) => {
    const kept: Record<string, unknown[]> = {};
    for (const table of await listBackedUpTables(sql))
      kept[table] = [...(await sql`select * from ${sql(table)} t order by t::text`)];
    return kept;
  });

/** Every row that was there is there, with what it said. */
function assertKept(was: Record<string, unknown[]>, is: Record<string, unknown[]>): void {
  for (const [table, rows] of Object.entries(was)) {
    assert.equal(is[table]?.length, rows.length, table);
    for (const [index, row] of rows.entries())
      assert.deepEqual({ ...(is[table]![index] as object), ...(row as object) }, is[table]![index], table);
  }
}

const verify = (url: string) => inSnapshot(url, NAME, verifyExchange);

async function writeBackup(url: string, name: string): Promise<string> {
  const path = join(root, name);
  await inSnapshot(url, NAME, async (sql) => {
    const options = { version: "0.0.1", time: new Date(0), masterKey: undefined, withKeys: false };
    const { header, lines } = await readBackupContent(sql, options);
    await streamDurably(path, writeBackupFile(header, lines));
  });
  return path;
}

async function earlierDatabase(test: TestContext, last: string): Promise<string> {
  const database = await createEarlierDatabase(history.url, last);
  test.after(() => database.close());
  return database.url;
}

async function restoreElsewhere(test: TestContext, file: string): Promise<string> {
  const database = await createTestDatabase();
  test.after(() => database.close());
  const backup = await openBackupFile(file);
  assertBackupNotNewer(backup.header);
  await restoreBackup({ url: database.url, backup, lastSeq: backup.header.seq });
  return database.url;
}

describe("an upgrade", () => {
  for (const last of atDepth({ quick: SAMPLE, deep: EVERY_THIRD, long: EARLIER }))
    it(`leads here from ${last}${last >= FIRST_BACKUP ? ", and its backup too" : ""}`, async (test) => {
      const url = await earlierDatabase(test, last);
      const kept = await readKept(url);
      const missing = NAMES.filter((name) => name > last);
      const plan = await inSnapshot(url, NAME, planUpgrade);
      assert.deepEqual([plan.schema, plan.migrations, plan.rebuilds], [last, missing, true]);
      const file = last >= FIRST_BACKUP ? await writeBackup(url, last) : undefined;

      const applied: string[] = [];
      const made = await upgradeDatabase(url, { onApplied: (name) => applied.push(name) });
      assert.deepEqual(applied, missing);
      const { ok, differences, batches } = await verify(url);
      assert.ok(ok, differences.join("\n"));
      assert.equal(made?.head.seq, batches);
      assert.deepEqual(listDifferences(written, await readTables(url)), []);
      assertKept(kept, await readKept(url));
      const then = await inSnapshot(url, NAME, planUpgrade);
      assert.deepEqual([then.migrations, then.rebuilds], [[], false]);
      assert.equal(await upgradeDatabase(url), undefined, "a second one has nothing to do");

      if (file === undefined) return;
      const checked = await inSnapshot(url, NAME, async (sql) =>
        checkBackup(sql, file, await openBackupFile(file)),
      );
      assert.deepEqual([checked.seq, checked.behind], [batches, 0]);
      const restored = await restoreElsewhere(test, file);
      assert.ok((await verify(restored)).ok);
      assert.deepEqual(listDifferences(written, await readTables(restored)), []);
      assertKept(kept, await readKept(restored));
    });
});
