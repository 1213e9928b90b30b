/** A backup with the journal files after it, read as one backup up to the end of the last file. */
import { basename } from "node:path";
import { elementAt } from "../../core/element-at.ts";
import type { BackupFile, BackupHeader } from "../backup/backup-file.ts";
import { openBackupFile } from "../backup/backup-file.ts";
import { openFramed } from "../backup/framed-file.ts";
import type { FramedFile } from "../backup/framed-file.ts";
import { JOURNAL } from "../backup/kept-tables.ts";
import { asBackupHeader, JOURNAL_FILE } from "./journal-file.ts";
import type { JournalHeader } from "./journal-file.ts";

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
    if (!follows(before, file))
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
const follows = (
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
