/**
 * Databases of temporary exchanges, made by copying: PostgreSQL's initdb takes ten times as long. The first start makes
 * one and caches a copy, stopped and without rows; later starts copy that. The copy in the cache is synced while the
 * exchange goes on. Others are not, since nobody needs them after a power cut; all writes of the exchange itself are.
 * They share the password of the database's owner, which only this account can read.
 */
import { createHash, randomBytes } from "node:crypto";
import { constants, copyFileSync, lchownSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { existsSync, rmSync, statSync, utimesSync } from "node:fs";
import { homedir } from "node:os";
import { open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { RELEASE } from "../../release.ts";
import { MIGRATIONS } from "../sql/migration-files.ts";
import { updateSchema } from "../sql/update-schema.ts";
import { startEmbeddedServer } from "./embedded-server.ts";
import { findServerPrograms, serverFingerprint } from "./server-cluster.ts";

/** Templates unused for this long are of other releases, and are removed. */
const UNUSED_FOR_MS = 30 * 24 * 3_600_000;
/** Copies incomplete after this long are of processes that ended meanwhile. */
const UNFINISHED_FOR_MS = 600_000;
const UNFINISHED = "database-new-";

/** Returns the system's cache folder for this account. */
export function cacheDirectory(): string {
  const { XDG_CACHE_HOME: given, LOCALAPPDATA: local } = process.env;
  const usual = process.platform === "darwin" ? ["Library", "Caches"] : [".cache"];
  return join(given || (process.platform === "win32" && local) || join(homedir(), ...usual), "presage");
}

/**
 * Creates an empty database of this release in a new data directory, as a copy if `cache` has one. Otherwise it is made
 * from scratch. The returned promise `kept` resolves once the cache has a copy of it, or cannot have one.
 */
export async function prepareDatabase(directory: string, cache: string): Promise<{ kept: Promise<void> }> {
  const template = join(cache, `database-${nameOfTemplate()}`);
  if (existsSync(template)) {
    utimesSync(template, new Date(), new Date());
    copyTree(template, join(directory, "postgres"));
    return { kept: Promise.resolve() };
  }
  const server = await startEmbeddedServer({ directory, log: () => {}, unsynced: true });
  await updateSchema(server.url).finally(() => server.close());
  return { kept: keepTemplate(join(directory, "postgres"), template) };
}

/** Returns a name that depends on the program, its settings, the schema and the release recorded in the template. */
function nameOfTemplate(): string {
  const hash = createHash("sha256").update(serverFingerprint(findServerPrograms())).update(RELEASE.version);
  for (const name of readdirSync(MIGRATIONS).sort())
    hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  return hash.digest("hex").slice(0, 16);
}

/**
 * Copies a stopped database before it returns, and caches the copy once that is synced. If the cache is not writable,
 * later starts are as slow as the first.
 */
async function keepTemplate(postgres: string, template: string): Promise<void> {
  const cache = dirname(template);
  const fresh = join(cache, `${UNFINISHED}${randomBytes(4).toString("hex")}`);
  try {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    removeUnused(cache);
    for (const path of copyTree(postgres, fresh)) await sync(path);
    await rename(fresh, template);
  } catch {
    // Another process may have cached one meanwhile.
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
  keepOwner(from, to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      copies.push(...copyTree(source, copy));
      continue;
    }
    copyFileSync(source, copy, constants.COPYFILE_FICLONE);
    keepOwner(source, copy);
    copies.push(copy);
  }
  return [...copies, to];
}

function keepOwner(from: string, to: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(from);
  lchownSync(to, uid, gid);
}
