/** Files of any length that must be whole when they are there: written beside their place, synced, renamed into it. */
import { rmSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { syncPath } from "../server/disk-space.ts";
import { ofPath } from "../server/server-log.ts";

/**
 * Makes `path` a file of these pieces that only its owner may read, and gives its length. A failure leaves the file
 * that was there before.
 */
export async function streamDurably(path: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  // Of this process alone: what writes the same file at the same time has a place of its own.
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
