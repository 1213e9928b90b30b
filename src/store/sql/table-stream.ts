/**
 * Reads several tables side by side in one snapshot of the database: cursors of one transaction on one connection, so
 * that later commits show in none of them.
 */
import { elementAt } from "../../core/element-at.ts";
import { openDatabase } from "./database.ts";
import type { Sql } from "./database.ts";
import { noticeAbsence } from "./notice-absence.ts";

/** A connection within one transaction that sees a snapshot of the database, and the database's address. */
export type Snapshot = Sql & { readonly url: string };

/** Opens a connection of its own, within one read-only transaction that sees the database as it is now. */
export async function openSnapshot(url: string, name: string): Promise<Snapshot> {
  // One connection only, so that every statement is part of the transaction.
  const sql = openDatabase(url, { name, maxConnections: 1 });
  try {
    await noticeAbsence((text) => sql.unsafe(text));
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

/** A row of a table whose rows have numbers. */
export type NumberedRow = { readonly no: number; readonly [column: string]: unknown };

/** Position of a row in the order of its table: a tuple of numbers, compared from the first on. */
export type Place = readonly number[];

/** Rows in ascending order, requested by position. */
export type RowWalk<Row> = {
  /** Returns the row at this position, `undefined` if there is none; rows before it go to `onExtra`. */
  take(...place: Place): Promise<Row | undefined>;
  /** Passes all remaining rows to `onExtra`. */
  finish(): Promise<void>;
};

export type WalkOptions<Row> = {
  readonly placeOf: (row: Row) => Place;
  readonly onExtra: (row: Row) => void;
};

export function walkRows<Row>(
  rows: AsyncGenerator<Row>,
  { placeOf, onExtra }: WalkOptions<Row>,
): RowWalk<Row> {
  /** The row that was read and not yet returned. */
  let waiting: Row | undefined;
  async function take(...place: Place): Promise<Row | undefined> {
    for (;;) {
      waiting ??= await nextRow(rows);
      if (waiting === undefined) return undefined;
      const order = comparePlaces(placeOf(waiting), place);
      if (order > 0) return undefined;
      const row = waiting;
      waiting = undefined;
      if (order === 0) return row;
      onExtra(row);
    }
  }
  async function finish(): Promise<void> {
    await take(Number.POSITIVE_INFINITY);
  }
  return { take, finish };
}

function comparePlaces(a: Place, b: Place): number {
  for (const [index, number] of a.entries()) {
    const difference = number - elementAt(b, index);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Returns the next row, `undefined` at the end and after it. */
export async function nextRow<Row>(rows: AsyncGenerator<Row>): Promise<Row | undefined> {
  const { value, done } = await rows.next();
  return done === true ? undefined : value;
}
