/** Databases that a newer release wrote: refused in words by all that would work on them, and left as they are. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { openBackupFile, writeBackupFile } from "../../src/operate/backup/backup-file.ts";
import { restoreBackup } from "../../src/operate/backup/restore-backup.ts";
import { streamDurably } from "../../src/operate/backup/framed-file.ts";
import { readBackupContent } from "../../src/operate/backup/write-backup.ts";
import { batchHash } from "../../src/store/journal/journal.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { withSql } from "../support/history.ts";
import { runPresage } from "../support/presage.ts";
import { scratchRoot } from "../support/scratch-directory.ts";
import { withExchange } from "../support/with-exchange.ts";
import { createTradedJournal } from "./made-journal.ts";

const KEY = "5e".repeat(32);
const KINDS = ["credited", "teleported"];
const EVENT = '[{"type":"teleported","account":1}]';

const root = mkdtempSync(join(scratchRoot(), "presage-newer-"));
let source: TestDatabase;

before(async () => {
  source = await createTestDatabase();
  await createTradedJournal().write(source.url);
  await start(source.url);
});

after(async () => {
  await source.close();
  rmSync(root, { recursive: true });
});

const start = (url: string): Promise<void> => withExchange(url, KEY, async () => {});

/** A database that a release 9.9.9 wrote last, with this change. */
async function newerDatabase(test: TestContext, change: (sql: Sql) => Promise<unknown>): Promise<string> {
  const database = await createTestDatabase();
  test.after(() => database.close());
  const { url } = database;
  await createTradedJournal().write(url);
  await start(url);
  await withSql(url, async (sql) => {
    await sql`insert into releases values ('9.9.9', ${KINDS}, now())`;
    await change(sql);
  });
  return url;
}

const addMigration = (sql: Sql) => sql`insert into migrations (name, sha256) values ('9999_later.sql', 'x')`;
const raiseTables = (sql: Sql) => sql`update read_tables set version = version + 1`;

/** Adds a batch with an event of a later kind. */
async function addEvent(sql: Sql): Promise<void> {
  const [last] = await sql<{ seq: number; at: number; hash: Buffer }[]>`
    select seq, at, hash from journal order by seq desc limit 1`;
  const { seq, at, hash } = last!;
  await sql`
    insert into journal (seq, previous, at, events, hash)
    values (${seq + 1}, ${seq}, ${at}, ${EVENT}, ${batchHash(hash, seq + 1, at, EVENT)})`;
}

/** The same, with read tables that have it already. */
async function addKnownEvent(sql: Sql): Promise<void> {
  await addEvent(sql);
  await sql`update read_tables set (seq, hash) = (select seq, hash from journal order by seq desc limit 1)`;
}

const WAYS =
  /: Presage 9\.9\.9 wrote it\. Nothing was changed\. Ways on: install Presage 9\.9\.9 again; or .*presage restore\.\n$/;

type Newer = {
  readonly what: string;
  readonly change: (sql: Sql) => Promise<unknown>;
  readonly says: RegExp;
  /** Commands that are refused for it. */
  readonly commands: readonly (readonly string[])[];
};

const NEWER: readonly Newer[] = [
  {
    what: "a migration",
    change: addMigration,
    says: /^presage: The database has migration 9999_later\.sql, which this release \(\S+\) does not know/,
    commands: [["verify"], ["rebuild"], ["upgrade"], ["upgrade", "--check"], ["backup", join(root, "none")]],
  },
  {
    what: "read tables",
    change: raiseTables,
    says: /^presage: The database has read tables of version \d+, which .* or run presage rebuild, which makes those of this release/,
    commands: [["verify"], ["upgrade"], ["upgrade", "--check"]],
  },
  {
    what: "an event that the read tables lack",
    change: addEvent,
    says: /^presage: The database has an event of the kind "teleported" in batch 7 of its journal, which this release/,
    commands: [["verify"], ["rebuild"], ["upgrade"], ["upgrade", "--check"]],
  },
  {
    what: "an event that the read tables have",
    change: addKnownEvent,
    says: /^presage: The database has an event of the kind "teleported" in batch 7 of its journal, which this release/,
    commands: [["verify"], ["rebuild"], ["upgrade"]],
  },
];

describe("what a newer release wrote is refused", () => {
  for (const { what, change, says, commands } of NEWER)
    it(what, async (test) => {
      const url = await newerDatabase(test, change);
      for (const command of commands) {
        const { code, stdout, stderr } = await runPresage(test, command, { DATABASE_URL: url });
        assert.deepEqual([code, stdout], [1, ""], command.join(" "));
        assert.match(stderr, says, command.join(" "));
        assert.match(stderr, WAYS, command.join(" "));
      }
      await assert.rejects(start(url), (error: Error) => says.test(`presage: ${error.message}\n`));
    });

  it("an event where no release noted itself, without a name", async (test) => {
    const url = await newerDatabase(test, async (sql) => {
      await addEvent(sql);
      await sql`delete from releases`;
    });
    await assert.rejects(
      start(url),
      /"teleported" .*: a newer release wrote it\. .* install that release again; or restore/,
    );
  });

  it("a backup with such an event", async (test) => {
    const url = await newerDatabase(test, addEvent);
    const file = join(root, "newer");
    await inSnapshot(url, "newer test", async (sql) => {
      const options = { version: "9.9.9", time: new Date(0), masterKey: undefined, withKeys: false };
      const { header, lines } = await readBackupContent(sql, options);
      await streamDurably(file, writeBackupFile(header, lines));
    });
    const empty = await createTestDatabase();
    test.after(() => empty.close());
    const backup = await openBackupFile(file);
    await assert.rejects(
      restoreBackup({ url: empty.url, backup, lastSeq: backup.header.seq }),
      /^Error: The backup has an event of the kind "teleported" .*: Presage 9\.9\.9 made it\. Restore it with that release/,
    );
  });
});

describe("what a newer release wrote", () => {
  it("goes on here as long as all of it is known", async (test) => {
    const url = await newerDatabase(test, async () => {});
    await start(url);
    const last = await withSql(url, (sql) => sql`select version from releases order by since desc limit 1`);
    assert.notEqual(last[0]!["version"], "9.9.9");
  });

  it("has a way back by rebuild where only the read tables are newer", async (test) => {
    const url = await newerDatabase(test, raiseTables);
    const { code, stderr } = await runPresage(test, ["rebuild"], { DATABASE_URL: url });
    assert.deepEqual([code, stderr], [0, ""]);
    await start(url);
    assert.equal((await runPresage(test, ["verify"], { DATABASE_URL: url })).code, 0);
  });
});
