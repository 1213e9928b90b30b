/** Reads the server's log since a moment, and finds failures of the disk in it. */
import { closeSync, fstatSync, openSync, readSync, readdirSync, statSync, statfsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

// Error texts of database files that changed on the disk, which PostgreSQL notices by its checksums, and the cure.

/** Codes of PostgreSQL for a damaged page or index. */
const DAMAGE_CODES: ReadonlySet<string> = new Set(["XX001", "XX002"]);

/** Returns one sentence with the cure if the error reports damaged files; `undefined` for any other. */
export function describeDamage(error: unknown): string | undefined {
  if (!(error instanceof Error && "code" in error && DAMAGE_CODES.has(String(error.code)))) return undefined;
  return (
    `The database's files were changed or damaged on the disk (${error.message}): stop the exchange and run presage rebuild, ` +
    "which rebuilds the read tables from the journal; if that fails or this comes again, restore a backup with presage restore"
  );
}

/** Lengths of the log's files at a moment, by name. */
export type LogMark = ReadonlyMap<string, number>;

/** Maximum bytes read of each file, from its end, where the server's last messages are. */
const MAX_BYTES = 256 * 1024;

/** Records the present end of the log of `cluster`. */
export function markServerLog(cluster: string): LogMark {
  return new Map(listFiles(cluster).map((path) => [path, readFileSize(path)]));
}

/** Reads the log of `cluster` from the mark on, or only its last part if that is too long. */
export const readServerLog = (cluster: string, mark: LogMark): string =>
  listFiles(cluster)
    .map((path) => readFrom(path, mark.get(path) ?? 0))
    .join("");

/**
 * Finds the line of an error after which a server must not be restarted automatically; `undefined` if there is none.
 * After a failed fsync it is unknown which writes are on the disk, and the system's memory shows all of them: a
 * recovery from that would acknowledge data that the next power cut loses. A full disk is no failure of the disk.
 */
export function findFatalLine(log: string): string | undefined {
  const line = log.split("\n").find((text) => PANIC.test(text) && (!NO_SPACE.test(text) || SYNC.test(text)));
  return line?.slice(line.search(PANIC));
}

/** Returns true if an error reports a disk that fails. */
export const isDiskFailure = (text: string): boolean =>
  /Read-only file system|Input\/output error|\bEROFS\b|\bEIO\b/.test(text);

/** Returns true if the log says that the server shut itself down; the cause is before this line. */
export const hasShutDownItself = (log: string): boolean => log.includes("database system is shut down");

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
    // There is no log before the server's first start.
    return [];
  }
}

const readFileSize = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Reads a file from an offset. If the file is shorter now, it was emptied for another day, and is read from its start.
 */
function readFrom(path: string, start: number): string {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const from = Math.max(start <= size ? start : 0, size - MAX_BYTES);
    const bytes = Buffer.alloc(size - from);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, from));
  } finally {
    closeSync(file);
  }
}

// Failures of the operating system in plain words: the path, the free space there if that is the cause, and the remedy.

type Failure = { readonly fault: string; readonly remedy: string };

const OTHER_USER: Failure = {
  fault: "this user may not do that there",
  remedy: "run it as the user who owns the place, give that user the right, or name another place",
};
const FULL = "free some space there, or name a place on another disk";
const FILES: Failure = {
  fault: "too many files are open",
  remedy: "raise the limit of open files, as with ulimit -n 4096 or LimitNOFILE of the unit",
};

const FAILURES: Readonly<Record<string, Failure>> = {
  ENOSPC: { fault: "the disk is full", remedy: FULL },
  EDQUOT: { fault: "the user's quota of the disk is used up", remedy: `${FULL}, or raise the quota` },
  EFBIG: {
    fault: "the file would be larger than the file system or a limit allows",
    remedy: "name another place",
  },
  EROFS: { fault: "the disk is read-only", remedy: "mount it for writing, or name another place" },
  EACCES: OTHER_USER,
  EPERM: OTHER_USER,
  EMFILE: FILES,
  ENFILE: FILES,
  ENOENT: { fault: "there is no such file or directory", remedy: "make it, or correct the path" },
  ENOTDIR: { fault: "a name above it is that of a file", remedy: "correct the path" },
  EISDIR: { fault: "it is a directory, and a file is expected", remedy: "name a file" },
  EEXIST: { fault: "it is there already", remedy: "remove it, or name another" },
  ENOTEMPTY: { fault: "the directory is not empty", remedy: "empty it, or name another" },
  ENAMETOOLONG: { fault: "the name is too long", remedy: "name a shorter path" },
  ELOOP: { fault: "its symbolic links go round in a circle", remedy: "correct the links" },
  EBUSY: { fault: "another program uses it", remedy: "stop that program, or name another place" },
  EIO: {
    fault: "the disk does not work",
    remedy: "look at the system's log, and restore a backup on another disk",
  },
  EADDRINUSE: { fault: "the address is taken", remedy: "stop what uses it, or name another port" },
  ENOMEM: { fault: "the machine has no memory left", remedy: "end other programs, or give it more" },
};

/** Error codes of a full disk or quota. */
const NO_ROOM: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

type SystemError = NodeJS.ErrnoException & { readonly dest?: string; address?: string; port?: number };

const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && "code" in error && "syscall" in error;

export const isWithoutRoom = (error: unknown): boolean =>
  isSystemError(error) && NO_ROOM.has(error.code ?? "");

/** Returns one sentence with the remedy; `undefined` if the error is not the system's, or about a network. */
export function describeSystemFailure(error: unknown): string | undefined {
  if (hasRunOutOfFiles(error)) return `${FILES.fault} (EMFILE); ${FILES.remedy}`;
  if (!isSystemError(error)) return undefined;
  const { code = "", path, dest, address, port, syscall } = error;
  const failure = FAILURES[code];
  if (failure === undefined) return undefined;
  const place = dest ?? path ?? (address === undefined ? undefined : `${address}:${port ?? ""}`);
  const room = NO_ROOM.has(code) ? roomAt(dest ?? path ?? ".") : "";
  return `${place === "" ? '""' : (place ?? syscall)}: ${failure.fault}${room} (${code}); ${failure.remedy}`;
}

/** True if files run out. Some of the runtime's own calls give this failure no code. */
const hasRunOutOfFiles = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("Unknown error: Too many open files");

const roomAt = (path: string): string => {
  const free = freeAt(path);
  return free === undefined ? "" : `, ${free} bytes are free`;
};

/** Returns the free bytes of the disk of a path, or of its nearest existing parent; `undefined` if unknown. */
export function freeAt(path: string): number | undefined {
  const place = resolve(path);
  try {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize;
  } catch {
    return dirname(place) === place ? undefined : freeAt(dirname(place));
  }
}

/** Adds to the error the path that it is about: the system gives none if the file was open already. */
export function withPath(path: string, error: unknown): unknown {
  return isSystemError(error) && error.path === undefined ? Object.assign(error, { path }) : error;
}
