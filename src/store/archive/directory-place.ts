/** A directory as the place for backups. It is refused while its disk has little room, which the exchange itself needs. */
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { streamDurably } from "../backup/stream-durably.ts";
import { readName } from "./archived-file.ts";
import type { Place, PlacedFile } from "./place.ts";

const MEBIBYTE = 1024 * 1024;
/** Room that must be left when a file is there. */
const FLOOR_BYTES = 1024 * MEBIBYTE;
/** Room below which a file that is being written is given up. */
const LOWEST_BYTES = 512 * MEBIBYTE;
/** Bytes after which the room is looked at again. */
const LOOK_AFTER_BYTES = 16 * MEBIBYTE;
/** A file that is being written, as `streamDurably` names it. */
const UNFINISHED = /^(.*)\.\d+\.new$/;

export type DirectoryOptions = {
  /** Free bytes of the disk that holds a directory; the system's answer unless given. */
  readonly readFree?: (directory: string) => Promise<number>;
};

/** Opens the directory, and makes it where it is not there. */
export async function openDirectory(
  path: string,
  { readFree = freeBytes }: DirectoryOptions = {},
): Promise<Place> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const writing = new Set<string>();
  const at = (name: string): string => join(path, name);

  async function refuseFull(bytes: number): Promise<void> {
    const free = await readFree(path);
    if (free - bytes < FLOOR_BYTES) throw new PlaceFull(path, free, bytes);
  }
  async function* watched(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let unseen = 0;
    for await (const piece of pieces) {
      yield piece;
      unseen += piece.length;
      if (unseen < LOOK_AFTER_BYTES) continue;
      unseen = 0;
      const free = await readFree(path);
      if (free < LOWEST_BYTES) throw new PlaceFull(path, free, 0);
    }
  }
  return {
    text: path,
    list: () => listFiles(path),
    write: async (name, pieces) => {
      writing.add(name);
      return streamDurably(at(name), watched(pieces)).finally(() => writing.delete(name));
    },
    read: (name) => createReadStream(at(name), { highWaterMark: MEBIBYTE }),
    readStart: (name, bytes) => readPart(at(name), () => 0, bytes),
    readEnd: (name, bytes) => readPart(at(name), (size) => size - bytes, bytes),
    remove: (name) => rm(at(name), { force: true }),
    clean: async () => {
      const left = (await readdir(path)).filter((name) => {
        const [, begun = ""] = UNFINISHED.exec(name) ?? [];
        return readName(begun) !== undefined && !writing.has(begun);
      });
      for (const name of left) await rm(at(name), { force: true });
      return left.length;
    },
    refuseFull,
    close: () => {},
  };
}

class PlaceFull extends Error {
  constructor(path: string, free: number, bytes: number) {
    const room = (count: number): string => `${Math.floor(count / MEBIBYTE)} MiB`;
    super(
      `The disk of ${path} has ${room(free)} left: a backup of about ${room(bytes)} must leave ${room(FLOOR_BYTES)} to the exchange`,
    );
  }
}

async function listFiles(path: string): Promise<PlacedFile[]> {
  const files: PlacedFile[] = [];
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { size } = await stat(join(path, entry.name));
    files.push({ name: entry.name, bytes: size });
  }
  return files;
}

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

/** Counts the free bytes that a process without privileges may use. */
async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
