/** Opens everything that a subcommand works on: the data directory, its database, and the exchange within. */
import pino from "pino";
import type { Config } from "../config.ts";
import { createContext } from "../context.ts";
import type { Context } from "../context.ts";
import { openDataDirectory } from "../store/data-directory.ts";
import { startEmbeddedServer } from "../store/embedded-server.ts";

export type OpenExchange = {
  readonly context: Context;
  /** The data directory, absolute. */
  readonly directory: string;
  close(): Promise<void>;
};

/** `onFailure` is called once when a commit failed; the process must then end. Throws one clear line. */
export async function openExchange(
  config: Config,
  onFailure: (error: unknown) => void,
): Promise<OpenExchange> {
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }));
  const closers: (() => Promise<void> | void)[] = [];
  const close = async (): Promise<void> => {
    for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) await closer();
  };
  try {
    const directory = openDataDirectory(config.dataDirectory);
    closers.push(() => directory.close());
    const databaseUrl = config.databaseUrl ?? (await startServer(directory.path, closers, log));
    const context = await createContext({
      config: { ...config, dataDirectory: directory.path },
      log,
      clock: Date.now,
      databaseUrl,
      onFailure,
    });
    closers.push(() => context.close());
    return { context, directory: directory.path, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startServer(
  directory: string,
  closers: (() => Promise<void> | void)[],
  log: pino.Logger,
): Promise<string> {
  const server = await startEmbeddedServer({ directory, log: (message) => log.info(message) });
  closers.push(() => server.close());
  return server.url;
}
