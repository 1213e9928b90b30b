/** Reads many rows in chunks: parsing them blocks the process for no longer than one chunk takes. */
import type { PendingQuery } from "postgres";

/** Rows per chunk, of some kilobytes each: a chunk takes a millisecond to read. */
const CHUNK_SIZE = 25;

/**
 * Reads all rows of a statement in chunks. Nothing is awaited between two chunks: the library cannot handle a
 * connection that closes then.
 */
export async function readInChunks<Row extends object>(
  query: PendingQuery<Row[]>,
  size = CHUNK_SIZE,
): Promise<Row[]> {
  return gatherInChunks(query, (row) => row, size);
}

/** Reads all rows in chunks, and converts each with `read` when its chunk arrives. */
export async function gatherInChunks<Row extends object, Read>(
  query: PendingQuery<Row[]>,
  read: (row: Row) => Read,
  size = CHUNK_SIZE,
): Promise<Read[]> {
  const rows: Read[] = [];
  await query.cursor(size, (piece: readonly Row[]) => {
    rows.push(...piece.map(read));
  });
  return rows;
}
