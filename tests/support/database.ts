/**
 * A database of its own for each test file, cloned from a migrated template. Under `npm test` all files share the
 * server that global-setup.ts starts. A file that runs alone starts its own, and stops it with its last database.
 */
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startEmbeddedServer } from "../../src/store/server/embedded-server.ts";
import { isFileLocked } from "../../src/store/server/data-directory.ts";
import { type Sql, openDatabase } from "../../src/store/sql/database.ts";
import { updateSchema } from "../../src/store/sql/schema/update-schema.ts";
import { isScratchInMemory, scratchRoot } from "./scratch-directory.ts";

export type TestDatabase = {
  readonly url: string;
  /** Drops the database, even while others are connected to it. */
  close(): Promise<void>;
};

export type TestServer = {
  /** URL of the migrated database that is cloned for tests. */
  readonly url: string;
  close(): Promise<void>;
};

/** Name of the variable with the shared server's URL; set by the global setup. */
export const sharedServerVariable = "PRESAGE_TEST_SERVER_URL";

const directoryPrefix = "presage-test-";

let ownServer: Promise<TestServer> | undefined;
let ownServerUsers = 0;

/** Makes a database with this release's schema and no rows. Close it in `after`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const shared = process.env[sharedServerVariable];
  if (shared !== undefined) return cloneTemplate(shared, async () => {});
  ownServerUsers += 1;
  ownServer ??= startTestServer();
  const server = await ownServer;
  return cloneTemplate(server.url, async () => {
    ownServerUsers -= 1;
    if (ownServerUsers > 0) return;
    ownServer = undefined;
    await server.close();
  });
}

/** Starts a server in a temporary directory, and migrates its template. */
export async function startTestServer(): Promise<TestServer> {
  removeAbandoned();
  const directory = mkdtempSync(join(scratchRoot(), directoryPrefix));
  const server = await startEmbeddedServer({ directory, log: () => {} });
  const close = async (): Promise<void> => {
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await updateSchema(server.url);
  } catch (error) {
    await close();
    throw error;
  }
  return { url: server.url, close };
}

async function cloneTemplate(templateUrl: string, release: () => Promise<void>): Promise<TestDatabase> {
  const template = databaseName(templateUrl);
  const name = `test_${process.pid}_${randomBytes(4).toString("hex")}`;
  const neutral = withName(templateUrl, "postgres");
  await withDatabase(neutral, (sql) => cloneDatabase(sql, { name, template }));
  return {
    url: withName(templateUrl, name),
    async close() {
      await dropDatabase(neutral, name);
      await release();
    },
  };
}

/** Copies a database without open connections. */
export async function cloneDatabase(sql: Sql, clone: { name: string; template: string }): Promise<void> {
  const [name, template] = [sql(clone.name), sql(clone.template)];
  // Copying files takes a tenth of the time, but begins and ends with a checkpoint, which is slow on a disk.
  if (isScratchInMemory()) await sql`create database ${name} template ${template} strategy file_copy`;
  else await sql`create database ${name} template ${template}`;
}

/**
 * Drops the database after ending our own sessions in it. The server ends an autovacuum worker there by itself, which
 * `with (force)` would refuse to do for a role that is no superuser.
 */
export async function dropDatabase(neutralUrl: string, name: string): Promise<void> {
  await withDatabase(neutralUrl, async (sql) => {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = current_user`;
    await sql`drop database if exists ${sql(name)}`;
  });
}

async function withDatabase(url: string, use: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = openDatabase(url, { name: "presage tests", maxConnections: 1 });
  try {
    await use(sql);
  } finally {
    await sql.end();
  }
}

// Removes servers of killed test runs: such a server ends by itself once its files are gone.
function removeAbandoned(): void {
  const root = scratchRoot();
  for (const name of readdirSync(root)) {
    const lock = join(root, name, "postgres", "lock");
    if (!name.startsWith(directoryPrefix) || !existsSync(lock) || isFileLocked(lock)) continue;
    rmSync(join(root, name), { recursive: true, force: true });
  }
}

function databaseName(url: string): string {
  return new URL(url).pathname.slice(1);
}

function withName(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
