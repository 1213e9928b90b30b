/** Reads the server's log since a moment, and finds the failures of the disk that it tells of. */
import { closeSync, fstatSync, openSync, readSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Lengths of the log's files at a moment, by name. */
export type LogMark = ReadonlyMap<string, number>;

/** Most bytes that are read of each file, from its end: the server's last words stand there. */
const MOST_BYTES = 256 * 1024;

/** Marks the present end of the log of `cluster`. */
export function markServerLog(cluster: string): LogMark {
  return new Map(listFiles(cluster).map((path) => [path, sizeOf(path)]));
}

/** Reads the log of `cluster` from the mark on, or its end where that is too long. */
export const readServerLog = (cluster: string, mark: LogMark): string =>
  listFiles(cluster)
    .map((path) => readFrom(path, mark.get(path) ?? 0))
    .join("");

/**
 * The line by which a server ended so that it must not be started again by itself; `undefined` when there is none.
 * After a failed fsync nobody knows what of the files is on the disk, and the system's memory shows all of it: a
 * recovery from that would acknowledge what the next power cut takes away. No space to write is no failure of the disk.
 */
export function findFatalLine(log: string): string | undefined {
  const line = log.split("\n").find((text) => PANIC.test(text) && (!NO_SPACE.test(text) || SYNC.test(text)));
  return line?.slice(line.search(PANIC));
}

/** Returns true if an error is one of a disk that does not work as it should. */
export const isDiskFailure = (text: string): boolean =>
  /Read-only file system|Input\/output error|\bEROFS\b|\bEIO\b/.test(text);

/** Returns true if the log says that the server ended by itself; the cause stands before this line. */
export const endedByItself = (log: string): boolean => log.includes("database system is shut down");

const PANIC = /PANIC: /;
const NO_SPACE = /No space left on device/;
const SYNC = /could not (fsync|fdatasync)/;

function listFiles(cluster: string): string[] {
  const directory = join(cluster, "log");
  try {
    return readdirSync(directory)
      .sort()
      .map((name) => join(directory, name));
  } catch {
    // There is none before the server's first start.
    return [];
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** A file that is shorter than it was has been emptied for another day. */
function readFrom(path: string, start: number): string {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const from = Math.max(start <= size ? start : 0, size - MOST_BYTES);
    const bytes = Buffer.alloc(size - from);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, from));
  } finally {
    closeSync(file);
  }
}
