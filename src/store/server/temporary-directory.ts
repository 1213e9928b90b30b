/**
 * Data directories of temporary exchanges. They are removed when the exchange stops, or the process exits. If the process
 * was killed, the next start of a temporary exchange stops its database server and removes them.
 */
import { createHash, randomBytes } from "node:crypto";
import {
  constants,
  copyFileSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { open, rename } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { RELEASE } from "../../release.ts";
import { MIGRATIONS } from "../sql/schema/migrate.ts";
import { updateSchema } from "../sql/schema/update-schema.ts";
import { isDataDirectoryOpen } from "./data-directory.ts";
import { startEmbeddedServer } from "./embedded-server.ts";
import { findServerPrograms, serverFingerprint } from "./server-cluster.ts";
import { findPostmaster, stopPostmaster } from "./server-process.ts";

// Databases of temporary exchanges, made by copying: PostgreSQL's initdb takes ten times as long. The first start makes one
// and caches a copy, stopped and without rows; later starts copy that. The copy in the cache is synced while the exchange
// goes on. Other copies are not synced, since nobody needs them after a power cut; all writes of the exchange itself are
// synced. All copies share the password of the database's owner, which only this account can read.

/** Time without use after which a template is removed, ms: it belongs to another release. */
const UNUSED_FOR_MS = 30 * 24 * 3_600_000;
/** Age from which an incomplete copy is removed, ms: its process ended meanwhile. */
const UNFINISHED_FOR_MS = 600_000;
const UNFINISHED = "database-new-";

/** Returns the system's cache folder for this account. */
function cacheDirectory(): string {
  const { XDG_CACHE_HOME: given, LOCALAPPDATA: local } = process.env;
  const usual = process.platform === "darwin" ? ["Library", "Caches"] : [".cache"];
  return join(given || (process.platform === "win32" && local) || join(homedir(), ...usual), "presage");
}

/**
 * Creates an empty database of this release in a new data directory, as a copy if `cache` has one. Otherwise it is made
 * from scratch. The returned promise `kept` resolves once the cache has a copy of it, or cannot have one.
 */
async function prepareDatabase(directory: string, cache: string): Promise<{ kept: Promise<void> }> {
  const template = join(cache, `database-${templateName()}`);
  if (existsSync(template)) {
    utimesSync(template, new Date(), new Date());
    copyTree(template, join(directory, "postgres"));
    return { kept: Promise.resolve() };
  }
  const server = await startEmbeddedServer({ directory, log: () => {}, unsynced: true });
  await updateSchema(server.url).finally(() => server.close());
  return { kept: cacheTemplate(join(directory, "postgres"), template) };
}

/** Returns a name that depends on the program, its settings, the schema and the release recorded in the template. */
function templateName(): string {
  const hash = createHash("sha256").update(serverFingerprint(findServerPrograms())).update(RELEASE.version);
  for (const name of readdirSync(MIGRATIONS).sort())
    hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  return hash.digest("hex").slice(0, 16);
}

/**
 * Copies a stopped database before it returns, and caches the copy once that is synced. If the cache is not writable,
 * later starts are as slow as the first.
 */
async function cacheTemplate(postgres: string, template: string): Promise<void> {
  const cache = dirname(template);
  const fresh = join(cache, `${UNFINISHED}${randomBytes(4).toString("hex")}`);
  try {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    removeUnused(cache);
    for (const path of copyTree(postgres, fresh)) await sync(path);
    await rename(fresh, template);
  } catch {
    // Another process may have cached a template meanwhile.
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Makes a file or a folder durable; Windows opens neither for this without write access. */
async function sync(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const file = await open(path, "r");
  await file.sync().finally(() => file.close());
}

function removeUnused(cache: string): void {
  for (const name of readdirSync(cache).filter((one) => one.startsWith("database-"))) {
    const path = join(cache, name);
    const found = statSync(path, { throwIfNoEntry: false });
    const keptForMs = name.startsWith(UNFINISHED) ? UNFINISHED_FOR_MS : UNUSED_FOR_MS;
    if (found !== undefined && Date.now() - found.mtimeMs > keptForMs)
      rmSync(path, { recursive: true, force: true });
  }
}

/** Copies a folder, with its owners if this process is root. Returns the paths of all copies. */
function copyTree(from: string, to: string): string[] {
  const copies: string[] = [];
  mkdirSync(to, { mode: 0o700 });
  copyOwner(from, to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      copies.push(...copyTree(source, copy));
      continue;
    }
    copyFileSync(source, copy, constants.COPYFILE_FICLONE);
    copyOwner(source, copy);
    copies.push(copy);
  }
  return [...copies, to];
}

function copyOwner(from: string, to: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(from);
  lchownSync(to, uid, gid);
}

export type TemporaryDirectory = {
  readonly path: string;
  /**
   * Removes the directory; its exchange must be closed. Resolves once a database that was made for it is cached for later
   * exchanges.
   */
  remove(): Promise<void>;
};

const PREFIX = "presage-temporary-";
/** Time between the creation of a directory and its process's lock: at once, or after initdb on a slow machine. */
const LOCKED_AFTER_MS = { made: 30_000, unmade: 600_000 } as const;

export type TemporaryOptions = {
  /** True to create an empty database in the directory. */
  readonly database: boolean;
  /** Parent folder; by default the system's temporary folder. */
  readonly root?: string;
  /** Cache of databases to copy; by default this account's. */
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
    const server = findPostmaster(clusterPath(path));
    if (server !== undefined) await stopPostmaster(clusterPath(path), server.pid, findServerPrograms());
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
  const server = findPostmaster(clusterPath(path));
  if (server !== undefined) process.kill(server.pid, "SIGQUIT");
}

const clusterPath = (path: string): string => join(path, "postgres", "cluster");

const removeTree = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 5 });
