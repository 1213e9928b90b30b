/**
 * Data directories of temporary exchanges. They are removed when the exchange stops, or the process exits. If the
 * process was killed, the next such start stops its database server and removes them.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { existsSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDataDirectoryOpen } from "./data-directory.ts";
import { cacheDirectory, prepareDatabase } from "./database-template.ts";
import { findServerPrograms } from "./server-cluster.ts";
import { findPostmaster, stopPostmaster } from "./server-process.ts";

export type TemporaryDirectory = {
  readonly path: string;
  /**
   * Removes the directory; its exchange must be closed. Resolves once a database that was made for it is cached for
   * later ones.
   */
  remove(): Promise<void>;
};

const PREFIX = "presage-temporary-";
/** Time between the creation of a directory and its process's lock: at once, or after initdb on a slow machine. */
const LOCKED_AFTER_MS = { made: 30_000, unmade: 600_000 } as const;

export type TemporaryOptions = {
  /** True to create an empty database in it. */
  readonly database: boolean;
  /** The parent folder; the system's for temporary files by default. */
  readonly root?: string;
  /** The cache of databases to copy; one of this account by default. */
  readonly cache?: string;
};

/** Makes a data directory. */
export async function openTemporaryDirectory(options: TemporaryOptions): Promise<TemporaryDirectory> {
  const { database, cache = cacheDirectory() } = options;
  const root = realpathSync(options.root ?? tmpdir());
  await removeAbandoned(root);
  const path = mkdtempSync(join(root, PREFIX));
  const atExit = (): void => {
    endServer(path);
    removeTree(path);
  };
  process.once("exit", atExit);
  let kept: Promise<void> | undefined;
  const remove = async (): Promise<void> => {
    process.off("exit", atExit);
    removeTree(path);
    await kept;
  };
  try {
    if (database) ({ kept } = await prepareDatabase(path, cache));
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function removeAbandoned(root: string): Promise<void> {
  const paths = readdirSync(root)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => join(root, name));
  for (const path of paths.filter(isAbandoned)) {
    const server = findPostmaster(clusterOf(path));
    if (server !== undefined) await stopPostmaster(clusterOf(path), server.pid, findServerPrograms());
    removeTree(path);
  }
}

/** Returns true if the process of a directory of this account is gone. */
function isAbandoned(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.uid !== (process.getuid?.() ?? found.uid)) return false;
  const wait = existsSync(join(path, "lock")) ? LOCKED_AFTER_MS.made : LOCKED_AFTER_MS.unmade;
  return Date.now() - found.mtimeMs > wait && !isDataDirectoryOpen(path);
}

/** Stops the server without waiting, as needed when the process exits. */
function endServer(path: string): void {
  const server = findPostmaster(clusterOf(path));
  if (server !== undefined) process.kill(server.pid, "SIGQUIT");
}

const clusterOf = (path: string): string => join(path, "postgres", "cluster");

const removeTree = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
