/** A backup with the journal files after it, read as one backup that ends where the last of them does. */
import type { BackupFile, BackupHeader } from "../backup/backup-file.ts";
import { openBackupFile } from "../backup/backup-file.ts";
import { openFramed } from "../backup/framed-file.ts";
import type { FramedFile } from "../backup/framed-file.ts";
import { JOURNAL } from "../backup/kept-tables.ts";
import { asBackupHeader, JOURNAL_FILE } from "./journal-file.ts";
import type { JournalHeader } from "./journal-file.ts";

/** Opens files by their paths, in the order of their chain. Throws where one is not whole, or does not follow the one before it. */
export async function openChain([first, ...rest]: readonly string[]): Promise<BackupFile> {
  const backup = await openBackupFile(first);
  const followers: FramedFile<JournalHeader>[] = [];
  let before: FramedFile<BackupHeader> = backup;
  for (const path of rest) {
    const file = await openFramed(JOURNAL_FILE, path);
    const { after, previous } = file.header;
    const follows =
      previous === before.hash.toString("hex") &&
      after.seq === before.header.seq &&
      after.hash === before.header.hash;
    if (!follows) throw new Error(`The journal file ${path} does not follow the file before it`);
    followers.push(file);
    before = file;
  }
  const last = followers.at(-1);
  if (last === undefined) return backup;
  return { header: asBackupHeader(last.header), lines: () => joinLines(backup, followers) };
}

/** Each table as the last file has it that has any of it, then the batches of all. */
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

/** Lines before the journal, each with its table; those of no table, as that of the master key, are left out. */
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
