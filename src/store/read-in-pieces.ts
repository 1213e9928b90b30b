/** Reads of many rows, some at a time: reading them off the connection holds the process for no longer than a piece does. */
import type { PendingQuery } from "postgres";

/** Rows at a time, of some kilobytes each: they take a millisecond to read. */
const PIECE = 25;

/**
 * All rows of a statement, so many at a time. Nothing waits between two pieces: the library cannot go on with a
 * connection that closes then.
 */
export async function readInPieces<Row extends object>(
  query: PendingQuery<Row[]>,
  size = PIECE,
): Promise<Row[]> {
  const rows: Row[] = [];
  await query.cursor(size, (piece: readonly Row[]) => {
    rows.push(...piece);
  });
  return rows;
}
