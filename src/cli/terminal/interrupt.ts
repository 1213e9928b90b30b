/** Early exits of a subcommand: a signal, a database failure, an uncaught error. */
import type { Log } from "../../base/log-event.ts";
import { FlushImpossible, TablesMoved } from "../../store/projector/table-flusher.ts";
import { failureText } from "./failure-text.ts";

/** Exit code of a program that a signal stopped. */
const INTERRUPTED_CODE = 130;
/**
 * Milliseconds within which a second signal is ignored as a repetition: npm passes on a Ctrl-C that the terminal sent,
 * too.
 */
const REPEATED_SIGNAL_MS = 1_000;

/** Calls `stop` at the first SIGTERM or Ctrl-C; a later signal exits at once. */
export function onInterrupt(stop: () => void): void {
  let firstSignalAt: number | undefined;
  const ask = (): void => {
    const now = performance.now();
    if (firstSignalAt === undefined) {
      firstSignalAt = now;
      stop();
    } else if (now - firstSignalAt > REPEATED_SIGNAL_MS) process.exit(INTERRUPTED_CODE);
  };
  process.on("SIGTERM", ask).on("SIGINT", ask);
}

/** Closes open resources before a signal ends the process. */
export function closeOnInterrupt(close: () => Promise<void>): void {
  onInterrupt(() => void close().finally(() => process.exit(INTERRUPTED_CODE)));
}

/**
 * Exits after a failed commit or a failed write of the read tables. The memory is then ahead of the database, so no
 * answer can be trusted. The next start recovers from the database.
 */
export function exitOnDatabaseFailure(error: unknown): never {
  process.stderr.write(`presage: ${stopText(error)}\n`);
  process.exit(1);
}

/** PostgreSQL error classes of rows that a table rejects; the database itself works. */
const REJECTED_ROW_CODES = /^2[23]/;

/** Explains why the exchange stops: the database failed, or the database works but rejects rows of the read tables. */
export function stopText(error: unknown): string {
  const hasWrongTables =
    error instanceof TablesMoved || (error instanceof FlushImpossible && REJECTED_ROW_CODES.test(error.code));
  return `${hasWrongTables ? "" : "the database failed, "}stopping: ${failureText(error)}`;
}

/**
 * Exits on an uncaught error or rejection, after which the writer's memory may be wrong. The journal has every
 * acknowledged command, and the next start recovers from it.
 */
export function exitOnUncaughtErrors(log: Log): void {
  process.on("uncaughtException", (error, origin) => {
    log.fatal({ event: "uncaught", err: error, origin }, "nobody caught an error: stopping");
    process.exit(1);
  });
}
