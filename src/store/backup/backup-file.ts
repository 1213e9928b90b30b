/**
 * The file of a backup: a line that says what it is, readable with `head -n 1`; the tables as lines, compressed; and a
 * SHA-256 over all that comes before it. Every format of it, also those to come, begins with `presage-backup` and the
 * format's number, and ends with that hash.
 *
 * The lines: `!` and the master key where it is in; `#` and the name of a table, then its rows as JSON objects; the
 * journal is the last table.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { Type } from "typebox";
import type { Static } from "typebox";
import { Check } from "typebox/schema";

export type BackupHeader = Static<typeof BackupHeader>;

const BackupHeader = Type.Object({
  /** The release that made it. */
  presage: Type.String(),
  /** Time of the backup, ISO 8601. */
  time: Type.String(),
  /** The migrations that its tables had, in order. */
  migrations: Type.Array(Type.String()),
  /** The last batch of its journal, 0 where there is none: when it was, milliseconds, and its hash. */
  seq: Type.Integer({ minimum: 0 }),
  at: Type.Integer({ minimum: 0 }),
  hash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
  masterKey: Type.Object({
    included: Type.Boolean(),
    /** Tells the key from others, and gives nothing of it away. */
    fingerprint: Type.Optional(Type.String()),
  }),
});

const FORMAT = 1;
const FIRST_LINE = /^presage-backup (\d{1,9}) (\{.*\})\n/;
const MAGIC = Buffer.from("presage-backup ");
const HASH_BYTES = 32;
/** No first line is longer. */
const LONGEST_FIRST_LINE = 1 << 16;
const PIECE_BYTES = 1 << 16;

/** The bytes of a backup with these lines, each without its line feed. */
export async function* writeBackupFile(
  header: BackupHeader,
  lines: AsyncIterable<string>,
): AsyncGenerator<Buffer> {
  const digest = createHash("sha256");
  const noted = (piece: Buffer): Buffer => {
    digest.update(piece);
    return piece;
  };
  yield noted(Buffer.from(`presage-backup ${FORMAT} ${JSON.stringify(header)}\n`));
  // What goes wrong with one of them ends the last, whose reader gets to know.
  const compressed = pipeline(Readable.from(joinLines(lines)), createZstdCompress(), () => {});
  for await (const piece of compressed) yield noted(piece);
  yield digest.digest();
}

async function* joinLines(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let waiting: string[] = [];
  let length = 0;
  for await (const line of lines) {
    waiting.push(line, "\n");
    length += line.length;
    if (length < PIECE_BYTES) continue;
    yield Buffer.from(waiting.join(""));
    waiting = [];
    length = 0;
  }
  if (waiting.length > 0) yield Buffer.from(waiting.join(""));
}

export type BackupFile = {
  readonly header: BackupHeader;
  /** Reads the lines from the first on; can be called again. */
  lines(): AsyncGenerator<string>;
};

/** Opens a backup that is whole. Throws one clear sentence when the file is something else, or not as it was written. */
export async function openBackupFile(path: string): Promise<BackupFile> {
  const { start, size, whole } = await readable(path, () => inspect(path));
  if (!start.subarray(0, MAGIC.length).equals(MAGIC))
    throw new Error(`${path} is not a backup of Presage: it does not begin as one`);
  if (!whole)
    throw new Error(
      `The backup ${path} is damaged or incomplete: its content does not have the hash at its end. Nothing was restored.`,
    );
  const { header, length } = readHeader(path, start);
  return { header, lines: () => readLines(path, { start: length, end: size - HASH_BYTES - 1 }) };
}

async function readable<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The backup ${path} cannot be read: ${why}`, { cause: error });
  }
}

type InspectedFile = {
  /** Bytes at the start of the file, as many as a first line may have. */
  readonly start: Buffer;
  readonly size: number;
  readonly whole: boolean;
};

async function inspect(path: string): Promise<InspectedFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return { start: await readStart(file), size, whole: await isWhole(file, size) };
  } finally {
    await file.close();
  }
}

async function readStart(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST_FIRST_LINE), 0, LONGEST_FIRST_LINE, 0);
  return buffer.subarray(0, bytesRead);
}

async function isWhole(file: FileHandle, size: number): Promise<boolean> {
  const end = size - HASH_BYTES;
  if (end < MAGIC.length) return false;
  const digest = createHash("sha256");
  const content = file.createReadStream({
    start: 0,
    end: end - 1,
    autoClose: false,
    highWaterMark: PIECE_BYTES * 16,
  });
  for await (const piece of content) digest.update(piece);
  const { buffer } = await file.read(Buffer.alloc(HASH_BYTES), 0, HASH_BYTES, end);
  return digest.digest().equals(buffer);
}

/** The header, and the bytes of its line. */
function readHeader(path: string, start: Buffer): { header: BackupHeader; length: number } {
  const [line, format, text] = FIRST_LINE.exec(start.toString("utf8")) ?? [];
  if (line === undefined || text === undefined)
    throw new Error(`${path} is not a backup of Presage: its first line is not that of one`);
  if (Number(format) !== FORMAT)
    throw new Error(
      `The backup ${path} has format ${format}, and this release reads format ${FORMAT}: restore it with the release that made it, or a newer one.`,
    );
  const header: unknown = JSON.parse(text);
  if (!Check(BackupHeader, header))
    throw new Error(`${path} is not a backup of Presage: its first line is not that of one`);
  return { header, length: Buffer.byteLength(line) };
}

async function* readLines(
  path: string,
  place: { readonly start: number; readonly end: number },
): AsyncGenerator<string> {
  const content = pipeline(createReadStream(path, place), createZstdDecompress(), () => {});
  const begun: Buffer[] = [];
  for await (const piece of content as AsyncIterable<Buffer>) {
    let from = 0;
    for (let to = piece.indexOf(10); to >= 0; to = piece.indexOf(10, from)) {
      yield Buffer.concat([...begun.splice(0), piece.subarray(from, to)]).toString("utf8");
      from = to + 1;
    }
    begun.push(piece.subarray(from));
  }
}
