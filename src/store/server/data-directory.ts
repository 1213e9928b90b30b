/**
 * The directory that holds all data of Presage. One process at a time owns it, and its secrets are readable by their
 * owner alone. A damaged secret stops the start instead of being replaced by a new one. The lock is the operating
 * system's (`takeFileLock`), so that a kill -9 frees it at once and no reused pid can hold it. The file instance.json
 * only records the process that holds the lock and the address of the running server.
 */
import { createHash, randomBytes } from "node:crypto";
import { accessSync, appendFileSync, constants, existsSync, mkdirSync, realpathSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isNativeError } from "node:util/types";
import { readIfPresent, withReserve, writeDurably } from "./disk-space.ts";

// An exclusive lock between processes that the operating system frees the moment its holder dies. Node has no flock of
// its own, a pid file outlives its process, and pids are reused. A socket file must be unlinked in a race after a
// crash. SQLite takes a kernel record lock (LockFileEx on Windows) on a file. Child processes do not inherit it, and
// containers that share a volume respect it. The file stays empty; only its lock matters. Nothing else may open it:
// closing any descriptor of a file frees all record locks that the process has on it.

export type FileLock = {
  /** Frees the lock. Calling it again does nothing. */
  release(): void;
};

// Time limit for taking the lock, ms: a check by another process holds it for microseconds.
const TAKE_TIMEOUT_MS = 250;
const SQLITE_BUSY = 5;
/** SQLite's error codes for a file that is not empty, and not its own. */
const NOT_A_LOCK: ReadonlySet<unknown> = new Set([/* CORRUPT */ 11, /* NOTADB */ 26]);

// Garbage collection would close a handle, and so free a lock whose holder merely dropped the reference.
const heldLocks = new Set<DatabaseSync>();

/** Codes of the operating system for the equivalent codes of SQLite. */
const SYSTEM_CODES: Readonly<Record<number, string>> = { 8: "EROFS", 10: "EIO", 13: "ENOSPC" };

/** Takes the lock on `path`, creating the file; `undefined` if another holder, in any process, has it. */
export function takeFileLock(path: string): FileLock | undefined {
  if (!existsSync(path)) appendFileSync(path, "", { mode: 0o600 });
  const database = new DatabaseSync(path, { timeout: TAKE_TIMEOUT_MS });
  let isTaken = false;
  try {
    isTaken = succeeds(database, "begin exclusive", path);
  } finally {
    if (!isTaken) database.close();
  }
  if (!isTaken) return undefined;
  heldLocks.add(database);
  return {
    release() {
      if (heldLocks.delete(database)) database.close();
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
    const code = isNativeError(error) && "errcode" in error ? error.errcode : undefined;
    if (code === SQLITE_BUSY) return false;
    const system = SYSTEM_CODES[Number(code) % 256];
    if (system !== undefined) throw Object.assign(Object(error), { code: system, syscall: "write", path });
    if (!NOT_A_LOCK.has(code)) throw error;
    throw new Error(
      `${path} is no lock: it holds something else. Make sure that no exchange runs here and delete the file; the next start creates it`,
      { cause: error },
    );
  }
}

type DataDirectory = {
  /** Absolute, with symbolic links resolved. */
  readonly path: string;
  /** Removes instance.json and frees the lock. Calling it again does nothing. */
  close(): void;
};

/** Names of the files of the operator's token and of the master key in a data directory. */
export const ADMIN_TOKEN = "admin-token";
export const MASTER_KEY = "master-key";

/** Facts about the running process, for the command line. */
export type Instance = {
  readonly pid: number;
  /** Address of the operator API; absent until the process has started. */
  readonly adminAddress?: string;
  /** SHA-256 of the certificate at that address, if it uses TLS. */
  readonly fingerprint?: string;
};

/**
 * Creates `directory` if missing (mode 0700), checks that it is writable, and takes its lock. Throws one clear
 * sentence, in well under a second, if it is unusable or another process holds it.
 */
export function openDataDirectory(directory: string): DataDirectory {
  const { path, lock } = lockDirectory(directory);
  if (lock === undefined) {
    throw new Error(
      `The data directory ${path} is in use by ${describeHolder(path)}. Stop it, or set PRESAGE_DATA_DIR.`,
    );
  }
  let open = true;
  withReserve(path, () => writeInstance(path, { pid: process.pid }));
  return {
    path,
    close() {
      if (!open) return;
      open = false;
      rmSync(instanceFile(path), { force: true });
      lock.release();
    },
  };
}

/**
 * Reads the secret in the file `name`: `bytes` bytes as lower-case hex. Creates it on first use (mode 0600, synced), at
 * random or from the seed of a sandbox. Throws if the file exists but is empty, short or not hex: a new one would
 * orphan what it protects.
 */
export function readOrCreateSecret(directory: string, name: string, bytes: number, seed?: string): string {
  const path = join(directory, name);
  const found = readIfPresent(path);
  if (found === undefined) {
    const made =
      seed === undefined ? randomBytes(bytes) : deriveSecretFromSeed(seed, name).subarray(0, bytes);
    const secret = made.toString("hex");
    writeDurably(path, `${secret}\n`);
    return secret;
  }
  const secret = found.trim().toLowerCase();
  if (secret.length === bytes * 2 && /^[0-9a-f]+$/.test(secret)) return secret;
  throw new Error(
    `The secret in ${path} is damaged: expected ${bytes * 2} hexadecimal digits. Restore the file from a backup.`,
  );
}

/** Derives the secret of this name from a seed, 32 bytes: always the same for the same seed. */
const deriveSecretFromSeed = (seed: string, name: string): Buffer =>
  createHash("sha256").update(`presage ${name} of seed ${seed}`).digest();

/** Records the running process for `readInstance`; only the holder of the lock may call it. */
export function writeInstance(directory: string, instance: Instance): void {
  writeDurably(instanceFile(directory), `${JSON.stringify(instance)}\n`);
}

/** Returns true if this account may see which process has `directory` open; also if none ever had. */
export function mayReadInstance(directory: string): boolean {
  return [lockFile(directory), instanceFile(directory)].every(mayRead);
}

function mayRead(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch (error) {
    return !(isNativeError(error) && "code" in error && error.code === "EACCES");
  }
}

/** Returns true if a process has `directory` open now. */
export const isDataDirectoryOpen = (directory: string): boolean => isFileLocked(lockFile(directory));

/** Returns the process that has `directory` open now; `undefined` if none has. */
export function readInstance(directory: string): Instance | undefined {
  return isDataDirectoryOpen(directory) ? findInstance(directory) : undefined;
}

function lockDirectory(directory: string): { path: string; lock: FileLock | undefined } {
  try {
    makeDirectory(resolve(directory));
    const path = realpathSync(directory);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return { path, lock: takeFileLock(lockFile(path)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The data directory ${directory} cannot be used: ${reason}`, { cause: error });
  }
}

/**
 * Creates directories one by one: Node's own recursive way never returns if a parent exists but accepts no directories,
 * as in /proc.
 */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function describeHolder(directory: string): string {
  const instance = findInstance(directory);
  return instance === undefined ? "another process" : `another process (pid ${instance.pid})`;
}

function findInstance(directory: string): Instance | undefined {
  const text = readIfPresent(instanceFile(directory));
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) return undefined;
  if (!("pid" in value) || typeof value.pid !== "number") return undefined;
  if (!("adminAddress" in value) || typeof value.adminAddress !== "string") return { pid: value.pid };
  const { pid, adminAddress } = value;
  if (!("fingerprint" in value) || typeof value.fingerprint !== "string") return { pid, adminAddress };
  return { pid, adminAddress, fingerprint: value.fingerprint };
}

function lockFile(directory: string): string {
  return join(directory, "lock");
}

function instanceFile(directory: string): string {
  return join(directory, "instance.json");
}
