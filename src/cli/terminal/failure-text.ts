/** Formats the error that ended a subcommand as one sentence for a person. */
import { describeDamage, describeSystemFailure } from "../../store/server/server-log.ts";
import { getErrorCode, LOCK_TIMEOUT } from "../../store/sql/unavailable.ts";

export const failureText = (error: unknown): string =>
  describeDamage(error) ??
  describeUnreachable(error) ??
  describeHeldTable(error) ??
  withSystemReasons(error instanceof Error ? error.message : String(error), error);

/** Prints the error that ended a subcommand as one line on standard error. */
export function printFailure(error: unknown): void {
  process.stderr.write(`presage: ${failureText(error).replaceAll(/\s*\n\s*/g, " ")}\n`);
}

/** Replaces messages of the error and its causes in the text by plain words. */
function withSystemReasons(text: string, error: unknown): string {
  if (!(error instanceof Error)) return text;
  const reason = describeSystemFailure(error);
  if (reason === undefined || error.message === "") return withSystemReasons(text, error.cause);
  const [before = ""] = text.split(error.message, 1);
  const [place = ""] = reason.split(": ", 1);
  // The sentence around it may have named the file.
  const shown = before.includes(place) ? reason.slice(`${place}: `.length) : reason;
  return withSystemReasons(
    text.replace(error.message, () => shown),
    error.cause,
  );
}

/** Describes a failed connection to the database by the setting at fault; `undefined` for any other error. */
function describeUnreachable(error: unknown): string | undefined {
  const [failure] = error instanceof AggregateError ? error.errors : [error];
  const { syscall, message } = failure instanceof Error && "syscall" in failure ? failure : {};
  if (syscall !== "connect" && syscall !== "getaddrinfo") return undefined;
  return `The database cannot be reached: it has stopped, or DATABASE_URL is wrong. ${message}`;
}

function describeHeldTable(error: unknown): string | undefined {
  if (getErrorCode(error) !== LOCK_TIMEOUT) return undefined;
  return "Another session of the database holds a table that this needs: end what that does, or the session, and try again";
}
