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
  return gatherInPieces(query, (row) => row, size);
}

/** The same rows, as `read` gives them: each is made of a row while its piece is read. */
export async function gatherInPieces<Row extends object, Read>(
  query: PendingQuery<Row[]>,
  read: (row: Row) => Read,
  size = PIECE,
): Promise<Read[]> {
  const rows: Read[] = [];
  await query.cursor(size, (piece: readonly Row[]) => {
    rows.push(...piece.map(read));
  });
  return rows;
}
