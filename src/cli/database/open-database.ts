/** The database of an exchange, for subcommands that use it without the engine. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../settings/config.ts";
import { mayReadInstance, openDataDirectory, readInstance } from "../../store/server/data-directory.ts";
import { openDatabase } from "../../store/sql/database.ts";
import type { Sql } from "../../store/sql/database.ts";
import { requireSchema } from "../../store/sql/schema/require-schema.ts";
import { inSnapshot } from "../../store/sql/table-stream.ts";
import type { Snapshot } from "../../store/sql/table-stream.ts";
import { closeOnInterrupt } from "../terminal/interrupt.ts";
import { withProgress } from "../terminal/progress.ts";
import type { Progress } from "../terminal/progress.ts";
import { findRunningServer, startEmbeddedServer } from "../../store/server/embedded-server.ts";

export type OpenDatabase = { readonly url: string; close(): Promise<void> };

/**
 * Opens the configured database, else the database of a running exchange, else starts the data directory's database
 * until `close`.
 */
export async function openForReading(config: Config): Promise<OpenDatabase> {
  const { databaseUrl, dataDirectory } = config;
  if (databaseUrl !== undefined) return { url: databaseUrl, close: () => Promise.resolve() };
  if (!mayReadInstance(dataDirectory))
    throw new Error(`This account may not read ${dataDirectory}: run this as the account that owns it`);
  const instance = readInstance(dataDirectory);
  if (instance === undefined) return openExclusively(config);
  return { url: runningUrl(dataDirectory, instance.pid), close: () => Promise.resolve() };
}

function runningUrl(directory: string, pid: number): string {
  const url = findRunningServer(directory);
  if (url !== undefined) return url;
  throw new Error(
    `Process ${pid} has ${directory} open and runs no database there: set DATABASE_URL if it does, or try again`,
  );
}

/** Runs work on a database that is being opened, then closes the database, also on a signal. */
export async function withDatabase<Result>(
  opening: Promise<OpenDatabase>,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const { url, close } = await opening;
  closeOnInterrupt(close);
  return work(url).finally(close);
}

/** Runs work on connections to a database, as `withDatabase` does. Throws if the schema is another release's. */
export async function withSql<Result>(
  opening: Promise<OpenDatabase>,
  options: { readonly name: string; readonly maxConnections: number },
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const database = await opening;
  const sql = openDatabase(database.url, options);
  const close = (): Promise<void> => sql.end({ timeout: 1 }).finally(database.close);
  return withDatabase(Promise.resolve({ url: database.url, close }), async () => {
    await requireSchema(sql);
    return work(sql);
  });
}

type ReadOptions = {
  readonly url: string;
  /** Name of the session. */
  readonly session: string;
  /** Noun of what the progress bar counts. */
  readonly what: string;
};

/** Reads a snapshot of a database with a progress bar. Throws if the schema is another release's. */
export const readWithProgress = <Result>(
  { url, session, what }: ReadOptions,
  read: (snapshot: Snapshot, show: Progress["show"]) => Promise<Result>,
): Promise<Result> =>
  withProgress({ url, sessions: session, what }, (show) =>
    inSnapshot(url, session, async (snapshot) => {
      await requireSchema(snapshot);
      return read(snapshot, show);
    }),
  );

/** Opens the database of an existing exchange. Throws if another process has the data directory open. */
export async function openExclusively(config: Config): Promise<OpenDatabase> {
  const { databaseUrl, dataDirectory } = config;
  if (databaseUrl !== undefined || existsSync(join(dataDirectory, "postgres"))) return openOrCreate(config);
  throw new Error(`There is no exchange in ${dataDirectory}: set PRESAGE_DATA_DIR or DATABASE_URL`);
}

/** Opens the database; creates the data directory and the database cluster if missing. */
export async function openOrCreate({ databaseUrl, dataDirectory }: Config): Promise<OpenDatabase> {
  const directory = openDataDirectory(dataDirectory);
  try {
    if (databaseUrl !== undefined) return { url: databaseUrl, close: async () => directory.close() };
    const server = await startEmbeddedServer({ directory: directory.path, log: () => {} });
    return { url: server.url, close: () => server.close().finally(directory.close) };
  } catch (error) {
    directory.close();
    throw error;
  }
}
