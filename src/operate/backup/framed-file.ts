/**
 * Files that prove their own integrity. They have a header line that says what the file is, readable with `head -n 1`;
 * lines of compressed content; and a SHA-256 of everything before it. Every format, including future ones, starts with
 * the word of its kind and the format number, and ends with that hash.
 */
import { createHash } from "node:crypto";
import { createReadStream, rmSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable, pipeline } from "node:stream";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { syncPath } from "../../store/server/disk-space.ts";
import { withPath } from "../../store/server/server-log.ts";

/** A kind of file, by the header that it has. */
export type FileKind<Header> = {
  /** The first word of the file. */
  readonly word: string;
  /** The name of such a file in messages: "backup". */
  readonly noun: string;
  readonly isHeader: (value: unknown) => value is Header;
};

export type FramedFile<Header> = {
  readonly header: Header;
  /** SHA-256 of the file without the hash at its end. */
  readonly hash: Buffer;
  /** Reads the lines from the first one on; may be called repeatedly. */
  lines(): AsyncGenerator<string>;
};

const FORMAT = 1;
export const HASH_BYTES = 32;
/** Maximum length of the first line. */
export const MAX_FIRST_LINE_LENGTH = 1 << 16;
const CHUNK_BYTES = 1 << 16;

/** Yields the bytes of a file with these lines, given without line feeds. */
export async function* writeFramed(
  word: string,
  header: object,
  lines: AsyncIterable<string>,
): AsyncGenerator<Buffer> {
  const digest = createHash("sha256");
  const noted = (piece: Buffer): Buffer => {
    digest.update(piece);
    return piece;
  };
  yield noted(Buffer.from(`${word} ${FORMAT} ${JSON.stringify(header)}\n`));
  // An error in either stream ends the last one, so its reader gets it.
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
    if (length < CHUNK_BYTES) continue;
    yield Buffer.from(waiting.join(""));
    waiting = [];
    length = 0;
  }
  if (waiting.length > 0) yield Buffer.from(waiting.join(""));
}

/**
 * Opens a complete file. Throws one clear sentence if it is something else or differs from what was written. `name` is
 * used in messages, such as the original name of a copy.
 */
export async function openFramed<Header>(
  kind: FileKind<Header>,
  path: string,
  name = path,
): Promise<FramedFile<Header>> {
  const { start, size, hash } = await readable(kind, name, () => inspect(path));
  assertFileKind(kind, name, start);
  if (hash === undefined) throw new Error(damagedText(kind, name));
  const { header, length } = readHeader(kind, name, start);
  const place = { start: length, end: size - HASH_BYTES - 1 };
  return { header, hash, lines: () => splitLines(createReadStream(path, place)) };
}

/** Says that a file differs from what was written. */
export const damagedText = ({ noun }: Pick<FileKind<unknown>, "noun">, name: string): string =>
  `The ${noun} ${name} is damaged or incomplete: its content does not have the hash at its end.`;

async function readable<T>(kind: FileKind<unknown>, name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The ${kind.noun} ${name} cannot be read: ${why}`, { cause: error });
  }
}

type InspectedFile = {
  /** Start of the file, with the maximum length of a first line. */
  readonly start: Buffer;
  readonly size: number;
  /** Hash at its end; `undefined` if it does not match the content. */
  readonly hash: Buffer | undefined;
};

async function inspect(path: string): Promise<InspectedFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return { start: await readStart(file), size, hash: await findHash(file, size) };
  } finally {
    await file.close();
  }
}

async function readStart(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(
    Buffer.alloc(MAX_FIRST_LINE_LENGTH),
    0,
    MAX_FIRST_LINE_LENGTH,
    0,
  );
  return buffer.subarray(0, bytesRead);
}

async function findHash(file: FileHandle, size: number): Promise<Buffer | undefined> {
  const end = size - HASH_BYTES;
  if (end < 1) return undefined;
  const digest = createHash("sha256");
  const content = file.createReadStream({
    start: 0,
    end: end - 1,
    autoClose: false,
    highWaterMark: CHUNK_BYTES * 16,
  });
  for await (const piece of content) digest.update(piece);
  const { buffer } = await file.read(Buffer.alloc(HASH_BYTES), 0, HASH_BYTES, end);
  return digest.digest().equals(buffer) ? buffer : undefined;
}

/** Throws if a file does not start as one of its kind. */
export function assertFileKind({ word, noun }: FileKind<unknown>, name: string, start: Buffer): void {
  if (start.subarray(0, word.length + 1).equals(Buffer.from(`${word} `))) return;
  throw new Error(`${name} is not a ${noun} of Presage: it does not begin as one`);
}

/** Reads the header from the start of a file, and the bytes of its line. */
export function readHeader<Header>(
  { noun, isHeader }: FileKind<Header>,
  name: string,
  start: Buffer,
): { readonly header: Header; readonly length: number } {
  const refuse = (): Error =>
    new Error(`${name} is not a ${noun} of Presage: its first line is not that of one`);
  const end = start.indexOf(10);
  const [line, format, text] =
    /^[a-z-]+ (\d{1,9}) (\{.*\})$/.exec(start.toString("utf8", 0, Math.max(end, 0))) ?? [];
  if (line === undefined || text === undefined) throw refuse();
  if (Number(format) !== FORMAT)
    throw new Error(
      `The ${noun} ${name} has format ${format}, and this release reads format ${FORMAT}: restore it with the release that made it, or a newer one.`,
    );
  const header = parseObject(text);
  if (!isHeader(header)) throw refuse();
  return { header, length: end + 1 };
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Yields the lines of compressed content. */
export async function* splitLines(compressed: Readable): AsyncGenerator<string> {
  const content = pipeline(compressed, createZstdDecompress(), () => {});
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

// Writes files of any length that exist only when complete: written beside their target, synced, then renamed to it.

/**
 * Writes these pieces to the file `path`, readable only by its owner, and returns its length. A failure leaves an
 * existing file unchanged.
 */
export async function streamDurably(path: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  // Temporary name with the process id, so that concurrent writers of the same file do not collide.
  const fresh = `${path}.${process.pid}.new`;
  const clear = (): void => rmSync(fresh, { force: true });
  process.once("exit", clear);
  try {
    const length = await writeAll(fresh, pieces);
    await rename(fresh, path);
    syncPath(dirname(path));
    return length;
  } catch (error) {
    throw withPath(path, error);
  } finally {
    clear();
    process.off("exit", clear);
  }
}

async function writeAll(path: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, "w", 0o600);
  let length = 0;
  try {
    for await (const piece of pieces) {
      await file.writeFile(piece);
      length += piece.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return length;
}
