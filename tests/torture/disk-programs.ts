/** The system's programs for disks. */
import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

const UNMOUNT_TRIES = 200;
const UNMOUNT_RETRY_MS = 50;

/** Unmounts a directory; tries for a while, since killed processes take a moment to close their files. */
export async function unmount(directory: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      run("umount", directory);
      return;
    } catch (error) {
      if (tries === UNMOUNT_TRIES) throw error;
      await delay(UNMOUNT_RETRY_MS);
    }
  }
}

export const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
