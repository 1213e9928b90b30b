import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { openBackupFile, writeBackupFile } from "../../src/operate/backup/backup-file.ts";
import type { BackupHeader } from "../../src/operate/backup/backup-file.ts";
import { findFilledTable } from "../../src/operate/backup/backed-up-tables.ts";
import { parseMoment } from "../../src/cli/database/restore.ts";
import { findLastBatch } from "../../src/operate/backup/moment.ts";
import { assertBackupNotNewer, restoreBackup } from "../../src/operate/backup/restore-backup.ts";
import { streamDurably } from "../../src/operate/backup/framed-file.ts";
import { readBackupContent } from "../../src/operate/backup/write-backup.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { READ_TABLES } from "../../src/store/tables/read-tables.ts";
import { verifyExchange } from "../../src/store/verify/verify-exchange.ts";
import type { Verification } from "../../src/store/verify/verify-exchange.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { atDepth } from "../support/depth.ts";
import { copyDatabase, createHistory, withSql } from "../support/history.ts";
import { runPresage, spawnPresage } from "../support/presage.ts";
import { createRandom } from "../support/random.ts";
import { until } from "../support/until.ts";
import { flipJournal } from "../torture/journal-flips.ts";

/** Tables of which a backup holds no rows: they are rebuilt from the journal, or are about the tables. */
const NOT_KEPT = new Set<string>([
  "migrations",
  "releases",
  "read_tables",
  "master_key",
  "snapshots",
  "leadership",
  ...READ_TABLES,
]);
const KEY = "5e".repeat(32);

const root = mkdtempSync(join(tmpdir(), "presage-backup-"));
let history: TestDatabase;
let file = "";
let bytes = Buffer.alloc(0);
let header: BackupHeader;

before(async () => {
  history = await createHistory();
  await withSql(history.url, fillKeptTables);
  file = await writeBackup("history", history.url);
  bytes = readFileSync(file);
  ({ header } = await openBackupFile(file));
});

after(async () => {
  await history.close();
  rmSync(root, { recursive: true });
});

/** Fills the kept tables with all kinds of text, numbers and times. */
async function fillKeptTables(sql: Sql): Promise<void> {
  const [first, second] = ["0".repeat(8), "f".repeat(8)].map(
    (digits) => `${digits}-0000-4000-8000-000000000000`,
  );
  await sql`
    insert into api_keys values
      (${first!}, '0xa1', ${"9".repeat(78)}, '2026-06-01 12:00:00.123456+00', null),
      (${second!}, ${'a "quoted" \\ line\nand \u2028 more, é'}, 0, '1999-12-31 23:59:59.999999+00', now())`;
  await sql`insert into further_keys values (${first!}, 'builder', '0xa1', '2026-06-01 12:00:00.000001+02', null)`;
  await sql`insert into heartbeats values (${first!}, '0xa1', ${second!})`;
  await sql`insert into sites select 'site-' || n, '0xa1' from generate_series(1, 1234) as n`;
  await sql`insert into dropped_notifications values ('0xa1', 9007199254740991)`;
  await sql`
    insert into webhooks
    values ('wh_1', 'https://hooks.example/', '', '{order.*}', '{}', '{}', 'owner', true, '', 2, 0, 1, 2, 3, 'late')`;
  await sql`
    insert into webhook_feeds
    select 'wh_1', feed, last, 1, case feed when 1 then last end
    from (select max(seq) as last from journal) as ends, generate_series(0, 1) as feed`;
  await sql`
    insert into webhook_deliveries
    select 'wh_1', 0, seq, 2, 'message', 'order.placed', '{0xa1,0xb2}', '{}', 1, 2, 'late', null from journal
    where seq in (30, 31)`;
}

async function writeBackup(name: string, url: string, withKeys = false): Promise<string> {
  const path = join(root, name);
  await inSnapshot(url, "backup test", async (sql) => {
    const options = { version: "1.2.3", time: new Date(0), masterKey: KEY, withKeys };
    const content = await readBackupContent(sql, options);
    await streamDurably(path, writeBackupFile(content.header, content.lines));
  });
  return path;
}

/** The same file with other bytes. */
function changed(name: string, content: Uint8Array | string): string {
  const path = join(root, name);
  writeFileSync(path, content);
  return path;
}

/** Makes the file that a release would write of these lines, with the right hash at the end. */
async function rewritten(
  name: string,
  change: { header?: Partial<BackupHeader>; line?: (line: string) => string },
): Promise<string> {
  const { lines } = await openBackupFile(file);
  const changedLines = async function* (): AsyncGenerator<string> {
    for await (const line of lines()) yield change.line?.(line) ?? line;
  };
  const path = join(root, name);
  await streamDurably(path, writeBackupFile({ ...header, ...change.header }, changedLines()));
  return path;
}

async function restoreInto(url: string, path: string, toSeq?: number): Promise<void> {
  const backup = await openBackupFile(path);
  assertBackupNotNewer(backup.header);
  await restoreBackup({ url, backup, lastSeq: toSeq ?? backup.header.seq });
}

async function emptyDatabase(test: TestContext): Promise<string> {
  const database = await createTestDatabase();
  test.after(() => database.close());
  return database.url;
}

const verifyUrl = (url: string): Promise<Verification> => inSnapshot(url, "backup test", verifyExchange);

const listTables = async (sql: Sql): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename collate "C"`;
  return rows.map(({ name }) => name);
};

/** Every row of every table but the one that is about a database alone, as text. */
const contentOf = (url: string): Promise<Record<string, string[]>> =>
  inSnapshot(url, "backup test", async (sql) => {
    const content: Record<string, string[]> = {};
    for (const table of await listTables(sql)) {
      if (table === "master_key") continue;
      const columns = table === "migrations" ? sql`name, sha256` : sql`*`;
      const rows = await sql<{ text: string }[]>`
        select row_to_json(t)::text as text from (select ${columns} from ${sql(table)}) t
        order by row_to_json(t)::text collate "C"`;
      content[table] = rows.map(({ text }) => text);
    }
    return content;
  });

async function assertEmpty(url: string): Promise<void> {
  await withSql(url, async (sql) => assert.equal(await findFilledTable(sql), undefined));
}

describe("a backup", () => {
  it("keeps every table that the journal does not determine, one of a later release too", async (test) => {
    const copy = await copyDatabase(history.url, "later");
    test.after(() => copy.close());
    await withSql(copy.url, async (sql) => {
      await sql`create table "Of later" (what text)`;
      await sql`insert into "Of later" values ('something')`;
    });
    const expected = (await inSnapshot(copy.url, "backup test", listTables)).filter(
      (name) => !NOT_KEPT.has(name),
    );
    const lines: string[] = [];
    const { lines: read } = await openBackupFile(await writeBackup("later", copy.url));
    for await (const line of read()) lines.push(line);
    const tables = lines.filter((line) => line.startsWith("#")).map((line) => line.slice(1));
    assert.deepEqual([...tables].sort(), expected);
    assert.equal(tables.at(-1), "journal");
    assert.equal(lines[lines.indexOf("#Of later") + 1], '{"what":"something"}');
    for (const table of ["api_keys", "further_keys", "heartbeats", "sites"])
      assert.ok(tables.includes(table));
  });

  it("gives back every row of every table", async (test) => {
    const url = await emptyDatabase(test);
    await restoreInto(url, file);
    assert.deepEqual(await contentOf(url), await contentOf(history.url));
    const { ok, head } = await verifyUrl(url);
    assert.deepEqual([ok, head], [true, header.hash]);
  });

  it("of the release before keys could be retired gives back every row too", async (test) => {
    const url = await emptyDatabase(test);
    const older = await rewritten("older", {
      header: { migrations: header.migrations.filter((name) => name < "0007") },
      line: (line) => line.replace(',"retired":false', ""),
    });
    await restoreInto(url, older);
    assert.deepEqual(await contentOf(url), await contentOf(history.url));
  });

  it("gives back the exchange as it was at a batch", async (test) => {
    const url = await emptyDatabase(test);
    await restoreInto(url, file, 30);
    const { ok, head, batches } = await verifyUrl(url);
    await withSql(history.url, async (sql) => {
      const [row] = await sql<{ hash: Buffer }[]>`select hash from journal where seq = 30`;
      assert.deepEqual([ok, batches, head], [true, 30, row!.hash.toString("hex")]);
    });
    await withSql(url, async (sql) => {
      const feeds = await sql`select seq, index, until from webhook_feeds order by feed`;
      const ends = { seq: 31, index: 0 };
      assert.deepEqual(
        [...feeds],
        [
          { ...ends, until: null },
          { ...ends, until: 30 },
        ],
        "webhooks go on there",
      );
      const deliveries = await sql<{ seq: number }[]>`select seq from webhook_deliveries`;
      assert.deepEqual(
        deliveries.map(({ seq }) => seq),
        [30],
      );
    });
  });

  it("finds the last batch at or before an instant, and refuses one that it does not reach", async () => {
    const backup = await openBackupFile(file);
    const find = (text: string): Promise<number> => findLastBatch(backup, parseMoment(text));
    const batches = await withSql(
      history.url,
      (sql) => sql<{ seq: number; at: number }[]>`select seq, at from journal`,
    );
    const random = createRandom(20_261_126);
    const { at: from } = batches[0]!;
    for (let round = 0; round < 20; round += 1) {
      const at = from + random.below(header.at - from);
      const expected = batches.filter((batch) => batch.at <= at).map(({ seq }) => seq);
      assert.equal(await find(new Date(at).toISOString()), Math.max(...expected));
    }
    assert.equal(await find(new Date(header.at).toISOString()), header.seq);
    assert.equal(await find("30"), 30);
    await assert.rejects(
      find(new Date(header.at + 1).toISOString()),
      /expected an instant up to .*, the end of the/,
    );
    await assert.rejects(
      find(new Date(from - 1).toISOString()),
      /expected an instant from .* the time of the first/,
    );
    await assert.rejects(find(String(header.seq + 1)), /expected a batch of the backup, 1 to \d+/);
    assert.throws(
      () => parseMoment("yesterday"),
      /expected a batch like 1041, or an instant like .*, got "yesterday"/,
    );
  });

  it("of an exchange that never did anything can be restored", async (test) => {
    const [from, to] = [await emptyDatabase(test), await emptyDatabase(test)];
    await restoreInto(to, await writeBackup("nothing", from));
    assert.deepEqual([(await verifyUrl(to)).ok, (await verifyUrl(to)).batches], [true, 0]);
  });

  it("can be read by its owner only, says what it is, and tells the master key only when asked", async () => {
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const [first] = bytes.toString("latin1").split("\n", 1);
    assert.match(first!, /^presage-backup 1 \{"presage":"1\.2\.3","time":"1970-01-01T00:00:00\.000Z",/);
    const keyLines = async (path: string): Promise<string[]> => {
      const found: string[] = [];
      for await (const line of (await openBackupFile(path)).lines()) if (line.includes(KEY)) found.push(line);
      return found;
    };
    assert.deepEqual(await keyLines(file), []);
    assert.deepEqual(await keyLines(await writeBackup("with keys", history.url, true)), [`!${KEY}`]);
  });

  it("is not made of a damaged journal, and what was in its place stays", async (test) => {
    const copy = await copyDatabase(history.url, "damaged");
    test.after(() => copy.close());
    await withSql(copy.url, (sql) => sql`update journal set at = at + 1 where seq = 30`);
    changed("kept", "an earlier one");
    await assert.rejects(writeBackup("kept", copy.url), /^Error: journal: batch 30 does not have the hash/);
    assert.equal(readFileSync(join(root, "kept"), "utf8"), "an earlier one");
    assert.equal(existsSync(join(root, `kept.${process.pid}.new`)), false);
  });
});

describe("presage restore refuses", () => {
  it("a file with any byte changed, missing or added", async () => {
    const random = createRandom(20_261_122);
    const refused = /^Error: (The backup .* is damaged or incomplete|.* is not a backup of Presage)[^\n]*$/;
    for (let round = 0; round < 100; round += 1) {
      const flipped = Buffer.from(bytes);
      const place = random.below(bytes.length);
      flipped[place] = flipped[place]! ^ (1 << random.below(8));
      const cut = bytes.subarray(0, random.below(bytes.length));
      for (const content of [flipped, cut]) {
        await assert.rejects(openBackupFile(changed("damaged", content)), refused, `round ${round}`);
      }
    }
    await assert.rejects(
      openBackupFile(changed("longer", Buffer.concat([bytes, Buffer.from("\n")]))),
      refused,
    );
  });

  it("what is no backup, and what a newer release made", async () => {
    const withHash = (content: string): Buffer =>
      Buffer.concat([Buffer.from(content), createHash("sha256").update(content).digest()]);
    const rows: [path: string, says: RegExp][] = [
      [join(root, "none"), /^Error: The backup .*none cannot be read: ENOENT/],
      [root, /^Error: The backup .* cannot be read: EISDIR/],
      [changed("empty", ""), /is not a backup of Presage/],
      [changed("foreign", "PGDMP and what follows".repeat(50)), /is not a backup of Presage/],
      [changed("format", withHash("presage-backup 2 {}\n")), /has format 2, and this release reads format 1/],
      [changed("header", withHash('presage-backup 1 {"seq":1}\n')), /its first line is not that of one/],
    ];
    for (const [path, says] of rows) await assert.rejects(openBackupFile(path), says);
    const newer = await rewritten("newer", {
      header: { migrations: ["0001_exchange.sql", "9999_later.sql"] },
    });
    assert.throws(
      () => assertBackupNotNewer(header && { ...header, migrations: ["9999_later.sql"] }),
      /9999_later\.sql/,
    );
    await assert.rejects(
      restoreInto(history.url, newer),
      /migration 9999_later.sql, which this release does not know/,
    );
  });

  it("a database in which something is", async () => {
    await assert.rejects(
      restoreInto(history.url, file),
      /^Error: The database is not empty, its table journal has/,
    );
  });

  it("a file that somebody wrote whose hash is right and whose content is not, and leaves nothing", async (test) => {
    const url = await emptyDatabase(test);
    const inBatch = (seq: number, change: (line: string) => string) => (line: string) =>
      line.startsWith(`{"seq":${seq},`) ? change(line) : line;
    const rows: [Parameters<typeof rewritten>[1], RegExp][] = [
      [
        { line: inBatch(50, (line) => line.replace('"at":1', '"at":2')) },
        /The backup is damaged: journal: batch 50 does/,
      ],
      [{ line: inBatch(50, () => "{}") }, /its journal has a line that is no batch/],
      [
        { line: inBatch(header.seq, (line) => line.replace(/^.*$/, "")) },
        /its journal has a line that is no batch/,
      ],
      [
        { header: { hash: "0".repeat(64) } },
        /its journal ends with batch \d+, and should end with \d+, hash 000/,
      ],
      [{ header: { seq: header.seq + 1 } }, /should end with/],
      [
        { line: (line) => line.replace("#sites", "#others") },
        /the table others, which this release does not know/,
      ],
      [
        { line: (line) => line.replace('"wallet"', '"purse"') },
        /The table sites of the backup cannot be restored/,
      ],
      [{ line: (line) => line.replace("#journal", "") }, /The backup has no journal/],
    ];
    for (const [index, [change, says]] of rows.entries()) {
      const path = await rewritten(`crafted-${index}`, change);
      await assert.rejects(restoreInto(url, path), says);
      await assertEmpty(url);
    }
  });

  it("to go on after a kill -9 in its midst, and begins anew", async (test) => {
    const url = await emptyDatabase(test);
    const args = ["restore", file, "--without-keys", "--data-dir", join(root, "data"), "--json"];
    const waiting = `select count(*)::int as waiting from pg_locks where not granted`;
    await withSql(url, async (sql) => {
      await sql`begin`;
      await sql`lock table trades in share mode`;
      const restoring = spawnPresage(test, args, { DATABASE_URL: url });
      await withSql(url, (other) =>
        until("the restore is in its midst", async () => {
          const [row] = await other.unsafe<{ waiting: number }[]>(waiting);
          return row!.waiting > 0 || restoring.process.exitCode !== null;
        }),
      );
      await restoring.stop("SIGKILL");
      await sql`rollback`;
    });
    await withSql(url, (sql) =>
      until("its session is over", async () => {
        const rows = await sql`
          select from pg_stat_activity where datname = current_database() and application_name = 'presage writer'`;
        return rows.length === 0;
      }),
    );
    await assertEmpty(url);
    const { code, stdout, stderr } = await runPresage(test, args, { DATABASE_URL: url });
    assert.deepEqual([code, stderr], [0, ""]);
    assert.equal(JSON.parse(stdout).head, header.hash);
  });
});

const FLIPS = atDepth({ quick: 300, deep: 1_500, long: 5_000 });

describe("presage verify", () => {
  it("notices any change of a journal", async (test) => {
    const copy = await copyDatabase(history.url, "flips");
    test.after(() => copy.close());
    const { damages, missed } = await flipJournal({ url: copy.url, seed: 20_261_121, count: FLIPS });
    assert.deepEqual(missed, []);
    assert.ok(damages.size >= 9, `of every kind: ${[...damages.keys()].join(", ")}`);
  });

  it("notices that the last batches are gone", async () => {
    for (const gone of [1, 2, 3, 20, header.seq - 1]) {
      const copy = await copyDatabase(history.url, `gone_${gone}`);
      await withSql(copy.url, (sql) => sql`delete from journal where seq > ${header.seq - gone}`);
      const { ok } = await verifyUrl(copy.url);
      assert.equal(ok, false, `${gone} batches are gone`);
      await copy.close();
    }
  });
});
