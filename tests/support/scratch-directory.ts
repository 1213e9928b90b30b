/**
 * Where tests keep database clusters that need not outlive them: in memory where there is room, since on a disk every
 * commit and every copy of a database waits for it. What kills processes does not tell the two apart.
 */
import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY = "/dev/shm";
const ROOM = 4 * 1024 ** 3;

/** Whether `scratchRoot` is in memory. */
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
