/** The database of an exchange that is there already, for subcommands that work on it without the engine. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { mayReadInstance, openDataDirectory, readInstance } from "../store/server/data-directory.ts";
import { findRunningServer, startEmbeddedServer } from "../store/server/embedded-server.ts";

export type OpenDatabase = { readonly url: string; close(): Promise<void> };

/** The configured database, the one that a running exchange works on, or the data directory's, started for this. */
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

/** The same database while no other process of ours has the data directory open; throws when one has. */
export async function openExclusively(config: Config): Promise<OpenDatabase> {
  const { databaseUrl, dataDirectory } = config;
  if (databaseUrl !== undefined || existsSync(join(dataDirectory, "postgres"))) return openOrCreate(config);
  throw new Error(`There is no exchange in ${dataDirectory}: set PRESAGE_DATA_DIR or DATABASE_URL`);
}

/** The same where there need not be one yet: the data directory and its database are made. */
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
