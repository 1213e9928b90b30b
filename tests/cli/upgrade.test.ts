/** `presage upgrade` as a command: rehearsed, carried out, refused, and killed in the middle. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, it } from "node:test";
import type { TestContext } from "node:test";
import { openWriterSession } from "../../src/store/journal/writer-session.ts";
import { MIGRATIONS } from "../../src/store/sql/schema/migrate.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { deepTest } from "../support/depth.ts";
import { createHistory, withSql } from "../support/history.ts";
import { prepareDataDirectories, runPresage, spawnPresage, startPresage } from "../support/presage.ts";
import { scratchRoot } from "../support/scratch-directory.ts";
import { until } from "../support/until.ts";
import { withExchange } from "../support/with-exchange.ts";
import { createEarlierDatabase } from "../store/earlier-database.ts";
import { createTradedJournal } from "../store/made-journal.ts";

const MASTER_KEY = "5e".repeat(32);
const LAST = "0034_brand_and_attention.sql";
const NAMES = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith(".sql"))
  .sort();

const root = mkdtempSync(join(scratchRoot(), "presage-upgrades-"));
let history: TestDatabase;

before(async () => {
  history = await createHistory();
});

after(async () => {
  await history.close();
  rmSync(root, { recursive: true });
});

const run = (test: TestContext, url: string, ...args: readonly string[]) =>
  runPresage(test, ["upgrade", ...args], { DATABASE_URL: url });

async function earlierDatabase(test: TestContext): Promise<string> {
  const database = await createEarlierDatabase(history.url, LAST);
  test.after(() => database.close());
  return database.url;
}

const listMigrations = (url: string): Promise<string[]> =>
  withSql(url, async (sql) => {
    const rows = await sql<{ name: string }[]>`select name from migrations order by name collate "C"`;
    return rows.map(({ name }) => name);
  });

const start = (url: string): Promise<void> => withExchange(url, MASTER_KEY, async () => {});

/** A backup of another exchange. */
async function foreignBackup(test: TestContext): Promise<string> {
  const other = await createTestDatabase();
  test.after(() => other.close());
  await createTradedJournal().write(other.url);
  await start(other.url);
  const file = join(root, "foreign.backup");
  assert.equal((await runPresage(test, ["backup", file], { DATABASE_URL: other.url })).code, 0);
  return file;
}

it("has nothing to do on a database of this release, and looks at the backup", async (test) => {
  const file = join(root, "own.backup");
  assert.equal((await runPresage(test, ["backup", file], { DATABASE_URL: history.url })).code, 0);
  const checked = await run(test, history.url, "--check", "--backup", file);
  assert.deepEqual([checked.code, checked.stderr], [0, ""]);
  assert.match(checked.stdout, /^from +Presage \S+: schema .*\nto +Presage .*\nmigrations +none\n/);
  assert.match(checked.stdout, /\nbackup +\S+ is whole, up to batch \d+, the journal's last; made .*\n/);
  assert.match(checked.stdout, /\nThe database is of this release: there is nothing to do\.\n$/);
  const { code, stdout } = await run(test, history.url, "--check", "--json");
  const { ok, migrations, rebuilds, backup, rehearsal } = JSON.parse(stdout);
  assert.deepEqual([code, ok, migrations, rebuilds, backup, rehearsal], [0, true, [], false, null, null]);
  const done = await run(test, history.url, "--backup", file);
  assert.match(done.stdout, /\nThe database is of this release now, after .*\nAll agrees: .*\n$/);
});

it("refuses what is no backup of the exchange, an empty database, and flags of the other way", async (test) => {
  const foreign = await run(test, history.url, "--check", "--backup", await foreignBackup(test));
  assert.equal(foreign.code, 1);
  assert.match(
    foreign.stderr,
    /^presage: The backup \S+ is of another exchange: it ends with batch 6, hash /,
  );
  const none = await run(test, history.url, "--backup", join(root, "nowhere"));
  assert.match(none.stderr, /^presage: The backup \S+nowhere cannot be read: there is no /);
  const flags = await run(test, history.url, "--rehearse-in", root);
  assert.match(flags.stderr, /^presage: --rehearse-in is for presage upgrade --check\n$/);
});

deepTest("rehearses on a copy while another session writes, and changes nothing", async (test) => {
  const url = await earlierDatabase(test);
  const had = await listMigrations(url);
  const writer = await openWriterSession(url);
  test.after(() => writer.close());
  const checked = await run(test, url, "--check", "--rehearse-in", root);
  assert.deepEqual([checked.code, checked.stderr], [0, ""]);
  const missing = NAMES.filter((name) => name > LAST);
  for (const line of [
    /^from +a release that did not note itself: schema 0034_brand_and_attention\.sql, read tables \d+\n/,
    new RegExp(`\nmigrations +${missing.join(", ")}\n`),
    /\ntables +rebuilt from \d+ batches: about /,
    /\nbackup +none was named: /,
    /\nrehearsal +copied in .* s, migrations .* s, read tables .* s, verified in .* s\nAll agrees: /,
    /\nThe upgrade of this database succeeds, and keeps the exchange closed for about .*\n/,
  ])
    assert.match(checked.stdout, line);
  assert.deepEqual(await listMigrations(url), had);
  assert.deepEqual(
    readdirSync(root).filter((name) => name.startsWith("presage-temporary-")),
    [],
  );

  const refused = await run(test, url);
  assert.match(
    refused.stderr,
    /^presage: The database is in use by another Presage, and migration 0035_looks\.sql is/m,
  );
  await assert.rejects(
    start(url),
    /in use by another Presage, and migration 0035_looks\.sql is to be applied/,
  );
  assert.deepEqual(await listMigrations(url), had, "nothing is migrated beneath an exchange that runs");
});

deepTest("says that an upgrade would fail, and why", async (test) => {
  const url = await earlierDatabase(test);
  const full = await run(test, url, "--check", "--rehearse-in", "/proc");
  assert.match(
    full.stderr,
    /^presage: The rehearsal needs .* in \/proc, and 0 bytes are free: name a directory on another/,
  );
  await withSql(url, (sql) => sql`create table invite_names (mine text)`);
  const taken = await run(test, url, "--check");
  assert.equal(taken.code, 1);
  assert.match(
    taken.stderr,
    /^presage: The upgrade would fail\. The database has invite_names, which the upgrade makes/,
  );
  await withSql(url, (sql) => sql`alter table sites add column mine text`);
  const changed = await run(test, url, "--check");
  assert.match(changed.stderr, /not those that its migrations made: it has sites\.mine besides\./);
});

deepTest("refuses an exchange that runs on the data directory, and checks it", async (test) => {
  const directories = await prepareDataDirectories();
  test.after(() => directories.close());
  const directory = directories.create();
  const exchange = await startPresage(test, directory);
  const { code, stderr } = await runPresage(test, ["upgrade", "--data-dir", directory]);
  assert.equal(code, 1);
  assert.match(stderr, /^presage: The data directory .* is in use by another process \(pid \d+\)\. Stop it/);
  const checked = await runPresage(test, ["upgrade", "--check", "--data-dir", directory]);
  assert.deepEqual([checked.code, checked.stderr], [0, ""]);
  assert.equal((await exchange.stop("SIGTERM")).code, 0);
});

/** Kills an upgrade while it waits for a table into which another session writes. */
async function killWaitingFor(test: TestContext, url: string, table: string): Promise<void> {
  const holder = openDatabase(url, { maxConnections: 1 });
  await holder.begin(async (held) => {
    await held`lock table ${held(table)} in row exclusive mode`;
    const upgrading = spawnPresage(test, ["upgrade"], { DATABASE_URL: url });
    await until(`the upgrade waits for ${table}`, async () =>
      withSql(url, async (sql) => {
        const [waiting] = await sql`
          select from pg_locks where relation = ${table}::regclass and not granted
            and database = (select oid from pg_database where datname = current_database())`;
        return waiting !== undefined || upgrading.process.exitCode !== null;
      }),
    );
    assert.equal((await upgrading.stop("SIGKILL")).code, null);
  });
  await holder.end();
}

deepTest(
  "killed in a migration or in the read tables, leaves each step done or not, and goes on",
  async (test) => {
    const url = await earlierDatabase(test);
    // The second of its migrations makes an index on the audit log; the first is done then.
    await killWaitingFor(test, url, "audit");
    assert.deepEqual(
      (await listMigrations(url)).filter((name) => name > LAST),
      ["0035_looks.sql"],
    );
    await killWaitingFor(test, url, "trades");
    assert.deepEqual(await listMigrations(url), NAMES, "the read tables are what it waited with");
    const [tables] = await withSql(url, (sql) => sql`select version from read_tables`);
    const done = await run(test, url);
    assert.deepEqual([done.code, done.stderr], [0, ""]);
    assert.match(done.stdout, /\nmigrations +none\ntables +rebuilt from /);
    const [made] = await withSql(url, (sql) => sql`select version from read_tables`);
    assert.ok(made!["version"] > tables!["version"]);
  },
);

deepTest("killed in the middle, is completed by a start", async (test) => {
  const url = await earlierDatabase(test);
  await killWaitingFor(test, url, "trades");
  await withSql(url, (sql) => sql`insert into run_mode (mode) values ('sandbox') on conflict do nothing`);
  await start(url);
  assert.equal((await runPresage(test, ["verify"], { DATABASE_URL: url })).code, 0);
});
