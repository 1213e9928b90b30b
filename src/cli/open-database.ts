/** The database of an exchange, for subcommands that use it without the engine. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../settings/config.ts";
import { mayReadInstance, openDataDirectory, readInstance } from "../store/server/data-directory.ts";
import { findRunningServer, startEmbeddedServer } from "../store/server/embedded-server.ts";

export type OpenDatabase = { readonly url: string; close(): Promise<void> };

/**
 * Opens the configured database, that of a running exchange, or that of the data directory, which is started for the
 * call.
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

/** Opens the database of an existing exchange. Throws if another process has the data directory open. */
export async function openExclusively(config: Config): Promise<OpenDatabase> {
  const { databaseUrl, dataDirectory } = config;
  if (databaseUrl !== undefined || existsSync(join(dataDirectory, "postgres"))) return openOrCreate(config);
  throw new Error(`There is no exchange in ${dataDirectory}: set PRESAGE_DATA_DIR or DATABASE_URL`);
}

/** Opens the database; makes the data directory and the cluster if they do not exist. */
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
