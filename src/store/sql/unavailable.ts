/**
 * Transient failures of the database: the server is unreachable, starting, full or too slow, or the connection to it
 * broke. A caller that only reads may retry. A caller that wrote does not know if the write happened, and must check.
 */

/** Codes of the operating system, such as ECONNREFUSED. Only connections can cause them here. */
const SYSTEM_CODE = /^(E[A-Z]+|EAI_[A-Z]+)$/;

/** Codes of the library for reads. */
const LIBRARY_CODE = /^CONNECT(ION|_TIMEOUT)/;

/** Code of a statement that waited too long for a lock. */
export const LOCK_TIMEOUT = "55P03";

const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  LOCK_TIMEOUT,
  // Server codes: statement timeout, shutdown, crash, startup, idle session timeout.
  "57014",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
]);

/** Connection exceptions, and insufficient resources: memory, connections, space. */
const UNAVAILABLE_CLASSES: ReadonlySet<string> = new Set(["08", "53"]);

/** Messages of the library for writes, which gives a broken connection no code. */
const BROKEN_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|Query read timeout)/;

/** Codes of one write that the server rolled back, although neither the write nor the server is at fault. */
const ROLLED_BACK_CODES: ReadonlySet<string> = new Set([
  "25006", // for now the server takes no writes: a standby, or a disk that is nearly full
  "40001",
  "40003",
  "40P01",
  "55006",
]);

/** Returns true if the database could not be reached; the query itself is not at fault. */
export function isUnavailable(error: unknown): boolean {
  const code = getErrorCode(error);
  if (code !== undefined)
    return isBroken(error) || UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASSES.has(sqlClass(code));
  return error instanceof Error && BROKEN_CONNECTION.test(error.message);
}

/** Returns true if the connection failed, on the pool for reads. */
export function isBroken(error: unknown): boolean {
  const code = getErrorCode(error) ?? "";
  return SYSTEM_CODE.test(code) || LIBRARY_CODE.test(code);
}

/** Returns true if a failed write may be retried, once it is known that it was not done. */
export function isTransient(error: unknown): boolean {
  return isUnavailable(error) || ROLLED_BACK_CODES.has(getErrorCode(error) ?? "");
}

/** Describes the failure in words. */
export function getErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // If several addresses failed, the message is only the code.
  return error.message || ("code" in error ? String(error.code) : error.name);
}

/** Returns the code of the system, of PostgreSQL or of a library. */
export function getErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  return error.code;
}

/** Returns the first two characters of an SQLSTATE, which has five. */
const sqlClass = (code: string): string => (/^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : "");

/** The error of a reader that waits too long for the store. */
export class StoreUnavailable extends Error {
  readonly code = "57P03";
  constructor(message = "the database did not answer in time") {
    super(message);
  }
}

/** The error of a failed wait before a change: nothing was done. */
export class NotAttempted extends StoreUnavailable {}

/** Runs a read that a change needs first. If the store fails, it throws an error which says that nothing was done. */
export async function readFirst<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TablesBehind || !isTransient(error)) throw error;
    throw new NotAttempted();
  }
}

/** The error of a reader when the read tables are not up to date in time, with the number of missing batches. */
export class TablesBehind extends StoreUnavailable {
  readonly batches: number;
  constructor(batches: number) {
    const missing = batches === 1 ? "1 batch" : `${batches} batches`;
    super(`the read tables are behind the journal by ${missing}`);
    this.batches = batches;
  }
}

/** Delays between attempts to reach the database: the first attempt comes at once, later attempts after growing delays. */
export type RetryDelays = {
  /** Returns the delay before the next attempt, ms. */
  next(): number;
  /** Starts over, after a success. */
  reset(): void;
};

const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 1_000;

export function createRetryDelays(): RetryDelays {
  let ms = 0;
  return {
    next() {
      const now = ms;
      ms = Math.min(Math.max(2 * now, FIRST_DELAY_MS), MAX_DELAY_MS);
      return now;
    },
    reset() {
      ms = 0;
    },
  };
}

// Ends sessions whose program is gone, even in the middle of a waiting statement.

/** Error code of a setting that this platform lacks. */
const NOT_SUPPORTED = "22023";

/**
 * Makes the server notice within a second that the program is gone, so that its locks are free for the next one.
 * `query` sends a statement of the session, outside a transaction.
 */
export async function enableDisconnectCheck(query: (text: string) => PromiseLike<unknown>): Promise<void> {
  try {
    await query("set client_connection_check_interval = '1s'");
  } catch (error) {
    if (getErrorCode(error) !== NOT_SUPPORTED) throw error;
  }
}
