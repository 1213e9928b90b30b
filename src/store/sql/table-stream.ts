/**
 * Reads several tables side by side in one snapshot of the database: cursors of one transaction on one connection, so
 * that later commits show in none of them.
 */
import { openDatabase } from "./database.ts";
import type { Sql } from "./database.ts";
import { enableDisconnectCheck } from "./unavailable.ts";

/** Connection in one transaction that sees one snapshot of the database; `url` is the database's address. */
export type Snapshot = Sql & { readonly url: string };

/** Opens a connection of its own, within one read-only transaction that sees the database as it is now. */
export async function openSnapshot(url: string, name: string): Promise<Snapshot> {
  // One connection only, so that every statement is part of the transaction.
  const sql = openDatabase(url, { name, maxConnections: 1 });
  try {
    await enableDisconnectCheck((text) => sql.unsafe(text));
    await sql`begin isolation level repeatable read read only`;
    return Object.assign(sql, { url });
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}

/** Calls `use` with a snapshot of the database as it is now, closes the snapshot, and returns the result. */
export async function inSnapshot<T>(
  url: string,
  name: string,
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const snapshot = await openSnapshot(url, name);
  try {
    return await use(snapshot);
  } finally {
    await snapshot.end({ timeout: 1 });
  }
}

/** Rows in memory at a time. */
export const SHORT_ROWS = 2_000;
/** Rows in memory at a time if they hold documents. */
export const LONG_ROWS = 50;

export type TableQuery = {
  /** The cursor's name, one for each stream. */
  readonly cursor: string;
  readonly text: string;
  readonly page: number;
};

/** Yields the rows of a query, in its order and of the caller's type. */
export async function* streamRows<Row>(sql: Sql, { cursor, text, page }: TableQuery): AsyncGenerator<Row> {
  await sql.unsafe(`declare ${cursor} no scroll cursor for ${text}`);
  for (;;) {
    const rows = await sql.unsafe<(Row & object)[]>(`fetch ${page} from ${cursor}`);
    yield* rows;
    if (rows.length < page) break;
  }
  await sql.unsafe(`close ${cursor}`);
}

/** Returns the next row, `undefined` at the end and after it. */
export async function nextRow<Row>(rows: AsyncGenerator<Row>): Promise<Row | undefined> {
  const { value, done } = await rows.next();
  return done === true ? undefined : value;
}
