/**
 * A journal file: the batches after the previous file in its chain, and those tables beside the journal that changed since.
 * It names the previous file's last batch and hash, so the chain itself shows whether it is complete. Its lines are those
 * of a backup.
 */
import { createHash } from "node:crypto";
import { Type } from "typebox";
import type { Static } from "typebox";
import { Check } from "typebox/schema";
import { HEADER_FIELDS } from "../backup/backup-file.ts";
import type { BackupHeader } from "../backup/backup-file.ts";
import type { FileKind } from "../backup/framed-file.ts";
import { JOURNAL, listBackedUpTables } from "../backup/backed-up-tables.ts";
import { listBatchLines, listRowLines } from "../backup/write-backup.ts";
import type { JournalHead } from "../../store/journal/journal.ts";
import type { Sql } from "../../store/sql/database.ts";

const { seq, hash } = HEADER_FIELDS;

const JournalHeader = Type.Object({
  ...HEADER_FIELDS,
  after: Type.Object({ seq, hash }),
  /** Hash of the previous file. */
  previous: hash,
  /** Hash of each table beside the journal, as of this file. */
  tables: Type.Record(Type.String(), Type.String()),
});

export type JournalHeader = Static<typeof JournalHeader>;

export const JOURNAL_FILE: FileKind<JournalHeader> = {
  word: "presage-journal",
  noun: "journal file",
  isHeader: (value): value is JournalHeader => Check(JournalHeader, value),
};

/** Hashes of tables by their names. */
export type TableHashes = Readonly<Record<string, string>>;

/** Hashes the tables beside the journal; hashes in `known` are reused. */
export async function hashTables(sql: Sql, known: TableHashes): Promise<TableHashes> {
  const hashes: Record<string, string> = {};
  for (const table of await listBackedUpTables(sql))
    hashes[table] = known[table] ?? (await hashTable(sql, table));
  return hashes;
}

async function hashTable(sql: Sql, table: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const line of listRowLines(sql, table)) digest.update(`${line}\n`);
  return digest.digest("hex");
}

/** Yields the lines of a backup unchanged, and adds the hashes of its tables to `hashes` meanwhile. */
export async function* hashTableLines(
  lines: AsyncIterable<string>,
  hashes: Record<string, string>,
): AsyncGenerator<string> {
  let table = "";
  let digest = createHash("sha256");
  for await (const line of lines) {
    yield line;
    if (table === JOURNAL) continue;
    if (!line.startsWith("#")) digest.update(`${line}\n`);
    else {
      if (table !== "") hashes[table] = digest.digest("hex");
      digest = createHash("sha256");
      table = line.slice(1);
    }
  }
}

/** Lists tables whose hashes differ. */
export const listChanged = (before: TableHashes, now: TableHashes): string[] =>
  Object.keys(now).filter((table) => now[table] !== before[table]);

type JournalContent = {
  readonly after: JournalHead;
  readonly last: number;
  readonly tables: readonly string[];
};

/** Yields the lines of a journal file: of these tables, and of the batches after one. */
export async function* listJournalLines(
  sql: Sql,
  { after, last, tables }: JournalContent,
): AsyncGenerator<string> {
  for (const table of tables) {
    yield `#${table}`;
    yield* listRowLines(sql, table);
  }
  yield `#${JOURNAL}`;
  yield* listBatchLines(sql, after, { last });
}

/** Converts the header of a chain's file to that of a backup with the same end. */
export const asBackupHeader = (header: JournalHeader): BackupHeader => {
  const { after: _, previous: __, tables: ___, ...backup } = header;
  return backup;
};
