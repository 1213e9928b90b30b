/**
 * A file that does nothing but take room on the data directory's disk, to be given up when that is full: PostgreSQL needs
 * some to recover and to tidy up, and the process some to start.
 */
import { randomFillSync } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncPath } from "./durable-file.ts";

const NAME = "reserve";
export const RESERVE_BYTES = 64 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

const pathIn = (directory: string): string => join(directory, NAME);
const freshIn = (directory: string): string => `${pathIn(directory)}.new`;

export const isReserveHeld = (directory: string): boolean =>
  statSync(pathIn(directory), { throwIfNoEntry: false })?.size === RESERVE_BYTES;

export function giveUpReserve(directory: string): void {
  for (const path of [pathIn(directory), freshIn(directory)]) rmSync(path, { force: true });
}

/** Makes the reserve, synced. On a disk that has no room for it there is none after this, as before. */
export async function makeReserve(directory: string): Promise<void> {
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
