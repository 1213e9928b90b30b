import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import {
  gapText,
  listChains,
  listGaps,
  nameFile,
  readName,
} from "../../src/operate/archive/archived-file.ts";
import type { ArchivedFile } from "../../src/operate/archive/archived-file.ts";
import { createArchiver } from "../../src/operate/archive/archiver.ts";
import type { Archiver, ArchiverOptions } from "../../src/operate/archive/archiver.ts";
import { checkFile } from "../../src/operate/archive/check-file.ts";
import { chooseFiles, listExpired } from "../../src/operate/archive/choose-files.ts";
import { makeDirectory, openDirectory } from "../../src/operate/archive/directory-storage.ts";
import { openArchived } from "../../src/operate/archive/open-archived.ts";
import type { BackupStorage } from "../../src/operate/archive/backup-storage.ts";
import { openChain } from "../../src/operate/archive/read-chain.ts";
import type { BackupFile } from "../../src/operate/backup/backup-file.ts";
import { findLastBatch } from "../../src/operate/backup/moment.ts";
import type { Moment } from "../../src/operate/backup/moment.ts";
import { restoreBackup } from "../../src/operate/backup/restore-backup.ts";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../src/store/verify/verify-exchange.ts";
import { createTestDatabase } from "../support/database.ts";
import { startTestExchange } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";
import { withSql } from "../support/history.ts";
import { runPresage } from "../support/presage.ts";
import { until } from "../support/until.ts";

const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2026, 5, 1, 12);
const root = mkdtempSync(join(tmpdir(), "presage-archive-"));
let exchange: TestExchange;
let wallets = 0;

before(async () => {
  exchange = await startTestExchange({ endpoints: [] });
});

after(async () => {
  await exchange.close();
  rmSync(root, { recursive: true });
});

/** Commits one batch. */
async function commit(): Promise<void> {
  wallets += 1;
  await exchange.open(`0x${String(wallets).padStart(40, "0")}`);
}

const addSite = (name: string): Promise<unknown> =>
  withSql(exchange.databaseUrl, (sql) => sql`insert into sites values (${name}, '0xa1')`);

type Kept = {
  readonly place: BackupStorage;
  readonly archiver: Archiver;
  readonly path: string;
  readonly clock: { now: number };
};

const TERMS = { version: "1.2.3", masterKey: "5e".repeat(32), mayGoBack: false, keep: 7 * DAY_MS };

async function archiveIn(
  test: TestContext,
  name: string,
  options: Partial<ArchiverOptions> = {},
): Promise<Kept> {
  const path = join(root, name);
  await makeDirectory(path);
  const place = options.place ?? (await openDirectory(path));
  const clock = { now: FIRST };
  const archiver = createArchiver({
    url: exchange.databaseUrl,
    ...TERMS,
    now: () => clock.now,
    ...options,
    place,
  });
  test.after(() => archiver.close());
  await archiver.open();
  return { place, archiver, path, clock };
}

const namesIn = (path: string): string[] => readdirSync(path).sort();

/** Restores what is there up to a batch, and gives the sites and the head that the new exchange has. */
async function restored(test: TestContext, path: string, seq?: number) {
  const database = await createTestDatabase();
  test.after(() => database.close());
  const moment = seq === undefined ? undefined : ({ by: "batch", seq } as const);
  const files = chooseFiles(namesIn(path), moment, path);
  const backup = await openChain(files.map(({ name }) => join(path, name)));
  const lastSeq = moment === undefined ? backup.header.seq : await findLastBatch(backup, moment);
  await restoreBackup({ url: database.url, backup, lastSeq });
  const { ok, head, batches } = await inSnapshot(database.url, "archive test", verifyExchange);
  assert.ok(ok);
  const sites = await withSql(database.url, (sql) => sql<{ host: string }[]>`select * from sites order by 1`);
  return { head, batches, sites: sites.map((site) => String(Object.values(site)[0])) };
}

describe("an archive", () => {
  it("restores every batch of a backup and of the journal files after it, with the tables of their time", async (test) => {
    const { archiver, path, clock } = await archiveIn(test, "chain");
    await commit();
    await addSite("first.example");
    const whole = await archiver.writeBackup();
    assert.equal(await archiver.writeJournal(), undefined, "nothing happened");
    clock.now += 60_000;
    await commit();
    const second = await archiver.writeJournal();
    clock.now += 60_000;
    await commit();
    await addSite("second.example");
    const third = await archiver.writeJournal();
    assert.deepEqual(
      namesIn(path),
      [whole, second!, third!].map(({ name }) => name),
    );
    assert.deepEqual([second!.seq, third!.seq], [whole.seq + 1, whole.seq + 2]);

    const head = exchange.context.engine.head();
    assert.deepEqual(await restored(test, path), {
      head: head.hash.toString("hex"),
      batches: head.seq,
      sites: ["first.example", "second.example"],
    });
    const earlier = await restored(test, path, second!.seq);
    assert.deepEqual([earlier.batches, earlier.sites], [second!.seq, ["first.example"]]);
    await assert.rejects(
      restored(test, path, head.seq + 1),
      /expected a moment that the backups in .* reach, up to batch/,
    );
  });

  it("goes on after its last file when it is opened again", async (test) => {
    const { archiver, path } = await archiveIn(test, "again");
    await archiver.writeBackup();
    await commit();
    await archiver.writeJournal();
    const { archiver: next } = await archiveIn(test, "again");
    await commit();
    const file = await next.writeJournal();
    assert.deepEqual([file!.number, namesIn(path).length], [2, 3]);
    assert.equal((await restored(test, path)).batches, exchange.context.engine.head().seq);
  });

  it("finds any change of a file, and a file that is missing", async (test) => {
    const { archiver, path, place } = await archiveIn(test, "damaged");
    await archiver.writeBackup();
    for (let round = 0; round < 3; round += 1) {
      await commit();
      await archiver.writeJournal();
    }
    for (const name of namesIn(path)) {
      const bytes = readFileSync(join(path, name));
      for (const at of [bytes.length - 40, bytes.length - 1]) {
        const changed = Buffer.from(bytes);
        changed[at]! ^= 1;
        writeFileSync(join(path, name), changed);
        await assert.rejects(checkFile(place, readName(name)!), /damaged|Decompression|data|checksum/i, name);
      }
      writeFileSync(join(path, name), bytes.subarray(0, -1));
      await assert.rejects(checkFile(place, readName(name)!), Error, name);
      writeFileSync(join(path, name), bytes);
      await checkFile(place, readName(name)!);
    }
    const [first, second, third, last] = namesIn(path);
    rmSync(join(path, third!));
    const { seq } = readName(second!)!;
    assert.throws(
      () => chooseFiles(namesIn(path), undefined, path),
      new RegExp(
        `Not all that is in .* can be restored\\. Journal file 2 of the whole backup of .*, with what came after batch ${seq}, is missing: the file after it, up to batch ${seq + 2} of .* --to ${seq} takes it`,
      ),
    );
    assert.deepEqual(
      chooseFiles(namesIn(path), { by: "batch", seq }, path).map(({ name }) => name),
      [first, second],
    );
    assert.throws(
      () => chooseFiles(namesIn(path), { by: "batch", seq: seq + 1 }, path),
      /expected a moment that the backups in .* reach.*Journal file 2 of/,
    );
    await assert.rejects(
      openChain([first, last].map((name) => join(path, name!))),
      /does not follow the file before it/,
    );
  });

  it("restores past a damaged file only when a moment is named, and says which", async (test) => {
    const { archiver, path, clock } = await archiveIn(test, "passed");
    await archiver.writeBackup();
    await commit();
    const last = await archiver.writeJournal();
    clock.now += 60_000;
    await commit();
    const newest = await archiver.writeBackup();
    const bytes = readFileSync(join(path, newest.name));
    bytes[bytes.length - 40]! ^= 1;
    writeFileSync(join(path, newest.name), bytes);
    const open = (files: readonly ArchivedFile[]): Promise<BackupFile> =>
      openChain(files.map(({ name }) => join(path, name)));
    const opened = (moment: Moment | undefined) =>
      openArchived({ names: namesIn(path), place: path, open }, moment);
    await assert.rejects(
      opened(undefined),
      new RegExp(`is damaged or incomplete: .* --to ${last!.seq} takes it`),
    );
    const { backup, broken } = await opened({ by: "batch", seq: last!.seq });
    assert.deepEqual([backup.header.seq, broken], [last!.seq, []]);
    await assert.rejects(
      opened({ by: "batch", seq: newest.seq }),
      new RegExp(`is damaged or incomplete: .* expected a moment that .* up to batch ${last!.seq}`),
    );
    const once = await runPresage(test, ["restore", path, "--without-keys"]);
    assert.match(once.stderr, new RegExp(`--to ${last!.seq} takes it\\. Nothing was restored\\.\n$`));
    await commit();
    await archiver.writeBackup();
    const later = await opened({ by: "batch", seq: newest.seq });
    assert.deepEqual(
      later.broken.map(({ file }) => file),
      [newest.name],
    );
    assert.equal((await opened(undefined)).backup.header.seq, newest.seq + 1);
  });

  for (const [what, damage, says] of [
    ["is gone", (path: string) => rmSync(path), /journal is missing$/],
    ["lost its end", (path: string) => writeFileSync(path, "presage"), /has 7 bytes, and was written with/],
  ] as const)
    it(`sees that a file ${what} and goes on with a whole backup, also after a start`, async (test) => {
      const name = `seen-${what}`;
      const { archiver, path } = await archiveIn(test, name);
      await archiver.writeBackup();
      await commit();
      const file = await archiver.writeJournal();
      await commit();
      await archiver.writeJournal();
      assert.equal(await archiver.look(), undefined);
      damage(join(path, file!.name));
      const started = createArchiver({
        url: exchange.databaseUrl,
        ...TERMS,
        place: await openDirectory(path),
      });
      test.after(() => started.close());
      const found = await started.open();
      const broken = await archiver.look();
      assert.match(broken!.why, says);
      assert.deepEqual(
        broken!.sound.map(({ number }) => number),
        [0],
      );
      assert.deepEqual([archiver.end(), await archiver.look()], [undefined, undefined]);
      await commit();
      assert.equal(await archiver.writeJournal(), undefined);
      if (what === "is gone")
        assert.match(found.broken!.why, /Journal file 1 of the whole backup of .* is missing/);
      await archiver.writeBackup();
      assert.equal(await archiver.look(), undefined);
      assert.equal((await restored(test, path)).batches, exchange.context.engine.head().seq);
    });

  it("finds a byte that changed when it reads its chain back, and at a start in the first line of the end", async (test) => {
    const { archiver, path } = await archiveIn(test, "read-back");
    const whole = await archiver.writeBackup();
    await commit();
    const end = await archiver.writeJournal();
    assert.equal(await archiver.readBack(), undefined);
    const flip = (name: string, at: (bytes: Buffer) => number): void => {
      const bytes = readFileSync(join(path, name));
      bytes[at(bytes)]! ^= 1;
      writeFileSync(join(path, name), bytes);
    };
    flip(end!.name, (bytes) => bytes.indexOf("{"));
    const started = createArchiver({
      url: exchange.databaseUrl,
      ...TERMS,
      place: await openDirectory(path),
    });
    test.after(() => started.close());
    const { broken, last } = await started.open();
    assert.match(broken!.why, /is not a journal file of Presage: its first line/);
    assert.deepEqual([last, broken!.sound.length, started.end()], [undefined, 1, undefined]);
    flip(end!.name, (bytes) => bytes.indexOf("{"));
    flip(whole.name, (bytes) => bytes.length - 40);
    const found = await archiver.readBack();
    assert.match(found!.why, new RegExp(`${whole.name} is damaged`));
    assert.deepEqual([found!.sound, archiver.end()], [[], undefined]);
  });

  it("is not begun in the place of another exchange, unless a sandbox went back", async (test) => {
    const { archiver, path } = await archiveIn(test, "taken");
    await commit();
    await archiver.writeBackup();
    const other = await createTestDatabase();
    test.after(() => other.close());
    await restoreOnly(other.url, path, 1);
    const place = await openDirectory(path);
    const options = { url: other.url, place, version: "1", masterKey: undefined, keep: DAY_MS };
    const strange = createArchiver({ ...options, mayGoBack: false });
    test.after(() => strange.close());
    await assert.rejects(
      strange.open(),
      /is not in this journal: it is another exchange's.* Name a place of its own/,
    );
    const sandbox = createArchiver({ ...options, mayGoBack: true });
    test.after(() => sandbox.close());
    await sandbox.open();
    assert.equal(sandbox.end(), undefined);
  });

  it("leaves nothing of a write that was cut off, and cleans what a kill left", async (test) => {
    const { archiver, path, place } = await archiveIn(test, "cut");
    const { name } = await archiver.writeBackup();
    const left = join(path, `${name.replace("-000000-", "-000000-")}.4711.new`);
    writeFileSync(left, "half of a file");
    writeFileSync(join(path, "notes.new"), "not of a backup");
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from("half");
      throw new Error("the database went away");
    };
    await assert.rejects(place.write(`x-${name}`, broken()), /the database went away/);
    assert.equal(await place.clean(), 1);
    assert.deepEqual(namesIn(path), ["notes.new", name]);
  });

  it("is refused by a disk with little room, and stops nothing", async (test) => {
    const path = join(root, "full");
    mkdirSync(path);
    const disk = { free: 2 ** 40 };
    const place = await openDirectory(path, { readFree: () => Promise.resolve(disk.free) });
    const { archiver } = await archiveIn(test, "full", { place });
    await archiver.writeBackup();
    disk.free = 2 ** 30;
    await commit();
    await assert.rejects(archiver.writeBackup(), /The disk of .* has 1024 MiB left: a backup of about/);
    assert.equal(namesIn(path).length, 1);
    disk.free = 2 ** 31;
    await archiver.writeBackup();
  });

  it("keeps what the moments of its days need, and removes the rest after the next backup", async (test) => {
    const { archiver, path, clock } = await archiveIn(test, "kept", { keep: DAY_MS });
    mkdirSync(path, { recursive: true });
    const made: string[] = [];
    for (let day = 0; day < 4; day += 1) {
      made.push((await archiver.writeBackup()).name);
      clock.now += DAY_MS;
    }
    assert.deepEqual(namesIn(path), made.slice(2));
  });
});

it("is written by a running exchange, to its last batch when that stops", async (test) => {
  const path = join(root, "running");
  const settings = { PRESAGE_BACKUP_DIR: path, PRESAGE_BACKUP_JOURNAL_EVERY: "1h" };
  const running = await startTestExchange({ endpoints: [], settings });
  const { archive, engine } = running.context;
  await until("a backup is there", () => archive?.state().last !== undefined);
  await running.open(`0x${"5".repeat(40)}`);
  const { seq } = engine.head();
  assert.equal(archive?.state().failing, undefined);
  await running.close();
  const listed = await runPresage(test, ["backups", path, "--json"]);
  const { backups } = JSON.parse(listed.stdout);
  assert.deepEqual([backups.length, backups[0].files, backups[0].seq], [1, 2, seq]);
  const verified = await runPresage(test, ["backups", "verify", path]);
  assert.deepEqual([verified.code, verified.stdout], [0, "All 2 files are whole.\n"]);
  const nowhere = join(root, "nowhere");
  for (const [args, says] of [
    [["backups", "verify", nowhere], `there is no directory ${nowhere}`],
    [["backups", join(path, namesIn(path)[0]!)], "expected a directory, got the file"],
    [
      ["backups", "verfy"],
      "there is neither a directory .* nor an action verfy \\(did you mean verify\\?\\)",
    ],
  ] as const) {
    const refused = await runPresage(test, [...args]);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, new RegExp(`presage: ${says}`));
  }
  assert.deepEqual([existsSync(nowhere), existsSync(join(tmpdir(), "verfy"))], [false, false]);
  const [whole = ""] = namesIn(path);
  const bytes = readFileSync(join(path, whole));
  bytes[bytes.length - 40]! ^= 1;
  writeFileSync(join(path, whole), bytes);
  const damaged = await runPresage(test, ["backups", "verify", path]);
  assert.match(
    damaged.stdout,
    new RegExp(`^(The backup )?${whole} is damaged[^\n]*\n1 fault in 2 files\\.\n$`),
  );
  rmSync(join(path, whole));
  const missing = await runPresage(test, ["backups", "verify", path]);
  assert.equal(missing.code, 1);
  assert.match(missing.stdout, /^The whole backup of .* is missing: [^\n]*\n1 fault in 1 file\.\n$/);
  const gap = await runPresage(test, ["backups", path]);
  assert.equal(gap.code, 1);
  assert.match(
    gap.stdout,
    /There is no scheduled backup in .*\nThe whole backup of .* is missing: the file after it/,
  );
});

it("is begun anew by a running exchange that finds a file gone, which counts as a failure until then", async (test) => {
  const path = join(root, "parents", "live");
  const settings = { PRESAGE_BACKUP_DIR: path, PRESAGE_BACKUP_JOURNAL_EVERY: "1s" };
  const running = await startTestExchange({ endpoints: [], settings });
  test.after(() => running.close());
  const { archive } = running.context;
  const numbered = (number: number): string | undefined =>
    namesIn(path).find((name) => readName(name)?.number === number);
  await until("a backup is there", () => archive?.state().last?.verified === true);
  const first = archive!.state().last!.name;
  await running.open(`0x${"5".repeat(40)}`);
  await until("a journal file is there", () => numbered(1) !== undefined);
  await running.open(`0x${"6".repeat(40)}`);
  await until("another one is there", () => numbered(2) !== undefined);
  rmSync(join(path, numbered(1)!));
  await until(
    "a new backup is there",
    () => archive!.state().last?.name !== first && archive!.state().last !== undefined,
  );
  await until("all is well", () => archive!.state().failing === undefined);
  assert.notEqual(archive!.state().failed, undefined);
  await running.open(`0x${"7".repeat(40)}`);
  const { seq } = running.context.engine.head();
  await until("the new chain goes on", () => chooseFiles(namesIn(path), undefined, path).at(-1)?.seq === seq);
});

it("makes a directory with those above it, and ends where the system takes none", async () => {
  await makeDirectory(join(root, "a", "b", "c"));
  await makeDirectory(join(root, "a", "b", "c"));
  assert.ok(existsSync(join(root, "a", "b", "c")));
  for (const path of ["/proc/presage", "/proc/presage/deeper"])
    await assert.rejects(makeDirectory(path), /the directory \/proc\/presage cannot be made: .*ENOENT/);
  writeFileSync(join(root, "a", "file"), "");
  await assert.rejects(
    makeDirectory(join(root, "a", "file", "x")),
    /a name above it is that of a file \(ENOTDIR\)/,
  );
  await assert.rejects(openDirectory(join(root, "a", "file")), /expected a directory, got the file/);
});

describe("names of an archive", () => {
  const file = (chain: number, number: number): string =>
    nameFile({ chain, number, made: chain + number, seq: 7, at: 5 }, "0123456789abcdef").name;

  it("say what is in a file, and are those of nothing else", () => {
    const name = file(FIRST, 3);
    assert.equal(
      name,
      "presage-20260601T120000000Z-000003-20260601T120000003Z-7-19700101T000000005Z-01234567.journal",
    );
    assert.deepEqual(readName(name), {
      name,
      kind: "journal",
      chain: FIRST,
      number: 3,
      made: FIRST + 3,
      seq: 7,
      at: 5,
      head: "01234567",
    });
    for (const other of [
      "presage.backup",
      `${name}.1.new`,
      name.replace("journal", "backup"),
      name.replace("0601", "0699"),
    ])
      assert.equal(readName(other), undefined, other);
  });

  it("tell chains apart, and which nothing needs any more", () => {
    const names = [
      file(1_000, 0),
      file(1_000, 1),
      file(2_000, 0),
      file(2_000, 2),
      file(3_000, 1),
      file(4_000, 0),
    ];
    assert.deepEqual(
      listChains(names).map((chain) => chain.map(({ name }) => name)),
      [[names[0], names[1]], [names[2]], [names[5]]],
    );
    assert.deepEqual(
      listGaps(names).map((gap) => [gap.chain, gap.first, gap.last, gap.beyond.length]),
      [
        [2_000, 1, 1, 1],
        [3_000, 0, 0, 1],
      ],
    );
    assert.deepEqual(listGaps([names[0]!, names[5]!]), []);
    assert.deepEqual(listGaps([file(1_000, 0), file(1_000, 4), file(1_000, 5)]).map(gapText), [
      "Journal files 1 to 3 of the whole backup of 1970-01-01T00:00:01.000Z, with what came after batch 7, are missing: the 2 files after it, up to batch 7 of 1970-01-01T00:00:00.005Z, cannot be restored.",
    ]);
    assert.deepEqual(listGaps([file(3_000, 1)]).map(gapText), [
      "The whole backup of 1970-01-01T00:00:03.000Z is missing: the file after it, up to batch 7 of 1970-01-01T00:00:00.005Z, cannot be restored.",
    ]);
    const [healed] = listGaps([file(1_000, 0), file(1_000, 2), file(2_000, 0)]).map(gapText);
    assert.match(
      healed!,
      /cannot be restored\. The whole backup of 1970-01-01T00:00:02\.000Z goes up to batch 7: --to takes their batches from it/,
    );
    assert.deepEqual(listExpired(names, 999), []);
    assert.deepEqual(listExpired(names, 1_999), []);
    assert.deepEqual(listExpired(names, 2_000), names.slice(0, 2));
    assert.deepEqual(listExpired(names, 9_999), names.slice(0, 5));
  });
});

async function restoreOnly(url: string, path: string, seq: number): Promise<void> {
  const backup = await openChain(
    chooseFiles(namesIn(path), undefined, path).map(({ name }) => join(path, name)),
  );
  await restoreBackup({ url, backup, lastSeq: seq });
}
