/**
 * File of a backup. Its lines are: `!` and the master key if included; then for each table `#` with its name, and its
 * rows as JSON objects. The journal is the last table.
 */
import { Type } from "typebox";
import type { Static } from "typebox";
import { Check } from "typebox/schema";
import { openFramed, writeFramed } from "./framed-file.ts";
import type { FileKind, FramedFile } from "./framed-file.ts";

export type BackupHeader = Static<typeof BackupHeader>;

const HASH = "^[0-9a-f]{64}$";

export const HEADER_FIELDS = {
  /** The release that made the backup. */
  presage: Type.String(),
  /** Time of the backup, ISO 8601. */
  time: Type.String(),
  /** The migrations that the backed-up tables had, in order. */
  migrations: Type.Array(Type.String()),
  /** The last batch of its journal, 0 if there is none: its number, time in ms, and hash. */
  seq: Type.Integer({ minimum: 0 }),
  at: Type.Integer({ minimum: 0 }),
  hash: Type.String({ pattern: HASH }),
  masterKey: Type.Object({
    included: Type.Boolean(),
    /** Identifies the master key without revealing anything of it. */
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

/**
 * Opens a complete backup. Throws one clear sentence with the name if the file is something else or differs from what
 * was written.
 */
export const openBackupFile = (path: string, name = path): Promise<FramedFile<BackupHeader>> =>
  openFramed(BACKUP, path, name);
