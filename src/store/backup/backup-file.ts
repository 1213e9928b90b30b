/**
 * The file of a backup. Its lines: `!` and the master key where it is in; `#` and the name of a table, then its rows as
 * JSON objects; the journal is the last table.
 */
import { Type } from "typebox";
import type { Static } from "typebox";
import { Check } from "typebox/schema";
import { openFramed, writeFramed } from "./framed-file.ts";
import type { FileKind, FramedFile } from "./framed-file.ts";

export type BackupHeader = Static<typeof BackupHeader>;

const HASH = "^[0-9a-f]{64}$";

export const HEADER_FIELDS = {
  /** The release that made it. */
  presage: Type.String(),
  /** Time of the backup, ISO 8601. */
  time: Type.String(),
  /** The migrations that its tables had, in order. */
  migrations: Type.Array(Type.String()),
  /** The last batch of its journal, 0 where there is none: when it was, milliseconds, and its hash. */
  seq: Type.Integer({ minimum: 0 }),
  at: Type.Integer({ minimum: 0 }),
  hash: Type.String({ pattern: HASH }),
  masterKey: Type.Object({
    included: Type.Boolean(),
    /** Tells the key from others, and gives nothing of it away. */
    fingerprint: Type.Optional(Type.String()),
  }),
};

const BackupHeader = Type.Object(HEADER_FIELDS);

export const BACKUP: FileKind<BackupHeader> = {
  word: "presage-backup",
  noun: "backup",
  isHeader: (value): value is BackupHeader => Check(BackupHeader, value),
};

/** A backup, of one file or of several that follow each other. */
export type BackupFile = Pick<FramedFile<BackupHeader>, "header" | "lines">;

export const writeBackupFile = (header: BackupHeader, lines: AsyncIterable<string>): AsyncGenerator<Buffer> =>
  writeFramed(BACKUP.word, header, lines);

/** Opens a backup that is whole. Throws one clear sentence, with the name, when the file is something else, or not as it was written. */
export const openBackupFile = (path: string, name = path): Promise<FramedFile<BackupHeader>> =>
  openFramed(BACKUP, path, name);
