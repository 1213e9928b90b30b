/**
 * Watches the room on the data directory's disk, and says how far trading has to stand back before PostgreSQL finds it
 * full: at the low mark only cancels are taken, at the critical one nothing is, and the reserve is given up. Room is
 * counted as if the reserve were held, so that giving it up does not look as if there were some again; and a limit
 * ends only well above the mark that began it.
 */
import { randomFillSync } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { open, rename, rm, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createFollowers } from "../../followers.ts";
import { ofPath } from "./server-log.ts";

// Small files that must survive a power cut whole: written beside their place, synced, then renamed into it.
// A reader sees the old content or the new one, never a part of either.

/** Replaces `path` by a file that holds `text` and that only its owner may read. */
export function writeDurably(path: string, text: string): void {
  const fresh = `${path}.new`;
  const file = openSync(fresh, "w", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } catch (error) {
    throw ofPath(path, error);
  } finally {
    closeSync(file);
  }
  renameDurably(fresh, path);
}

/** Puts a file in the place of another, or where none is. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncPath(dirname(to));
}

/** Reads the text of `path`; `undefined` when there is no such file. */
export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Makes durable what a file holds, or the names that were created or renamed in a directory. Windows can open neither for
 * this without the right to write, and needs no such call for names.
 */
export function syncPath(path: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

// A file that does nothing but take room on the data directory's disk, to be given up when that is full: PostgreSQL needs
// some to recover and to tidy up, and the process some to start.

const NAME = "reserve";
export const RESERVE_BYTES = 64 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

const pathIn = (directory: string): string => join(directory, NAME);
const freshIn = (directory: string): string => `${pathIn(directory)}.new`;

export const isReserveHeld = (directory: string): boolean =>
  statSync(pathIn(directory), { throwIfNoEntry: false })?.size === RESERVE_BYTES;

function giveUpReserve(directory: string): void {
  for (const path of [pathIn(directory), freshIn(directory)]) rmSync(path, { force: true });
}

/** Makes the reserve, synced. On a disk that has no room for it there is none after this, as before. */
async function makeReserve(directory: string): Promise<void> {
  const fresh = freshIn(directory);
  try {
    await writeReserve(fresh);
    await rename(fresh, pathIn(directory));
    syncPath(directory);
  } catch (error) {
    await rm(fresh, { force: true });
    if (!isDiskFull(error)) throw error;
  }
}

/** Writes random bytes, which a file system cannot compress. */
async function writeReserve(path: string): Promise<void> {
  const piece = randomFillSync(Buffer.alloc(PIECE_BYTES));
  const file = await open(path, "w", 0o600);
  try {
    for (let written = 0; written < RESERVE_BYTES; written += PIECE_BYTES) await file.write(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Does what may find the disk full; then once more, without the reserve. */
export function withReserve(directory: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    giveUpReserve(directory);
    work();
  }
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");

export type SpaceLimit = {
  readonly limit: "cancel-only" | "read-only";
  /** Text for clients that are refused. */
  readonly reason: string;
};

export type DiskSpace = {
  /** Returns the limit in force now; `undefined` when there is room. */
  limit(): SpaceLimit | undefined;
  /** Free bytes at the last look; `undefined` before it could be asked. */
  free(): number | undefined;
  /** Calls `follower` at every change of the limit, until the function that it returns is called. */
  follow(follower: (limit: SpaceLimit | undefined) => void): () => void;
  /** Looks at once; a timer looks every second. */
  look(): Promise<void>;
  close(): Promise<void>;
};

type DiskSpaceOptions = {
  readonly directory: string;
  /** Called when the disk could not be asked, or the reserve not be made. */
  readonly onError: (error: unknown) => void;
  /** Free bytes of the disk that holds a directory; the system's answer unless given. */
  readonly readFree?: (directory: string) => Promise<number>;
  /** Time that the start gets before the reserve is made, in milliseconds. */
  readonly reserveAfterMs?: number;
};

const MEBIBYTE = 1024 * 1024;
/** Free bytes below which an exchange takes cancels only. */
export const LOW_BYTES = 256 * MEBIBYTE;
const CRITICAL_BYTES = 64 * MEBIBYTE;
/** Bytes that a new exchange has on the disk after its first start, with the reserve, and beside them so many that it takes orders. */
export const START_BYTES = LOW_BYTES + 2 * RESERVE_BYTES;
/** A limit ends at this many times its mark. */
const ENDS_AT = 1.25;
const LOOK_EVERY_MS = 1_000;
const RESERVE_AFTER_MS = 10_000;

/** Has looked once when it returns. */
export async function watchDiskSpace(options: DiskSpaceOptions): Promise<DiskSpace> {
  const { directory, onError, readFree = freeBytes, reserveAfterMs = RESERVE_AFTER_MS } = options;
  const reserveFrom = performance.now() + reserveAfterMs;
  const { follow, notify } = createFollowers<SpaceLimit | undefined>();
  let current: SpaceLimit | undefined;
  let free: number | undefined;
  let looking: Promise<void> | undefined;

  async function lookOnce(): Promise<void> {
    const held = isReserveHeld(directory);
    free = await readFree(directory);
    const room = free - (held ? 0 : RESERVE_BYTES);
    const next = limitFor(room, current?.limit);
    const changed = next?.limit !== current?.limit;
    current = next;
    if (next?.limit === "read-only") giveUpReserve(directory);
    if (changed) notify(next);
    if (next?.limit !== "read-only" && !held && performance.now() >= reserveFrom)
      await makeReserve(directory);
  }
  const look = (): Promise<void> =>
    (looking ??= lookOnce()
      .catch(onError)
      .finally(() => (looking = undefined)));

  await look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  return {
    limit: () => current,
    free: () => free,
    follow,
    look,
    close: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}

function limitFor(room: number, current: SpaceLimit["limit"] | undefined): SpaceLimit | undefined {
  const endOf = (mark: number): number => mark * ENDS_AT;
  if (room < (current === "read-only" ? endOf(CRITICAL_BYTES) : CRITICAL_BYTES))
    return { limit: "read-only", reason: `the disk is full: ${inMebibytes(room, CRITICAL_BYTES)}` };
  if (room < (current === undefined ? LOW_BYTES : endOf(LOW_BYTES)))
    return { limit: "cancel-only", reason: `the disk is nearly full: ${inMebibytes(room, LOW_BYTES)}` };
  return undefined;
}

const inMebibytes = (room: number, mark: number): string =>
  `${Math.floor(Math.max(room, 0) / MEBIBYTE)} MiB are left beside the reserve, and ${(mark * ENDS_AT) / MEBIBYTE} MiB end this`;

/** Counts the free bytes of a directory's disk that a process without privileges may use. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
