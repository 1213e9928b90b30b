/**
 * Databases of throw-away exchanges, made by copying: PostgreSQL's initdb takes ten times as long. The first start makes
 * one in the ordinary way and keeps it, stopped and without rows, in a cache; later starts copy that. Their copies are not
 * synced, since nobody needs them after a power cut; all that the exchange itself writes is. They share the password of
 * the database's owner, which this account alone can read.
 */
import { createHash, randomBytes } from "node:crypto";
import { constants, copyFileSync, lchownSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { existsSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { MIGRATIONS, updateSchema } from "../sql/update-schema.ts";
import { syncPath } from "./durable-file.ts";
import { startEmbeddedServer } from "./embedded-server.ts";
import { findServerPrograms, serverFingerprint } from "./server-cluster.ts";

/** Templates that nobody used for this long are of other releases, and are removed. */
const UNUSED_FOR_MS = 30 * 24 * 3_600_000;

/** The folder for what can be made anew, as the system has it for this account. */
export function cacheDirectory(): string {
  const { XDG_CACHE_HOME: given, LOCALAPPDATA: local } = process.env;
  const usual = process.platform === "darwin" ? ["Library", "Caches"] : [".cache"];
  return join(given || (process.platform === "win32" && local) || join(homedir(), ...usual), "presage");
}

/** Puts an empty database of this release into a new data directory, by a copy where `cache` has one. */
export async function prepareDatabase(directory: string, cache: string): Promise<void> {
  const template = join(cache, `database-${nameOfTemplate()}`);
  if (existsSync(template)) {
    utimesSync(template, new Date(), new Date());
    copyTree(template, join(directory, "postgres"));
    return;
  }
  const server = await startEmbeddedServer({ directory, log: () => {} });
  await updateSchema(server.url).finally(() => server.close());
  keepTemplate(join(directory, "postgres"), template);
}

/** Differs with the program, its settings and the schema. */
function nameOfTemplate(): string {
  const hash = createHash("sha256").update(serverFingerprint(findServerPrograms()));
  for (const name of readdirSync(MIGRATIONS).sort())
    hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  return hash.digest("hex").slice(0, 16);
}

/** Keeps a copy of a stopped database. Where the cache cannot be written, later starts are as slow as the first. */
function keepTemplate(postgres: string, template: string): void {
  const cache = dirname(template);
  const fresh = join(cache, `database-new-${randomBytes(4).toString("hex")}`);
  try {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    removeUnused(cache);
    copyTree(postgres, fresh, syncPath);
    renameSync(fresh, template);
  } catch {
    // Another process may have kept one meanwhile.
    rmSync(fresh, { recursive: true, force: true });
  }
}

function removeUnused(cache: string): void {
  for (const name of readdirSync(cache).filter((one) => one.startsWith("database-"))) {
    const path = join(cache, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > UNUSED_FOR_MS)
      rmSync(path, { recursive: true, force: true });
  }
}

/** Copies a folder to a new place, with its owners where this process is root; calls `done` with each copy. */
function copyTree(from: string, to: string, done?: (path: string) => void): void {
  mkdirSync(to, { mode: 0o700 });
  keepOwner(from, to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      copyTree(source, copy, done);
      continue;
    }
    copyFileSync(source, copy, constants.COPYFILE_FICLONE);
    keepOwner(source, copy);
    done?.(copy);
  }
  done?.(to);
}

function keepOwner(from: string, to: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(from);
  lchownSync(to, uid, gid);
}
