/**
 * An exclusive lock between processes that the operating system frees the moment its holder dies, however it dies.
 * Node has no flock of its own, a pid file outlives its process and pids are reused, and a socket file must be
 * unlinked in a race after a crash. SQLite takes a kernel record lock (LockFileEx on Windows) on a file, which child
 * processes do not inherit and containers that share a volume respect. The file stays empty; only its lock matters.
 * Nothing else may open it: closing any descriptor of a file frees all record locks that the process has on it.
 */
import { appendFileSync, existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

export type FileLock = {
  /** Frees the lock. Calling it again does nothing. */
  release(): void;
};

// A reader that asks whether the lock is held holds it itself for microseconds: the taker waits that out.
const TAKE_TIMEOUT_MS = 250;
const SQLITE_BUSY = 5;

// A handle that is collected as garbage is closed, which would free a lock that its holder merely forgot about.
const held = new Set<DatabaseSync>();

/** Takes the lock on `path`, creating the file; `undefined` when another holder, in any process, has it. */
export function takeFileLock(path: string): FileLock | undefined {
  if (!existsSync(path)) appendFileSync(path, "", { mode: 0o600 });
  const database = new DatabaseSync(path, { timeout: TAKE_TIMEOUT_MS });
  if (!succeeds(database, "begin exclusive")) {
    database.close();
    return undefined;
  }
  held.add(database);
  return {
    release() {
      if (held.delete(database)) database.close();
    },
  };
}

/** Whether some process holds the lock on `path` now. Creates nothing. */
export function isFileLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return !succeeds(database, "select 1 from sqlite_master");
  } finally {
    database.close();
  }
}

function succeeds(database: DatabaseSync, statement: string): boolean {
  try {
    database.exec(statement);
    return true;
  } catch (error) {
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
