/**
 * Watches the free space on the data directory's disk, and limits trading before the disk is full for PostgreSQL: below
 * the low mark only cancels are accepted, below the critical one nothing is, and the reserve is released. Space is
 * counted as if the reserve were held, so that releasing it does not look like new space. A limit ends only well above
 * the mark that began it.
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
import { isNativeError } from "node:util/types";
import { createFollowers } from "../../base/followers.ts";
import { withPath } from "./server-log.ts";

// Small files that must survive a power cut whole: written next to their target, synced, then renamed over it. A reader
// sees the old content or the new one, never a part of either.

/** Replaces `path` by a file that contains `text` and is readable by its owner only. */
export function writeDurably(path: string, text: string): void {
  const fresh = `${path}.new`;
  const file = openSync(fresh, "w", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } catch (error) {
    throw withPath(path, error);
  } finally {
    closeSync(file);
  }
  renameDurably(fresh, path);
}

/** Renames or replaces a file, and syncs the folder. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  syncPath(dirname(to));
}

/** Reads the text of `path`; `undefined` if there is no such file. */
export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isNativeError(error) && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Makes durable the content of a file, or the names created or renamed in a directory. Windows can open neither for
 * this without write access, and needs no such call for names.
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

// A file that only reserves space on the data directory's disk, to be released when the disk is full: PostgreSQL needs
// some space to recover and to clean up, and the process some to start.

const NAME = "reserve";
export const RESERVE_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

const pathIn = (directory: string): string => join(directory, NAME);
const freshIn = (directory: string): string => `${pathIn(directory)}.new`;

export const isReserveHeld = (directory: string): boolean =>
  statSync(pathIn(directory), { throwIfNoEntry: false })?.size === RESERVE_BYTES;

function giveUpReserve(directory: string): void {
  for (const path of [pathIn(directory), freshIn(directory)]) rmSync(path, { force: true });
}

/** Creates the reserve, synced. On a disk without room for it, there is none afterwards. */
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
  const piece = randomFillSync(Buffer.alloc(CHUNK_BYTES));
  const file = await open(path, "w", 0o600);
  try {
    for (let written = 0; written < RESERVE_BYTES; written += CHUNK_BYTES) await file.write(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Runs `work`. If the disk is full, releases the reserve and runs `work` once more. */
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
  isNativeError(error) && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");

export type SpaceLimit = {
  readonly limit: "cancel-only" | "read-only";
  /** Message for refused clients. */
  readonly reason: string;
};

export type DiskSpace = {
  /** Returns the limit in force now; `undefined` if there is room. */
  limit(): SpaceLimit | undefined;
  /** Free bytes at the last check; `undefined` before the first. */
  free(): number | undefined;
  /** Calls `follower` at every change of the limit, until the returned function is called. */
  follow(follower: (limit: SpaceLimit | undefined) => void): () => void;
  /** Checks at once, besides the check every second. */
  look(): Promise<void>;
  close(): Promise<void>;
};

type DiskSpaceOptions = {
  readonly directory: string;
  /** Called when the free space could not be read, or the reserve not be made. */
  readonly onError: (error: unknown) => void;
  /** Reads the free bytes of the disk that holds a directory; asks the system by default. */
  readonly readFree?: (directory: string) => Promise<number>;
  /** Delay after the start before the reserve is made, ms. */
  readonly reserveAfterMs?: number;
};

const MEBIBYTE = 1024 * 1024;
/** Free bytes below which an exchange accepts cancels only. */
export const LOW_BYTES = 256 * MEBIBYTE;
const CRITICAL_BYTES = 64 * MEBIBYTE;
/**
 * Bytes needed for a new exchange: the disk usage after its first start with the reserve, and enough free space to
 * accept orders.
 */
export const START_BYTES = LOW_BYTES + 2 * RESERVE_BYTES;
/** A limit ends when free space reaches this multiple of its mark. */
const RECOVERY_FACTOR = 1.25;
const POLL_INTERVAL_MS = 1_000;
const RESERVE_AFTER_MS = 10_000;

/** Starts watching, after a first check. */
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
  const timer = setInterval(() => void look(), POLL_INTERVAL_MS).unref();
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
  const endOf = (mark: number): number => mark * RECOVERY_FACTOR;
  if (room < (current === "read-only" ? endOf(CRITICAL_BYTES) : CRITICAL_BYTES))
    return { limit: "read-only", reason: `the disk is full: ${inMebibytes(room, CRITICAL_BYTES)}` };
  if (room < (current === undefined ? LOW_BYTES : endOf(LOW_BYTES)))
    return { limit: "cancel-only", reason: `the disk is nearly full: ${inMebibytes(room, LOW_BYTES)}` };
  return undefined;
}

const inMebibytes = (room: number, mark: number): string =>
  `${Math.floor(Math.max(room, 0) / MEBIBYTE)} MiB are left beside the reserve, and ${(mark * RECOVERY_FACTOR) / MEBIBYTE} MiB end this`;

/** Returns the free bytes of a directory's disk that an unprivileged process may use. */
export async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
