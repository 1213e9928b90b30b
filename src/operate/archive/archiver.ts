/** Writes the files of an archive: full backups, and journal files after them. Each file is read back before it counts. */
import { BACKUP, writeBackupFile } from "../backup/backup-file.ts";
import type { BackupHeader } from "../backup/backup-file.ts";
import { HASH_BYTES, MAX_FIRST_LINE_LENGTH, readHeader, writeFramed } from "../backup/framed-file.ts";
import { readBackupContent } from "../backup/write-backup.ts";
import { readHead } from "../../store/journal/journal.ts";
import type { JournalHead } from "../../store/journal/journal.ts";
import { openDatabase } from "../../store/sql/database.ts";
import type { Sql } from "../../store/sql/database.ts";
import { inSnapshot } from "../../store/sql/table-stream.ts";
import {
  MAX_FILES,
  getLastFile,
  gapText,
  listChains,
  listGaps,
  nameFile,
  findNewestChain,
  chainPrefix,
  readName,
} from "./archived-file.ts";
import type { ArchivedFile } from "./archived-file.ts";
import { DamagedFile, checkFile } from "./check-file.ts";
import { listExpired } from "./choose-files.ts";
import { JOURNAL_FILE, hashTableLines, hashTables, listChanged, listJournalLines } from "./journal-file.ts";
import type { JournalHeader, TableHashes } from "./journal-file.ts";
import type { BackupStorage } from "./backup-storage.ts";
import { findDamaged, findLoss, readingPause } from "./read-chain.ts";
import type { BrokenChain, WrittenFile } from "./read-chain.ts";

// Marks of tables, which change whenever a table does: the server's own count of its changes. A table with an unchanged
// mark need not be read again. The server counts with a delay, so marks are read before the tables that they are stored
// with.

/** Marks by the names of tables. */
type TableMarks = Readonly<Record<string, string>>;

/** Reads the marks. A crash of the server resets its counts and ends the session, whose number is part of every mark. */
async function readTableMarks(sql: Sql): Promise<TableMarks> {
  const rows = await sql<{ name: string; mark: string }[]>`
    select stat.relname as name, concat_ws('/', pg_backend_pid(), class.relfilenode,
      n_tup_ins, n_tup_upd, n_tup_del) as mark
    from pg_stat_user_tables stat join pg_class class on class.oid = stat.relid
    where stat.schemaname = current_schema()`;
  return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]));
}

// The end of an existing archive, as an exchange finds it at its start.

/** The end of a chain. */
type ChainTip = {
  readonly file: ArchivedFile;
  readonly header: BackupHeader | JournalHeader;
  /** Hash of the file, hexadecimal. */
  readonly hash: string;
  readonly tables: TableHashes;
  readonly marks: TableMarks;
};

type FoundArchive = {
  /** The full backup of the current chain; `undefined` if one must come first. */
  readonly last: WrittenFile | undefined;
  /** The newest chain, if it cannot be continued. */
  readonly broken: BrokenChain | undefined;
};

/** The end of an archive, with everything needed to continue it. */
type FoundEnd = FoundArchive & {
  readonly tip: ChainTip | undefined;
  /** Files up to the tip; empty if there is no tip. */
  readonly chain: readonly WrittenFile[];
  /** Time of the last file. */
  readonly latest: number;
  /** Length of the last full backup. */
  readonly bytes: number;
};

type EndSearch = { readonly place: BackupStorage; readonly sql: Sql; readonly mayGoBack: boolean };

/** Finds an archive's end. Throws if its last batch is not in this journal, unless `mayGoBack`. */
async function findEnd({ place, sql, mayGoBack }: EndSearch): Promise<FoundEnd> {
  const sizes = new Map((await place.list()).map(({ name, bytes }) => [name, bytes]));
  const names = [...sizes.keys()];
  const chain = (findNewestChain(listChains(names)) ?? []).map((file): WrittenFile => ({
    ...file,
    bytes: sizes.get(file.name) ?? 0,
  }));
  const [last] = chain;
  const latest = names.reduce((time, name) => Math.max(readName(name)?.made ?? 0, time), 0);
  const { tip, unreadable } = await readEnd(place, chain);
  const found = { tip: undefined, chain: [], latest, bytes: last?.bytes ?? 0, last: undefined };
  if (tip !== undefined && !(await isInJournal(sql, tip.header))) {
    if (mayGoBack) return { ...found, broken: undefined };
    const { name, seq } = tip.file;
    throw new Error(
      `${name} in ${place.text} has a batch ${seq} that is not in this journal: it is another exchange's, or this one was restored to a time before it. Name a place of its own.`,
    );
  }
  const made = chain.at(-1)?.made ?? 0;
  const gap = listGaps(names).findLast(({ beyond }) => getLastFile(beyond).made > made);
  const why = unreadable ?? (gap && gapText(gap));
  if (why === undefined) return { ...found, tip, chain, last, broken: undefined };
  const sound = chain.slice(0, tip === undefined ? 0 : tip.file.number + 1);
  return { ...found, broken: { why, sound } };
}

/** Finds the last readable file of a chain, and why later ones are not readable. */
async function readEnd(
  place: BackupStorage,
  chain: readonly ArchivedFile[],
): Promise<{ readonly tip: ChainTip | undefined; readonly unreadable: string | undefined }> {
  let unreadable: string | undefined;
  for (const file of chain.toReversed()) {
    const tip = await readChainTip(place, file);
    if (tip instanceof DamagedFile) unreadable = tip.message;
    else return { tip, unreadable };
  }
  return { tip: undefined, unreadable };
}

/** Reads the end of a chain without the rest of the file. */
async function readChainTip(place: BackupStorage, file: ArchivedFile): Promise<ChainTip | DamagedFile> {
  const { name, kind } = file;
  const start = await place.readStart(name, MAX_FIRST_LINE_LENGTH);
  const header = readFirstLine(kind, name, start);
  if (header instanceof DamagedFile) return header;
  const hash = (await place.readEnd(name, HASH_BYTES)).toString("hex");
  return { file, header, hash, tables: "tables" in header ? header.tables : {}, marks: {} };
}

function readFirstLine(
  kind: ArchivedFile["kind"],
  name: string,
  start: Buffer,
): BackupHeader | JournalHeader | DamagedFile {
  try {
    return readHeader<BackupHeader | JournalHeader>(kind === "backup" ? BACKUP : JOURNAL_FILE, name, start)
      .header;
  } catch (error) {
    return new DamagedFile(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Returns whether the last batch of a file is in the journal with the same hash. */
async function isInJournal(sql: Sql, { seq, hash }: BackupHeader): Promise<boolean> {
  if (seq === 0) return true;
  const rows = await sql`select from journal where seq = ${seq} and hash = ${Buffer.from(hash, "hex")}`;
  return rows.length > 0;
}

export type ArchiverOptions = {
  /** Address of the exchange's database. */
  readonly url: string;
  readonly place: BackupStorage;
  /** Version of the release. */
  readonly version: string;
  readonly masterKey: string | undefined;
  /** True if the journal may go back to an earlier state, as in a sandbox. */
  readonly mayGoBack: boolean;
  /** Retention time, ms: within it every moment can be restored. */
  readonly keep: number;
  readonly now?: () => number;
};

export type Archiver = {
  /**
   * Finds the end of the archive, from which journal files continue. Throws if the location has an archive of another
   * exchange.
   */
  open(): Promise<FoundArchive>;
  /** Returns the last file of the current chain; `undefined` if a full backup must come first. */
  end(): ArchivedFile | undefined;
  writeBackup(): Promise<WrittenFile>;
  /** Writes what happened since the last file; `undefined` if nothing did, or a full backup must come first. */
  writeJournal(): Promise<WrittenFile | undefined>;
  /** Checks that all files of the chain exist. A broken chain is not continued: a full backup must come first. */
  look(): Promise<BrokenChain | undefined>;
  /** Reads the chain back. A damaged chain is not continued: a full backup must come first. */
  readBack(): Promise<BrokenChain | undefined>;
  /** Returns the time after which the chain should be read back again, ms. */
  readingPause(): number;
  close(): Promise<void>;
};

const SESSION = "presage backup";

type Archive = ArchiverOptions & {
  readonly now: () => number;
  readonly sql: Sql & { end(options: { timeout: number }): Promise<void> };
  tip: ChainTip | undefined;
  /** Files up to the tip; empty if there is no tip. */
  chain: readonly WrittenFile[];
  /** Time of the last file. */
  latest: number;
  /** Length of the last full backup. */
  lastBytes: number;
};

export function createArchiver(options: ArchiverOptions): Archiver {
  const sql = openDatabase(options.url, { name: SESSION, maxConnections: 1 });
  const archive: Archive = {
    now: Date.now,
    ...options,
    sql,
    tip: undefined,
    chain: [],
    latest: 0,
    lastBytes: 0,
  };
  return {
    open: () => openArchive(archive),
    end: () => archive.tip?.file,
    writeBackup: () => writeBackup(archive),
    writeJournal: () => writeJournal(archive),
    look: () =>
      watch(archive, async ([whole, ...others]) => {
        if (whole === undefined) return undefined;
        return findLoss([whole, ...others], await options.place.list(chainPrefix(whole)));
      }),
    readBack: () => watch(archive, (chain) => findDamaged(options.place, chain)),
    readingPause: () => readingPause(archive.chain),
    close: async () => {
      await sql.end({ timeout: 1 });
      options.place.close();
    },
  };
}

/** Returns a time later than that of every file, even if the clock was set back. */
function nextTime(archive: Archive): number {
  archive.latest = Math.max(archive.now(), archive.latest + 1);
  return archive.latest;
}

async function openArchive(archive: Archive): Promise<FoundArchive> {
  await archive.place.clean();
  const { tip, chain, latest, bytes, ...found } = await findEnd(archive);
  Object.assign(archive, { tip, chain, latest, lastBytes: bytes });
  return found;
}

/** Checks the chain; ends it if it is broken and still the current one. */
async function watch(
  archive: Archive,
  find: (chain: readonly WrittenFile[]) => Promise<BrokenChain | undefined>,
): Promise<BrokenChain | undefined> {
  const [whole] = archive.chain;
  const broken = await find(archive.chain);
  if (broken === undefined || archive.chain[0] !== whole) return undefined;
  archive.tip = undefined;
  archive.chain = [];
  return broken;
}

type Written = {
  readonly file: ArchivedFile;
  readonly header: BackupHeader | JournalHeader;
  readonly bytes: number;
  readonly tables: TableHashes;
};

async function writeBackup(archive: Archive): Promise<WrittenFile> {
  const { url, place, version, masterKey, keep, sql } = archive;
  await place.clean();
  await place.refuseFull(archive.lastBytes);
  const marks = await readTableMarks(sql);
  const made = nextTime(archive);
  const written = await inSnapshot(url, SESSION, async (snapshot): Promise<Written> => {
    const terms = { version, time: new Date(made), masterKey, withKeys: false };
    const { header, lines } = await readBackupContent(snapshot, terms);
    const file = nameFile({ chain: made, number: 0, made, seq: header.seq, at: header.at }, header.hash);
    const tables: Record<string, string> = {};
    const bytes = await place.write(file.name, writeBackupFile(header, hashTableLines(lines, tables)));
    return { file, header, bytes, tables };
  });
  await settle(archive, written, marks);
  archive.lastBytes = written.bytes;
  await removeExpired(place, made - keep);
  return { ...written.file, bytes: written.bytes };
}

async function writeJournal(archive: Archive): Promise<WrittenFile | undefined> {
  const { url, sql, tip: before } = archive;
  if (before === undefined || before.file.number + 1 === MAX_FILES) return undefined;
  const marks = await readTableMarks(sql);
  const written = await inSnapshot(url, SESSION, (snapshot) => writeAfter(archive, snapshot, before, marks));
  if (written === "other-journal" && archive.tip === before) {
    archive.tip = undefined;
    archive.chain = [];
  }
  if (written === undefined || written === "other-journal") return undefined;
  await settle(archive, written, marks, before);
  return { ...written.file, bytes: written.bytes };
}

/** Writes the next file after another one, if anything happened since. */
async function writeAfter(
  archive: Archive,
  snapshot: Sql,
  before: ChainTip,
  marks: TableMarks,
): Promise<Written | "other-journal" | undefined> {
  const { place, version } = archive;
  if (!(await isInJournal(snapshot, before.header))) return "other-journal";
  const head = await readHead(snapshot);
  const tables = await hashTables(snapshot, unchangedTables(before, marks));
  const changed = listChanged(before.tables, tables);
  if (head.seq === before.header.seq && changed.length === 0) return undefined;
  const made = nextTime(archive);
  const { chain, number } = before.file;
  const named = { chain, number: number + 1, made, seq: head.seq, at: head.at };
  const file = nameFile(named, head.hash.toString("hex"));
  const header: JournalHeader = {
    ...before.header,
    presage: version,
    time: new Date(made).toISOString(),
    ...getArchivedHead(head),
    after: { seq: before.header.seq, hash: before.header.hash },
    previous: before.hash,
    tables,
  };
  await place.refuseFull(0);
  const content = { after: asHead(before.header), last: head.seq, tables: changed };
  const lines = listJournalLines(snapshot, content);
  const bytes = await place.write(file.name, writeFramed(JOURNAL_FILE.word, header, lines));
  return { file, header, bytes, tables };
}

/** Reads a file back, and continues after it; removes it if it differs from what was written. */
async function settle(
  archive: Archive,
  { file, header, bytes, tables }: Written,
  marks: TableMarks,
  before?: ChainTip,
): Promise<void> {
  const { place, sql } = archive;
  try {
    const checked = await checkFile(place, file);
    const same = checked.header.hash === header.hash && checked.header.seq === header.seq;
    if (!same || !(await isInJournal(sql, header)))
      throw new Error(`${file.name} does not end as the journal had it`);
    const next = { file, header, hash: checked.hash.toString("hex"), tables, marks };
    if (before !== undefined && archive.tip !== before) return;
    archive.tip = next;
    archive.chain = [...(before === undefined ? [] : archive.chain), { ...file, bytes }];
  } catch (error) {
    await place.remove(file.name).catch(() => {});
    throw error;
  }
}

const getArchivedHead = ({ seq, at, hash }: JournalHead) => ({ seq, at, hash: hash.toString("hex") });
const asHead = ({ seq, at, hash }: BackupHeader): JournalHead => ({
  seq,
  at,
  hash: Buffer.from(hash, "hex"),
});

/** Selects hashes of tables with an unchanged change count on the server. */
const unchangedTables = ({ tables, marks: before }: ChainTip, marks: TableMarks): TableHashes =>
  Object.fromEntries(
    Object.entries(tables).filter(([table]) => marks[table] !== undefined && marks[table] === before[table]),
  );

async function removeExpired(place: BackupStorage, since: number): Promise<void> {
  const names = (await place.list()).map(({ name }) => name);
  for (const name of listExpired(names, since)) await place.remove(name);
}
