/** Writes files of any length that exist only when complete: written beside their target, synced, then renamed to it. */
import { rmSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { syncPath } from "../server/disk-space.ts";
import { ofPath } from "../server/server-log.ts";

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
    throw ofPath(path, error);
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
