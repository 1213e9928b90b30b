/**
 * The place of temporary database clusters: memory where it has room, since on a disk every commit and every copy of a
 * database waits. Killed processes leave the same in both.
 */
import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY = "/dev/shm";
const ROOM = 4 * 1024 ** 3;

/** True if `scratchRoot` is in memory. */
export function isScratchInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}

/** The directory to make temporary directories in. */
export const scratchRoot = (): string => (isScratchInMemory() ? MEMORY : tmpdir());
