/** Failures of the operating system in plain words: the path, what is free there where that is the cause, and the remedy. */
import { statfsSync } from "node:fs";
import { dirname, resolve } from "node:path";

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

/** Codes of a place without room. */
const NO_ROOM: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

type SystemError = NodeJS.ErrnoException & { readonly dest?: string; address?: string; port?: number };

const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && "code" in error && "syscall" in error;

export const isWithoutRoom = (error: unknown): boolean =>
  isSystemError(error) && NO_ROOM.has(error.code ?? "");

/** One sentence with the remedy; `undefined` where the error is none of the system, or of a network. */
export function describeSystemFailure(error: unknown): string | undefined {
  if (isOutOfFiles(error)) return `${FILES.fault} (EMFILE); ${FILES.remedy}`;
  if (!isSystemError(error)) return undefined;
  const { code = "", path, dest, address, port, syscall } = error;
  const failure = FAILURES[code];
  if (failure === undefined) return undefined;
  const place = dest ?? path ?? (address === undefined ? undefined : `${address}:${port ?? ""}`);
  const room = NO_ROOM.has(code) ? roomAt(dest ?? path ?? ".") : "";
  return `${place ?? syscall}: ${failure.fault}${room} (${code}); ${failure.remedy}`;
}

/** Some of the runtime's own calls give this failure no code. */
const isOutOfFiles = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("Unknown error: Too many open files");

const roomAt = (path: string): string => {
  const free = freeAt(path);
  return free === undefined ? "" : `, ${free} bytes are free`;
};

/** Free bytes of the disk of a path, or of the nearest directory above it that is there; `undefined` where nobody can tell. */
export function freeAt(path: string): number | undefined {
  const place = resolve(path);
  try {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize;
  } catch {
    return dirname(place) === place ? undefined : freeAt(dirname(place));
  }
}

/** The error with the path that it is about: the system names none where a file was open already. */
export function ofPath(path: string, error: unknown): unknown {
  return isSystemError(error) && error.path === undefined ? Object.assign(error, { path }) : error;
}
