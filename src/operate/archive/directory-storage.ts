/** Directory as location for backups. Writes are rejected while its disk has little space, which the exchange itself needs. */
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { streamDurably } from "../backup/framed-file.ts";
import { readName } from "./archived-file.ts";
import type { BackupStorage, StoredFile } from "./backup-storage.ts";
import { freeBytes } from "../../store/server/disk-space.ts";

const MEBIBYTE = 1024 * 1024;
/** Minimum free space that must remain after a file is written. */
const FLOOR_BYTES = 1024 * MEBIBYTE;
/** Free space below which a write is abandoned. */
const LOWEST_BYTES = 512 * MEBIBYTE;
/** Bytes after which the free space is checked again. */
const CHECK_AFTER_BYTES = 16 * MEBIBYTE;
/** A file that is being written, as `streamDurably` names it. */
const UNFINISHED = /^(.*)\.\d+\.new$/;

export type DirectoryOptions = {
  /** Free bytes of the disk that holds a directory; the system's answer unless given. */
  readonly readFree?: (directory: string) => Promise<number>;
};

/** Creates a directory and its parents one by one: Node's recursive creation never returns on a file system that allows none. */
export async function makeDirectory(path: string): Promise<void> {
  const make = (): Promise<unknown> =>
    mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      // Another process created it meanwhile, or it is no directory, which opening it reports.
      if (error.code !== "EEXIST") throw error;
    });
  try {
    await make();
  } catch (error) {
    const above = dirname(path);
    const missing = await stat(above).then(
      () => false,
      ({ code }: NodeJS.ErrnoException) => code === "ENOENT",
    );
    if (!missing)
      throw new Error(`the directory ${path} cannot be made: ${explainDirectoryError(error)}`, {
        cause: error,
      });
    await makeDirectory(above);
    await make();
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the disk is read-only",
  ENOENT: "the file system there takes no directories",
  ENOTDIR: "a name above it is that of a file",
};

/** Explains in words why the system failed to create or write a directory. */
export function explainDirectoryError(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  const words = REASONS[code];
  return words === undefined ? message : `${words} (${code})`;
}

/** Opens a directory. Throws if it does not exist or is something else. */
export async function openDirectory(
  path: string,
  { readFree = freeBytes }: DirectoryOptions = {},
): Promise<BackupStorage> {
  await assertDirectory(path);
  const openWrites = new Set<string>();
  const at = (name: string): string => join(path, name);

  async function refuseFull(bytes: number): Promise<void> {
    const free = await readFree(path);
    if (free - bytes < FLOOR_BYTES) throw new StorageFull(path, free, bytes);
  }
  async function* watched(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let unseen = 0;
    for await (const piece of pieces) {
      yield piece;
      unseen += piece.length;
      if (unseen < CHECK_AFTER_BYTES) continue;
      unseen = 0;
      const free = await readFree(path);
      if (free < LOWEST_BYTES) throw new StorageFull(path, free, 0);
    }
  }
  return {
    text: path,
    list: (prefix = "") => listFiles(path, prefix),
    write: async (name, pieces) => {
      openWrites.add(name);
      return streamDurably(at(name), watched(pieces)).finally(() => openWrites.delete(name));
    },
    read: (name) => createReadStream(at(name), { highWaterMark: MEBIBYTE }),
    readStart: (name, bytes) => readPart(at(name), () => 0, bytes),
    readEnd: (name, bytes) => readPart(at(name), (size) => size - bytes, bytes),
    remove: (name) => rm(at(name), { force: true }),
    clean: async () => {
      const left = (await readdir(path)).filter((name) => {
        const [, begun = ""] = UNFINISHED.exec(name) ?? [];
        return readName(begun) !== undefined && !openWrites.has(begun);
      });
      for (const name of left) await rm(at(name), { force: true });
      return left.length;
    },
    refuseFull,
    close: () => {},
  };
}

class StorageFull extends Error {
  constructor(path: string, free: number, bytes: number) {
    const room = (count: number): string => `${Math.floor(count / MEBIBYTE)} MiB`;
    super(
      `The disk of ${path} has ${room(free)} left: a backup of about ${room(bytes)} must leave ${room(FLOOR_BYTES)} to the exchange`,
    );
  }
}

async function assertDirectory(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new Error(`there is no directory ${path}`, { cause: error });
    throw new Error(`the directory ${path} cannot be read: ${explainDirectoryError(error)}`, {
      cause: error,
    });
  });
  if (!found.isDirectory()) throw new Error(`expected a directory, got the file ${path}`);
}

async function listFiles(path: string, prefix: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.startsWith(prefix)) continue;
    const bytes = await readFileSize(join(path, entry.name));
    if (bytes !== undefined) files.push({ name: entry.name, bytes });
  }
  return files;
}

/** Reads the length of a file; `undefined` if it was removed meanwhile. */
const readFileSize = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    },
  );

async function readPart(path: string, from: (size: number) => number, bytes: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, Math.max(from(size), 0));
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
