/** Ends of a subcommand before its time: a signal, a failure of the database, an error that nobody caught. */
import type { Log } from "../log-event.ts";
import { FlushImpossible } from "../store/projector/flush-impossible.ts";
import { TablesMoved } from "../store/projector/tables-moved.ts";
import { failureText } from "./failure-text.ts";

/** The exit code of a program that a signal stopped. */
const INTERRUPTED = 130;
/** Milliseconds in which a second signal is the first one again: npm passes on a Ctrl-C that the terminal sent, too. */
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
 * Ends the process of an exchange that could not commit or write the read tables. Its memory is ahead of the database, so
 * no answer can be trusted. The next start recovers from the database.
 */
export function exitOnDatabaseFailure(error: unknown): never {
  process.stderr.write(`presage: ${stopText(error)}\n`);
  process.exit(1);
}

/** The classes of PostgreSQL's codes for rows that a table refuses, while the database is well. */
const REFUSED_ROWS = /^2[23]/;

/** Says why the exchange stops: the database failed, or it works and its read tables are wrong. */
export function stopText(error: unknown): string {
  const tablesWrong =
    error instanceof TablesMoved || (error instanceof FlushImpossible && REFUSED_ROWS.test(error.code));
  return `${tablesWrong ? "" : "the database failed, "}stopping: ${failureText(error)}`;
}

/**
 * Ends the process of an exchange at an uncaught error or rejection, after which the memory of the writer may be wrong.
 * The journal has everything that was acknowledged, and the next start recovers from it.
 */
export function exitOnUncaughtErrors(log: Log): void {
  process.on("uncaughtException", (error, origin) => {
    log.fatal({ event: "uncaught", err: error, origin }, "nobody caught an error: stopping");
    process.exit(1);
  });
}
