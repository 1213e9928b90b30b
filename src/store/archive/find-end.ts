/** The end of an existing archive, as an exchange finds it at its start. */
import { BACKUP } from "../backup/backup-file.ts";
import type { BackupHeader } from "../backup/backup-file.ts";
import { HASH_BYTES, LONGEST_FIRST_LINE, readHeader } from "../backup/framed-file.ts";
import type { Sql } from "../sql/database.ts";
import { endOf, listChains, newestOf, readName } from "./archived-file.ts";
import type { ArchivedFile } from "./archived-file.ts";
import { DamagedFile } from "./check-file.ts";
import { gapText, listGaps } from "./gaps.ts";
import { JOURNAL_FILE } from "./journal-file.ts";
import type { JournalHeader, TableHashes } from "./journal-file.ts";
import type { Place } from "./place.ts";
import type { TableMarks } from "./table-marks.ts";
import type { BrokenChain, WrittenFile } from "./watch-chain.ts";

/** The end of a chain. */
export type Tip = {
  readonly file: ArchivedFile;
  readonly header: BackupHeader | JournalHeader;
  /** Hash of the file, hexadecimal. */
  readonly hash: string;
  readonly tables: TableHashes;
  readonly marks: TableMarks;
};

export type FoundArchive = {
  /** The full backup of the current chain; `undefined` if one must come first. */
  readonly last: WrittenFile | undefined;
  /** The newest chain, if it cannot be continued. */
  readonly broken: BrokenChain | undefined;
};

/** The end of an archive, with everything needed to continue it. */
export type FoundEnd = FoundArchive & {
  readonly tip: Tip | undefined;
  /** Files up to the tip; empty if there is no tip. */
  readonly chain: readonly WrittenFile[];
  /** Time of the last file. */
  readonly latest: number;
  /** Length of the last full backup. */
  readonly bytes: number;
};

type EndSearch = { readonly place: Place; readonly sql: Sql; readonly mayGoBack: boolean };

/** Finds the end of an archive. Throws if it belongs to another exchange, unless this one may have gone back. */
export async function findEnd({ place, sql, mayGoBack }: EndSearch): Promise<FoundEnd> {
  const sizes = new Map((await place.list()).map(({ name, bytes }) => [name, bytes]));
  const names = [...sizes.keys()];
  const chain = (newestOf(listChains(names)) ?? []).map((file): WrittenFile => ({
    ...file,
    bytes: sizes.get(file.name) ?? 0,
  }));
  const [last] = chain;
  const latest = names.reduce((time, name) => Math.max(readName(name)?.made ?? 0, time), 0);
  const { tip, unreadable } = await readEnd(place, chain);
  const found = { tip: undefined, chain: [], latest, bytes: last?.bytes ?? 0, last: undefined };
  if (tip !== undefined && !(await isOfJournal(sql, tip.header))) {
    if (mayGoBack) return { ...found, broken: undefined };
    const { name, seq } = tip.file;
    throw new Error(
      `${name} in ${place.text} has a batch ${seq} that is not in this journal: it is another exchange's, or this one was restored to a time before it. Name a place of its own.`,
    );
  }
  const made = chain.at(-1)?.made ?? 0;
  const gap = listGaps(names).findLast(({ beyond }) => endOf(beyond).made > made);
  const why = unreadable ?? (gap && gapText(gap));
  if (why === undefined) return { ...found, tip, chain, last, broken: undefined };
  const sound = chain.slice(0, tip === undefined ? 0 : tip.file.number + 1);
  return { ...found, broken: { why, sound } };
}

/** Finds the last readable file of a chain, and why later ones are not readable. */
async function readEnd(
  place: Place,
  chain: readonly ArchivedFile[],
): Promise<{ readonly tip: Tip | undefined; readonly unreadable: string | undefined }> {
  let unreadable: string | undefined;
  for (const file of chain.toReversed()) {
    const tip = await readTip(place, file);
    if (tip instanceof DamagedFile) unreadable = tip.message;
    else return { tip, unreadable };
  }
  return { tip: undefined, unreadable };
}

/** Reads the end of a chain without the rest of the file. */
async function readTip(place: Place, file: ArchivedFile): Promise<Tip | DamagedFile> {
  const { name, kind } = file;
  const start = await place.readStart(name, LONGEST_FIRST_LINE);
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
export async function isOfJournal(sql: Sql, { seq, hash }: BackupHeader): Promise<boolean> {
  if (seq === 0) return true;
  const rows = await sql`select from journal where seq = ${seq} and hash = ${Buffer.from(hash, "hex")}`;
  return rows.length > 0;
}
