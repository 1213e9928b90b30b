/** Writes the files of an archive: whole backups, and the journal files that follow them. Each is read back before it counts. */
import { BACKUP, writeBackupFile } from "../backup/backup-file.ts";
import type { BackupHeader } from "../backup/backup-file.ts";
import { HASH_BYTES, LONGEST_FIRST_LINE, readHeader, writeFramed } from "../backup/framed-file.ts";
import { readBackupContent } from "../backup/write-backup.ts";
import { readHead } from "../journal/journal.ts";
import type { JournalHead } from "../journal/journal.ts";
import { openDatabase } from "../sql/database.ts";
import type { Sql } from "../sql/database.ts";
import { inSnapshot } from "../sql/table-stream.ts";
import { endOf, listChains, MOST_FILES, nameFile, newestOf } from "./archived-file.ts";
import type { ArchivedFile } from "./archived-file.ts";
import { checkFile } from "./check-file.ts";
import { listExpired } from "./choose-files.ts";
import { hashOnTheWay, hashTables, JOURNAL_FILE, listChanged, listJournalLines } from "./journal-file.ts";
import type { JournalHeader, TableHashes } from "./journal-file.ts";
import type { Place } from "./place.ts";
import { readTableMarks } from "./table-marks.ts";
import type { TableMarks } from "./table-marks.ts";

export type ArchiverOptions = {
  /** Address of the exchange's database. */
  readonly url: string;
  readonly place: Place;
  /** Version of the release. */
  readonly version: string;
  readonly masterKey: string | undefined;
  /** True where a journal may be put back to an earlier state, as in a sandbox. */
  readonly mayGoBack: boolean;
  /** Milliseconds for which every moment is kept. */
  readonly keep: number;
  readonly now?: () => number;
};

/** A file that is whole in its place. */
export type WrittenFile = ArchivedFile & { readonly bytes: number };

export type Archiver = {
  /**
   * Finds the end of the archive, on which journal files follow, and gives the whole backup of its chain. Throws where
   * the place holds another exchange's.
   */
  open(): Promise<WrittenFile | undefined>;
  /** The last file of the chain that is written on; `undefined` where a whole backup must come first. */
  end(): ArchivedFile | undefined;
  writeBackup(): Promise<WrittenFile>;
  /** Writes what happened since the last file; `undefined` where nothing did, or a whole backup must come first. */
  writeJournal(): Promise<WrittenFile | undefined>;
  close(): Promise<void>;
};

/** The end of a chain. */
type Tip = {
  readonly file: ArchivedFile;
  readonly header: BackupHeader | JournalHeader;
  /** Hash of the file, hexadecimal. */
  readonly hash: string;
  readonly tables: TableHashes;
  readonly marks: TableMarks;
};

const SESSION = "presage backup";

type Archive = ArchiverOptions & {
  readonly now: () => number;
  readonly sql: Sql & { end(options: { timeout: number }): Promise<void> };
  tip: Tip | undefined;
  /** Time of the last file. */
  latest: number;
  /** Length of the last whole backup. */
  lastBytes: number;
};

export function createArchiver(options: ArchiverOptions): Archiver {
  const sql = openDatabase(options.url, { name: SESSION, maxConnections: 1 });
  const archive: Archive = { now: Date.now, ...options, sql, tip: undefined, latest: 0, lastBytes: 0 };
  return {
    open: () => openArchive(archive),
    end: () => archive.tip?.file,
    writeBackup: () => writeBackup(archive),
    writeJournal: () => writeJournal(archive),
    close: async () => {
      await sql.end({ timeout: 1 });
      options.place.close();
    },
  };
}

/** Gives a time after that of every file, whatever the clock does. */
function nextTime(archive: Archive): number {
  archive.latest = Math.max(archive.now(), archive.latest + 1);
  return archive.latest;
}

async function openArchive(archive: Archive): Promise<WrittenFile | undefined> {
  const { place, sql, mayGoBack } = archive;
  await place.clean();
  const files = await place.list();
  const newest = newestOf(listChains(files.map(({ name }) => name)));
  const [whole] = newest ?? [];
  if (newest === undefined || whole === undefined) return undefined;
  const file = endOf(newest);
  archive.latest = file.made;
  archive.lastBytes = files.find(({ name }) => name === whole.name)?.bytes ?? 0;
  const found = await readTip(place, file);
  if (await isOfJournal(sql, found.header)) {
    archive.tip = found;
    return { ...whole, bytes: archive.lastBytes };
  }
  if (!mayGoBack)
    throw new Error(
      `${file.name} in ${place.text} has a batch ${file.seq} that is not in this journal: it is another exchange's, or this one was restored to a time before it. Name a place of its own.`,
    );
  return undefined;
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
    const bytes = await place.write(file.name, writeBackupFile(header, hashOnTheWay(lines, tables)));
    return { file, header, bytes, tables };
  });
  await settle(archive, written, marks);
  archive.lastBytes = written.bytes;
  await removeExpired(place, made - keep);
  return { ...written.file, bytes: written.bytes };
}

async function writeJournal(archive: Archive): Promise<WrittenFile | undefined> {
  const { url, sql, tip: before } = archive;
  if (before === undefined || before.file.number + 1 === MOST_FILES) return undefined;
  const marks = await readTableMarks(sql);
  const written = await inSnapshot(url, SESSION, (snapshot) => writeAfter(archive, snapshot, before, marks));
  if (written === "other-journal" && archive.tip === before) archive.tip = undefined;
  if (written === undefined || written === "other-journal") return undefined;
  await settle(archive, written, marks, before);
  return { ...written.file, bytes: written.bytes };
}

/** Writes the file after another, where something happened since. */
async function writeAfter(
  archive: Archive,
  snapshot: Sql,
  before: Tip,
  marks: TableMarks,
): Promise<Written | "other-journal" | undefined> {
  const { place, version } = archive;
  if (!(await isOfJournal(snapshot, before.header))) return "other-journal";
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
    ...headOf(head),
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

/** Reads a file back, and goes on after it; one that is not as it was written is removed. */
async function settle(
  archive: Archive,
  { file, header, tables }: Written,
  marks: TableMarks,
  before?: Tip,
): Promise<void> {
  const { place, sql } = archive;
  try {
    const checked = await checkFile(place, file);
    const same = checked.header.hash === header.hash && checked.header.seq === header.seq;
    if (!same || !(await isOfJournal(sql, header)))
      throw new Error(`${file.name} does not end as the journal had it`);
    const next = { file, header, hash: checked.hash.toString("hex"), tables, marks };
    if (before === undefined || archive.tip === before) archive.tip = next;
  } catch (error) {
    await place.remove(file.name).catch(() => {});
    throw error;
  }
}

const headOf = ({ seq, at, hash }: JournalHead) => ({ seq, at, hash: hash.toString("hex") });
const asHead = ({ seq, at, hash }: BackupHeader): JournalHead => ({
  seq,
  at,
  hash: Buffer.from(hash, "hex"),
});

/** Hashes of tables that stand as they were by the server's own count of changes. */
const unchangedTables = ({ tables, marks: before }: Tip, marks: TableMarks): TableHashes =>
  Object.fromEntries(
    Object.entries(tables).filter(([table]) => marks[table] !== undefined && marks[table] === before[table]),
  );

/** Reads the end of a chain without the rest of the file. */
async function readTip(place: Place, file: ArchivedFile): Promise<Tip> {
  const { name, kind } = file;
  const start = await place.readStart(name, LONGEST_FIRST_LINE);
  const { header } = readHeader<BackupHeader | JournalHeader>(
    kind === "backup" ? BACKUP : JOURNAL_FILE,
    name,
    start,
  );
  const hash = (await place.readEnd(name, HASH_BYTES)).toString("hex");
  return { file, header, hash, tables: "tables" in header ? header.tables : {}, marks: {} };
}

/** Tells if the last batch of a file stands in the journal as the file has it. */
async function isOfJournal(sql: Sql, { seq, hash }: BackupHeader): Promise<boolean> {
  if (seq === 0) return true;
  const rows = await sql`select from journal where seq = ${seq} and hash = ${Buffer.from(hash, "hex")}`;
  return rows.length > 0;
}

async function removeExpired(place: Place, since: number): Promise<void> {
  const names = (await place.list()).map(({ name }) => name);
  for (const name of listExpired(names, since)) await place.remove(name);
}
