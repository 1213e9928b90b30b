/** A backup with the journal files after it, read as one backup up to the end of the last file. */
import { basename } from "node:path";
import { elementAt } from "../../core/values/element-at.ts";
import { openBackupFile } from "../backup/backup-file.ts";
import type { BackupFile, BackupHeader } from "../backup/backup-file.ts";
import { openFramed } from "../backup/framed-file.ts";
import type { FramedFile } from "../backup/framed-file.ts";
import { JOURNAL } from "../backup/backed-up-tables.ts";
import { gapText, getLastFile, listChains, listGaps } from "./archived-file.ts";
import type { ArchivedFile } from "./archived-file.ts";
import { DamagedFile, checkFile } from "./check-file.ts";
import { JOURNAL_FILE, asBackupHeader } from "./journal-file.ts";
import type { JournalHeader } from "./journal-file.ts";
import type { BackupStorage, StoredFile } from "./backup-storage.ts";

/** The first file of a chain that cannot be used, with the reason. */
export class BrokenFile extends Error {
  readonly file: string;
  constructor(path: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.file = basename(path);
  }
}

/**
 * Opens files by path, in the order of their chain. Throws `BrokenFile` if one is incomplete or does not follow its
 * predecessor. The error has the file's name, by default that of its path.
 */
export async function openChain(
  paths: readonly string[],
  nameOf: (path: string) => string = (path) => path,
): Promise<BackupFile> {
  const first = elementAt(paths, 0);
  const backup = await usable(first, openBackupFile(first, nameOf(first)));
  const followers: FramedFile<JournalHeader>[] = [];
  let before: FramedFile<BackupHeader> = backup;
  for (const path of paths.slice(1)) {
    const file = await usable(path, openFramed(JOURNAL_FILE, path, nameOf(path)));
    if (!isSuccessor(before, file))
      throw new BrokenFile(path, `The journal file ${nameOf(path)} does not follow the file before it.`);
    followers.push(file);
    before = file;
  }
  const last = followers.at(-1);
  if (last === undefined) return backup;
  return { header: asBackupHeader(last.header), lines: () => joinLines(backup, followers) };
}

const usable = <T>(path: string, opening: Promise<T>): Promise<T> =>
  opening.catch((error: unknown) => {
    throw new BrokenFile(path, error);
  });

/** Returns whether a journal file names another file as its predecessor. */
const isSuccessor = (
  { hash, header }: Pick<FramedFile<BackupHeader>, "hash" | "header">,
  { header: { after, previous } }: Pick<FramedFile<JournalHeader>, "header">,
): boolean => previous === hash.toString("hex") && after.seq === header.seq && after.hash === header.hash;

/** Yields each table from the last file that has it, then the batches of all files. */
async function* joinLines(
  backup: BackupFile,
  followers: readonly FramedFile<JournalHeader>[],
): AsyncGenerator<string> {
  const files: readonly BackupFile[] = [backup, ...followers];
  const lastWith = await findLast(files);
  for (const [index, file] of files.entries())
    for await (const { table, line } of listTableLines(file)) if (lastWith.get(table) === index) yield line;
  yield `#${JOURNAL}`;
  for (const file of files) yield* listBatchLines(file);
}

/** The index of the last file that has a table, by the table's name. */
async function findLast(files: readonly BackupFile[]): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const [index, file] of files.entries())
    for await (const { table } of listTableLines(file)) found.set(table, index);
  return found;
}

/** Yields lines before the journal, each with its table; lines without a table, such as the master key, are skipped. */
async function* listTableLines(
  file: BackupFile,
): AsyncGenerator<{ readonly table: string; readonly line: string }> {
  let table = "";
  for await (const line of file.lines()) {
    if (line === `#${JOURNAL}`) return;
    if (line.startsWith("#")) table = line.slice(1);
    if (table !== "") yield { table, line };
  }
}

async function* listBatchLines(file: BackupFile): AsyncGenerator<string> {
  let inJournal = false;
  for await (const line of file.lines()) {
    if (inJournal) yield line;
    else inJournal = line === `#${JOURNAL}`;
  }
}

// Full backups of a location with the journal files after each, as operators see them.

export type ArchivedChain = {
  /** File of the full backup. */
  readonly backup: string;
  /** Time of the full backup, ms since 1970. */
  readonly made: number;
  /** Number of files of the chain, including the backup. */
  readonly files: number;
  readonly bytes: number;
  /** Time up to which it is complete, ms since 1970. */
  readonly until: number;
  /** The last batch in it; 0 if there is none. */
  readonly seq: number;
};

/** The chains of a location, and what is missing in it. */
export type ArchivedFiles = {
  readonly chains: readonly ArchivedChain[];
  /** A sentence for each file that is missing before others. */
  readonly gaps: readonly string[];
};

/** Describes chains and gaps of a location. */
export const describeFiles = (files: readonly StoredFile[]): ArchivedFiles => ({
  chains: describeChains(files),
  gaps: listGaps(files.map(({ name }) => name)).map(gapText),
});

/** Describes the chains that can be restored, by the time of their backups. */
function describeChains(files: readonly StoredFile[]): ArchivedChain[] {
  const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]));
  return listChains([...sizes.keys()]).map((chain) => {
    const { chain: made, made: until, seq } = getLastFile(chain);
    const bytes = chain.reduce((sum, { name }) => sum + (sizes.get(name) ?? 0), 0);
    return { backup: chain[0]?.name ?? "", made, files: chain.length, bytes, until, seq };
  });
}

// Checks of the chain that is being continued: whether its files exist, with the same length and content.

/** A complete file in the location. */
export type WrittenFile = ArchivedFile & { readonly bytes: number };

/** A chain that cannot be continued. */
export type BrokenChain = {
  readonly why: string;
  /** Files before the first that is missing or damaged. */
  readonly sound: readonly WrittenFile[];
};

/** Finds the first file that is missing from a listing, or has another length there. */
export function findLoss(
  chain: readonly WrittenFile[],
  listed: readonly StoredFile[],
): BrokenChain | undefined {
  const sizes = new Map(listed.map(({ name, bytes }) => [name, bytes]));
  const index = chain.findIndex(({ name, bytes }) => sizes.get(name) !== bytes);
  const file = chain[index];
  if (file === undefined) return undefined;
  const size = sizes.get(file.name);
  const why =
    size === undefined
      ? `${file.name} is missing`
      : `${file.name} has ${size} bytes, and was written with ${file.bytes}`;
  return { why, sound: chain.slice(0, index) };
}

/** Reads a chain back, and finds the first file that is damaged or does not follow its predecessor. */
export async function findDamaged(
  place: BackupStorage,
  chain: readonly WrittenFile[],
): Promise<BrokenChain | undefined> {
  let before = "";
  for (const [index, file] of chain.entries()) {
    const broken = (why: string): BrokenChain => ({ why, sound: chain.slice(0, index) });
    try {
      const { header, hash } = await checkFile(place, file);
      if ("previous" in header && header.previous !== before)
        return broken(`${file.name} does not follow the file before it`);
      before = hash.toString("hex");
    } catch (error) {
      if (error instanceof DamagedFile) return broken(error.message);
      throw error;
    }
  }
  return undefined;
}

const HOUR_MS = 3_600_000;
const MAX_PAUSE_MS = 24 * HOUR_MS;
/** Bytes of a chain that are read back per second: a low rate, as some stores charge for reads. */
const BYTES_PER_SECOND = 65_536;

/** Returns the interval of reading back a chain, ms: an hour, and up to a day if it is long. */
export function readingPause(chain: readonly WrittenFile[]): number {
  const bytes = chain.reduce((sum, file) => sum + file.bytes, 0);
  return Math.min(Math.max((bytes / BYTES_PER_SECOND) * 1_000, HOUR_MS), MAX_PAUSE_MS);
}
