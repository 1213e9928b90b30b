/** How a subcommand ends before its end: by a signal, since the database failed, or by an error that nobody caught. */
import type { Logger } from "pino";
import { failureText } from "./failure-text.ts";

/** The exit code of a program that a signal stopped. */
const INTERRUPTED = 130;
/** npm passes a Ctrl-C on to a process that the terminal has told already: those two are one. */
const REPEATED_SIGNAL_MS = 1_000;

/** Calls `stop` at the first SIGTERM or Ctrl-C; one that follows later ends the process at once. */
export function onInterrupt(stop: () => void): void {
  let askedAt: number | undefined;
  const ask = (): void => {
    const now = performance.now();
    if (askedAt === undefined) {
      askedAt = now;
      stop();
    } else if (now - askedAt > REPEATED_SIGNAL_MS) process.exit(INTERRUPTED);
  };
  process.on("SIGTERM", ask).on("SIGINT", ask);
}

/** Closes what is open before the process ends by a signal. */
export function closeOnInterrupt(close: () => Promise<void>): void {
  onInterrupt(() => void close().finally(() => process.exit(INTERRUPTED)));
}

/**
 * Ends the process of an exchange that could not commit: memory is ahead of the database, and nobody knows what is
 * durable, so nothing more may be said. The next start recovers from the database.
 */
export function exitOnDatabaseFailure(error: unknown): never {
  process.stderr.write(`presage: the database failed, stopping: ${failureText(error)}\n`);
  process.exit(1);
}

/**
 * Ends the process of an exchange at an error or a rejection that nobody caught. Whose it is nobody knows, and what the
 * writer holds in memory may be wrong from then on; what was acknowledged is in the journal, and the next start has it.
 */
export function exitOnUncaughtErrors(log: Logger): void {
  process.on("uncaughtException", (error, origin) => {
    log.fatal({ err: error, origin }, "nobody caught an error: stopping");
    process.exit(1);
  });
}
