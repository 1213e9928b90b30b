/**
 * Small files that must survive a power cut whole: written beside their place, synced, then renamed into it.
 * A reader sees the old content or the new one, never a part of either.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { ofPath } from "./system-failure.ts";

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
