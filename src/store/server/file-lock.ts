/**
 * An exclusive lock between processes that the operating system frees the moment its holder dies. Node has no flock of
 * its own, a pid file outlives its process, and pids are reused. A socket file must be unlinked in a race after a
 * crash. SQLite takes a kernel record lock (LockFileEx on Windows) on a file. Child processes do not inherit it, and
 * containers that share a volume respect it. The file stays empty; only its lock matters. Nothing else may open it:
 * closing any descriptor of a file frees all record locks that the process has on it.
 */
import { appendFileSync, existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

export type FileLock = {
  /** Frees the lock. Calling it again does nothing. */
  release(): void;
};

// A check of the lock holds it for microseconds: taking the lock waits that long.
const TAKE_TIMEOUT_MS = 250;
const SQLITE_BUSY = 5;
/** SQLite's error codes for a file that is not empty, and not its own. */
const NOT_A_LOCK: ReadonlySet<unknown> = new Set([/* CORRUPT */ 11, /* NOTADB */ 26]);

// Garbage collection would close a handle, and so free a lock whose holder merely dropped the reference.
const held = new Set<DatabaseSync>();

/** Codes of the operating system for the equivalent codes of SQLite. */
const SYSTEM_CODES: Readonly<Record<number, string>> = { 8: "EROFS", 10: "EIO", 13: "ENOSPC" };

/** Takes the lock on `path`, creating the file; `undefined` if another holder, in any process, has it. */
export function takeFileLock(path: string): FileLock | undefined {
  if (!existsSync(path)) appendFileSync(path, "", { mode: 0o600 });
  const database = new DatabaseSync(path, { timeout: TAKE_TIMEOUT_MS });
  let taken = false;
  try {
    taken = succeeds(database, "begin exclusive", path);
  } finally {
    if (!taken) database.close();
  }
  if (!taken) return undefined;
  held.add(database);
  return {
    release() {
      if (held.delete(database)) database.close();
    },
  };
}

/** Returns true if some process holds the lock on `path` now. Creates nothing. */
export function isFileLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return !succeeds(database, "select 1 from sqlite_master", path);
  } finally {
    database.close();
  }
}

/** Returns false if another holder has the lock; throws if the file at `path` is no lock file. */
function succeeds(database: DatabaseSync, statement: string, path: string): boolean {
  try {
    database.exec(statement);
    return true;
  } catch (error) {
    const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
    if (code === SQLITE_BUSY) return false;
    const system = SYSTEM_CODES[Number(code) % 256];
    if (system !== undefined) throw Object.assign(Object(error), { code: system, syscall: "write", path });
    if (!NOT_A_LOCK.has(code)) throw error;
    throw new Error(
      `${path} is no lock: it holds something else. Make sure that no exchange runs here and delete the file; the next start makes it anew`,
      { cause: error },
    );
  }
}
