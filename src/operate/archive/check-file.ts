/** Checks a file at its location: reads all of it back, with the hash at its end and those of its batches. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { BACKUP } from "../backup/backup-file.ts";
import type { BackupHeader } from "../backup/backup-file.ts";
import {
  HASH_BYTES,
  MAX_FIRST_LINE_LENGTH,
  damagedText,
  readHeader,
  assertFileKind,
  splitLines,
} from "../backup/framed-file.ts";
import type { FileKind } from "../backup/framed-file.ts";
import { JOURNAL } from "../backup/backed-up-tables.ts";
import { readBatch } from "../backup/restore-backup.ts";
import { GENESIS_HASH } from "../../store/journal/journal.ts";
import type { JournalHead } from "../../store/journal/journal.ts";
import { findDamage } from "../../store/journal/verify-journal.ts";
import type { ArchivedFile } from "./archived-file.ts";
import { JOURNAL_FILE } from "./journal-file.ts";
import type { JournalHeader } from "./journal-file.ts";
import type { BackupStorage } from "./backup-storage.ts";

// Reads a file as a stream: its lines, and at the end whether it is as it was written.

type ReadFile<Header> = {
  readonly header: Header;
  /** The lines; if the file is incomplete, an error follows the last one. */
  readonly lines: AsyncGenerator<string>;
  /** Returns the hash at the end of the file, once the lines were read. */
  readonly hash: () => Buffer;
};

/** Begins to read a file from these pieces. Throws if it is of another kind. */
async function readFramed<Header>(
  kind: FileKind<Header>,
  name: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<ReadFile<Header>> {
  const digest = createHash("sha256");
  const iterator = pieces[Symbol.asyncIterator]();
  let waiting = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { value, done } = await iterator.next();
    if (done === true) return false;
    waiting = Buffer.concat([waiting, value]);
    return true;
  };
  while (!waiting.includes(10) && waiting.length < MAX_FIRST_LINE_LENGTH && (await more()));
  assertFileKind(kind, name, waiting);
  const { header, length } = readHeader(kind, name, waiting);
  digest.update(waiting.subarray(0, length));
  waiting = waiting.subarray(length);

  /** Yields everything except the hash at the end. */
  async function* content(): AsyncGenerator<Buffer> {
    do {
      const sure = waiting.subarray(0, Math.max(waiting.length - HASH_BYTES, 0));
      waiting = waiting.subarray(sure.length);
      digest.update(sure);
      if (sure.length > 0) yield sure;
    } while (await more());
    if (!digest.digest().equals(waiting)) throw new Error(damagedText(kind, name));
  }
  return { header, lines: splitLines(Readable.from(content())), hash: () => waiting };
}

export type CheckedFile = {
  readonly header: BackupHeader | JournalHeader;
  /** The hash at the end of the file. */
  readonly hash: Buffer;
};

/** Thrown for a file that is not as it was written. */
export class DamagedFile extends Error {}

/**
 * Checks a file. Throws `DamagedFile` if it is not as it was written, or its batches are not consecutive. Errors of an
 * unreadable location are thrown unchanged.
 */
export async function checkFile(place: BackupStorage, file: ArchivedFile): Promise<CheckedFile> {
  const readFailure: { failed?: unknown } = {};
  try {
    return await check(file, recordFailure(place.read(file.name), readFailure));
  } catch (error) {
    if (readFailure.failed !== undefined) throw readFailure.failed;
    const why = error instanceof Error ? error.message : String(error);
    throw new DamagedFile(why.includes(file.name) ? why : `${file.name} is damaged: ${why}`, {
      cause: error,
    });
  }
}

async function* recordFailure(
  pieces: AsyncIterable<Uint8Array>,
  readFailure: { failed?: unknown },
): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
  } catch (error) {
    readFailure.failed = error;
    throw error;
  }
}

async function check({ name, kind }: ArchivedFile, pieces: AsyncIterable<Uint8Array>): Promise<CheckedFile> {
  const read = await readFramed<BackupHeader | JournalHeader>(
    kind === "backup" ? BACKUP : JOURNAL_FILE,
    name,
    pieces,
  );
  const { header, lines } = read;
  let head = firstHead(header);
  let inJournal = false;
  for await (const line of lines) {
    if (inJournal) head = follow(head, line, name);
    else inJournal = line === `#${JOURNAL}`;
  }
  if (head.seq !== header.seq || head.hash.toString("hex") !== header.hash)
    throw new Error(`${name} ends with batch ${head.seq}, and says that it ends with ${header.seq}`);
  return { header, hash: Buffer.from(read.hash()) };
}

const firstHead = (header: BackupHeader | JournalHeader): JournalHead =>
  "after" in header
    ? { seq: header.after.seq, at: 0, hash: Buffer.from(header.after.hash, "hex") }
    : { seq: 0, at: 0, hash: GENESIS_HASH };

function follow(head: JournalHead, line: string, name: string): JournalHead {
  const batch = readBatch(line);
  const [damage] = findDamage(head, batch);
  if (damage !== undefined) throw new Error(`${name} is damaged: ${damage}`);
  return batch;
}
