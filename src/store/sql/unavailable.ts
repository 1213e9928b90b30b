/**
 * Failures of the database that pass by themselves: the server is away, is starting, is full, takes too long, or the
 * connection to it broke. A caller that only reads may try again. A caller that wrote does not know if it was written,
 * and has to look.
 */

/** Codes of the operating system, as ECONNREFUSED. Connections are the only thing that it is asked for here. */
const SYSTEM_CODE = /^(E[A-Z]+|EAI_[A-Z]+)$/;

/** Codes of the library that reads. */
const LIBRARY_CODE = /^CONNECT(ION|_TIMEOUT)/;

/** Code of a statement that waited too long for a lock. */
export const LOCK_TIMEOUT = "55P03";

const AWAY: ReadonlySet<string> = new Set([
  LOCK_TIMEOUT,
  // Of the server: a statement ran into its timeout, it stops, it crashed, it starts, a session was idle for too long.
  "57014",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
]);

/** Connection exceptions, and insufficient resources: memory, connections, space. */
const UNAVAILABLE_CLASSES: ReadonlySet<string> = new Set(["08", "53"]);

/** The library that writes gives a broken connection no code. */
const BROKEN_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|Query read timeout)/;

/** Codes of one write that the server gave up wholly, though nothing is wrong with it or with the server. */
const GIVEN_UP: ReadonlySet<string> = new Set([
  "25006", // for now the server takes no writes: a standby, or a disk that is nearly full
  "40001",
  "40003",
  "40P01",
  "55006",
]);

/** Returns true if the database could not be asked; nothing is wrong with the question. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return isBroken(error) || AWAY.has(code) || UNAVAILABLE_CLASSES.has(sqlClass(code));
  return error instanceof Error && BROKEN_CONNECTION.test(error.message);
}

/** Returns true if the connection failed, on the pool that is read from. */
export function isBroken(error: unknown): boolean {
  const code = codeOf(error) ?? "";
  return SYSTEM_CODE.test(code) || LIBRARY_CODE.test(code);
}

/** Returns true if a write that failed so may be tried again, once it is known that it was not done. */
export function isPassing(error: unknown): boolean {
  return isUnavailable(error) || GIVEN_UP.has(codeOf(error) ?? "");
}

/** The failure in words, for people. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Of several addresses that were tried in vain, only the code is told.
  return error.message || ("code" in error ? String(error.code) : error.name);
}

/** The code of the system, of PostgreSQL or of a library. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  return error.code;
}

/** The first two characters of an SQLSTATE, which has five. */
const sqlClass = (code: string): string => (/^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : "");

/** Tells a reader who waits for the store that it takes too long. */
export class StoreUnavailable extends Error {
  readonly code = "57P03";
  constructor(message = "the database did not answer in time") {
    super(message);
  }
}

/** Tells who wants to change something that a wait failed which comes before the change: nothing was done. */
export class NothingDone extends StoreUnavailable {}

/** Runs a reading that a change needs first. Where the store fails it throws an error that says that nothing was done. */
export async function readFirst<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TablesBehind || !isPassing(error)) throw error;
    throw new NothingDone();
  }
}

/** Tells a reader that the read tables do not have in time what was committed before: so many batches are missing. */
export class TablesBehind extends StoreUnavailable {
  constructor(batches: number) {
    const missing = batches === 1 ? "1 batch" : `${batches} batches`;
    super(`the read tables are behind the journal by ${missing}`);
  }
}
